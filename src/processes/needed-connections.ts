import type { Config } from '../config.ts';
import { MAX_CONNECTIONS } from '../db/database.ts';

/**
 * Returns the connections to the database that the processes of a service open at most: for requests, as many for jobs if
 * there is a worker, and one that listens, in each process.
 */
export function neededConnections({ processes, roles }: Pick<Config, 'processes' | 'roles'>): number {
  return processes * ((roles.has('worker') ? 2 : 1) * MAX_CONNECTIONS + 1);
}
