import { isOnCitus } from '../db/citus/organization-place.ts';
import { openReadNodes, type ReadNodes } from '../db/citus/read-nodes.ts';
import { connectionToHost } from '../db/connection-of.ts';
import { type ConnectionSettings, type Database, openDatabase } from '../db/database.ts';
import { traceDatabase } from '../db/trace-database.ts';
import type { Log } from '../lib/log.ts';
import type { Traces } from '../lib/traces.ts';

/**
 * Opens the nodes that answer reads if the database is distributed; undefined if it is not. Connections to a node are made when
 * it is first asked.
 * @param direct connections to the coordinator that lead through no pooler
 */
export async function openNodesOf(
  db: Database,
  direct: ConnectionSettings,
  log: Log,
  { readMs, traces }: { readMs?: number; traces?: Traces | undefined },
): Promise<ReadNodes | undefined> {
  if (!(await isOnCitus(db))) return undefined;
  const open = (node: { host: string; port: number }) => {
    const connection = { ...connectionToHost(direct, node), readsShards: true };
    const opened = openDatabase(connection, log, readMs === undefined ? {} : { readMs });
    return traces ? traceDatabase(opened, traces) : opened;
  };
  return openReadNodes(db, open, log);
}
