import type { Config } from '../../config.ts';
import { type Database, MAX_CONNECTIONS, type Statement } from '../../db/database.ts';
import type { Log } from '../../lib/log.ts';

const selectLimit: Statement = {
  name: 'select-connection-limit',
  text: `select current_setting('max_connections')::int
           - current_setting('superuser_reserved_connections')::int as accepted`,
};

/** Returns the connections that a process with these roles opens at most: a worker has its own, and one that listens. */
export function connectionsOf(roles: Config['roles']): number {
  return roles.has('worker') ? 2 * MAX_CONNECTIONS + 1 : MAX_CONNECTIONS;
}

/** Warns if the database accepts fewer connections than the processes open under load. */
export async function checkConnections(
  db: Pick<Database, 'query'>,
  { processes, roles }: Pick<Config, 'processes' | 'roles'>,
  log: Log,
): Promise<void> {
  const [row] = await db.query<{ accepted: number }>(selectLimit, []);
  const needed = processes * connectionsOf(roles);
  const { accepted } = row!;
  if (accepted >= needed) return;
  log.warn(
    { needed, accepted },
    `the database accepts ${accepted} connections, and ${processes} processes may open ${needed}: raise max_connections, or ` +
      'requests receive 503 under load',
  );
}
