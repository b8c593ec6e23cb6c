import type { Config } from '../config.ts';
import type { ConnectionSettings } from '../db/client.ts';
import { serverOf } from '../db/connection-of.ts';
import { openDatabase, READ_TIMEOUT_MS } from '../db/database.ts';
import { openReadReplicas, type ReadReplicas } from '../db/read-replicas.ts';
import { traceDatabase } from '../db/trace-database.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Traces } from '../lib/traces.ts';
import type { Connected } from './connect.ts';

/** Opens the read replicas of the settings; undefined if there are none, or nobody asks here. */
export function openReplicasOf(
  { readDatabaseUrls = [], roles }: Config,
  { direct, readNodes }: Pick<Connected, 'direct' | 'readNodes'>,
  log: Log,
  { metrics, traces }: { metrics: Metrics; traces: Traces | undefined },
): ReadReplicas | undefined {
  if (readDatabaseUrls.length === 0 || !roles.has('api')) return undefined;
  if (readNodes) {
    log.warn('DATABASE_READ_URL is not used, because the database is distributed: its nodes answer reads');
    return undefined;
  }
  const servers = readDatabaseUrls.map((url) => {
    const { host, port } = serverOf(url);
    return { name: `${host}:${port}`, connection: { connectionString: url, setting: 'DATABASE_READ_URL' } };
  });
  const open = (connection: ConnectionSettings) => {
    const opened = openDatabase(connection, log, { readMs: READ_TIMEOUT_MS });
    return traces ? traceDatabase(opened, traces) : opened;
  };
  return openReadReplicas(direct, servers, open, log, (target) => metrics.reads.inc({ target }));
}
