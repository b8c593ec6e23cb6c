import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The process's Prometheus metrics, each made once and handed to who counts. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'parley_http_request_duration_seconds',
      help: 'Time from a request’s headers to the end of its answer, by operation.',
      labelNames: ['address', 'operation', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
    meetingsIngested: new Counter({
      name: 'parley_meetings_ingested_total',
      help: 'Meetings taken in, by whether they were new.',
      labelNames: ['created'] as const,
      registers,
    }),
    signIns: new Counter({
      name: 'parley_sign_ins_total',
      help: 'Sign-ins at the console, by whether the key was accepted or refused.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'parley_job_duration_seconds',
      help: 'Time of one try of a background job, by whether it was done or failed.',
      labelNames: ['job', 'outcome'] as const,
      buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600, 3600],
      registers,
    }),
    jobs: new Gauge({
      name: 'parley_jobs',
      help: 'Unfinished background jobs, by state.',
      labelNames: ['job', 'state'] as const,
      registers,
    }),
    oldestJobSeconds: new Gauge({
      name: 'parley_oldest_job_seconds',
      help: 'Age of the oldest job that waits and could be done.',
      labelNames: ['job'] as const,
      registers,
    }),
    ...createFeedMetrics(registers),
    diskFull: new Gauge({
      name: 'parley_disk_full',
      help: 'Whether there is no space: 1 where the disk of the database, or that of the recordings, is full.',
      labelNames: ['disk'] as const,
      registers,
    }),
    diskFullTotal: new Counter({
      name: 'parley_disk_full_errors_total',
      help: 'How often something could not be stored for lack of space.',
      labelNames: ['disk'] as const,
      registers,
    }),
    sweepsRefused: new Counter({
      name: 'parley_blob_sweeps_refused_total',
      help: 'Sweeps of the store of recordings that were refused because it belongs to another database.',
      registers,
    }),
    blobStoreOwned: new Gauge({
      name: 'parley_blob_store_owned',
      help: 'Whether the store of recordings is this database’s: 1, or 0 where nothing is deleted from it.',
      registers,
    }),
    databaseConnections: new Gauge({
      name: 'parley_database_connections',
      help: 'Connections of this process to the database, by state.',
      labelNames: ['state'] as const,
      registers,
    }),
  };
}

/** The metrics of the feed of changes and of its webhooks. */
function createFeedMetrics(registers: Registry[]) {
  return {
    webhooks: new Gauge({
      name: 'parley_webhooks',
      help: 'Webhooks of all organizations, by state.',
      labelNames: ['state'] as const,
      registers,
    }),
    webhookLagSeconds: new Gauge({
      name: 'parley_webhook_lag_seconds',
      help: 'Age of the oldest change that a webhook in the state has not delivered.',
      labelNames: ['state'] as const,
      registers,
    }),
    unnumberedChangesSeconds: new Gauge({
      name: 'parley_unnumbered_changes_seconds',
      help: 'Age of the oldest change that has no position in the feed yet. It grows while no worker runs.',
      registers,
    }),
  };
}
