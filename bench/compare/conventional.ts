import { requestTo } from '../workloads.ts';
import type { Peer } from './peer.ts';

/** The service in a conventional implementation; bench/peers/conventional.ts. */
export const conventional: Peer = {
  name: 'conventional',
  title: 'fastify + Drizzle',
  package: 'drizzle-orm',
  args: ['conventional.ts'],
  env: ({ database, port, key }) => ({ DATABASE_URL: database.url, PORT: `${port}`, API_KEY: key }),
  readyPath: '/readyz',
  // It has the paths and responses of Parley, on one address.
  request: (ask, { url, key, signalId }) => requestTo({ apiUrl: url, receiverUrl: url, key }, ask, signalId),
  read: (answer) => JSON.parse(`${answer}`),
};
