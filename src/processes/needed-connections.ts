import type { Config } from '../config.ts';
import { MAX_CONNECTIONS } from '../db/database.ts';

/**
 * Returns the connections to the primary that the processes of a service open at most: for requests, as many for jobs if
 * there is a worker, one that listens, and one that compares the primary with its replicas, in each process.
 */
export function neededConnections({
  processes,
  roles,
  readDatabaseUrls = [],
}: Pick<Config, 'processes' | 'roles' | 'readDatabaseUrls'>): number {
  const comparing = roles.has('api') && readDatabaseUrls.length > 0 ? 1 : 0;
  return processes * ((roles.has('worker') ? 2 : 1) * MAX_CONNECTIONS + 1 + comparing);
}
