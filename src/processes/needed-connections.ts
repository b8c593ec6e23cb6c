import type { Config } from '../config.ts';
import { MAX_CONNECTIONS } from '../db/database.ts';

/**
 * The connections of a supervisor: for its reads and its transaction at the start, for metrics, and the one that restarts an
 * embedded server.
 */
const SUPERVISOR_CONNECTIONS = 4;

/**
 * Returns the connections to the primary that the processes of a service open at most: for requests, as many for jobs if
 * there is a worker, one that listens, and one that compares the primary with its replicas, in each process; and those
 * of the supervisor, if there are several.
 */
export function neededConnections({
  processes,
  roles,
  readDatabaseUrls = [],
}: Pick<Config, 'processes' | 'roles' | 'readDatabaseUrls'>): number {
  const comparing = roles.has('api') && readDatabaseUrls.length > 0 ? 1 : 0;
  const ofEach = (roles.has('worker') ? 2 : 1) * MAX_CONNECTIONS + 1 + comparing;
  return processes * ofEach + (processes > 1 ? SUPERVISOR_CONNECTIONS : 0);
}
