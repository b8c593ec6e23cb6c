export type { EmbeddedConnection } from './connect.ts';
export type { ServerLog } from './keep-running.ts';
export { type Layout, prepareLayout } from './layout.ts';
export { type Postmaster, readPostmaster } from './postmaster.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';
export type { Upgrade } from './upgrade-cluster.ts';
