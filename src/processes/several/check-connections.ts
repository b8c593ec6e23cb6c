import type { Config } from '../../config.ts';
import type { Database, Statement } from '../../db/database.ts';
import type { Log } from '../../lib/log.ts';
import { neededConnections } from '../needed-connections.ts';

const selectLimit: Statement = {
  name: 'select-connection-limit',
  text: `select current_setting('max_connections')::int
           - current_setting('superuser_reserved_connections')::int as accepted`,
};

/** Warns if the database accepts fewer connections than the processes open under load. */
export async function checkConnections(
  db: Pick<Database, 'query'>,
  config: Pick<Config, 'processes' | 'roles' | 'readDatabaseUrls'>,
  log: Log,
): Promise<void> {
  const [row] = await db.query<{ accepted: number }>(selectLimit, []);
  const needed = neededConnections(config);
  const { accepted } = row!;
  if (accepted >= needed) return;
  log.warn(
    { needed, accepted },
    `the database accepts ${accepted} connections, and ${config.processes} processes may open ${needed}: raise max_connections, or ` +
      'requests receive 503 under load',
  );
}
