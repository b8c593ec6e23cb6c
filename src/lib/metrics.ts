import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SHED_REASONS } from './faults.ts';

/** The Content-Type of metrics as text. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The process's Prometheus metrics, each made once and handed to who counts. docs/observability.md describes them. */
export type Metrics = ReturnType<typeof createMetrics>;

/** The connections of a pool: `waiting` counts those who wait for one. */
export type PoolState = { total: number; idle: number; waiting: number; max: number };

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const define = createDefiner(registry);
  const metrics = {
    registry,
    /** The pools of this process by name; whoever opens one adds it. */
    pools: new Map<string, () => PoolState>(),
    info: define.shared('parley_info', 'Always 1; the labels tell version and settings.', 'first', [
      'version',
      'roles',
      'ai_provider',
      'ai_model',
    ]),
    processes: define.gauge('parley_processes', 'Processes that serve together, by state.', ['state']),
    processRestarts: define.counter(
      'parley_process_restarts_total',
      'How often one of these processes ended by itself and was started again.',
    ),
    ...defineRequestMetrics(define),
    ...defineJobMetrics(define),
    ...defineAiMetrics(define),
    ...defineFeedMetrics(define),
    ...defineStorageMetrics(define),
    ...defineReplicaMetrics(define),
  };
  // Rates and alerts need the zeros as well: a counter that appears with its first increment hides it.
  for (const created of ['true', 'false']) {
    metrics.meetingsIngested.inc({ created }, 0);
    metrics.emailsIngested.inc({ created }, 0);
  }
  for (const state of PROCESS_STATES) metrics.processes.set({ state }, 0);
  for (const outcome of ['accepted', 'refused']) metrics.signIns.inc({ outcome }, 0);
  for (const reason of SHED_REASONS) metrics.shedRequests.inc({ reason }, 0);
  for (const part of ['signals', 'summary']) metrics.processingLagSeconds.zero({ part });
  for (const outcome of ATTEMPT_OUTCOMES) metrics.webhookAttempts.inc({ outcome }, 0);
  for (const outcome of FETCH_OUTCOMES) metrics.recordingFetches.inc({ outcome }, 0);
  for (const source of ['fetch', 'upload']) {
    metrics.recordingsStored.inc({ source }, 0);
    metrics.recordingBytesStored.inc({ source }, 0);
  }
  for (const target of ['replica', 'primary', 'fallback']) metrics.reads.inc({ target }, 0);
  for (const disk of ['database', 'recordings']) metrics.diskFullTotal.inc({ disk }, 0);
  return metrics;
}

const PROCESS_STATES = ['starting', 'ready', 'restarting'] as const;
const ATTEMPT_OUTCOMES = ['accepted', 'refused', 'failed'] as const;
const FETCH_OUTCOMES = ['stored', 'failed', 'retried', 'unwanted'] as const;

type Definer = ReturnType<typeof createDefiner>;

/**
 * Defines metrics so that those of several processes can be combined by `AggregatorRegistry`: counters, histograms and
 * gauges of one process add up. A `shared` gauge describes the whole installation, so that all processes report the same.
 */
function createDefiner(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    shared: <Label extends string = never>(
      name: string,
      help: string,
      aggregator: 'first' | 'min' | 'max',
      labelNames: Label[] = [],
    ) => new Gauge({ name, help, labelNames, registers, aggregator }),
    histogram: <Label extends string>(name: string, help: string, buckets: number[], labelNames: Label[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  };
}

function defineRequestMetrics({ counter, gauge, histogram }: Definer) {
  return {
    requestSeconds: histogram(
      'parley_http_request_duration_seconds',
      'Time from a request’s headers to the end of its answer, by operation.',
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      ['address', 'operation', 'status'],
    ),
    shedRequests: counter(
      'parley_http_shed_requests_total',
      'Requests that were refused for lack of room, or because something that Parley needs is unavailable.',
      ['reason'],
    ),
    keptAnswers: counter(
      'parley_http_kept_answers_total',
      'Requests that were answered as before, because nothing in the database had changed.',
    ),
    signIns: counter(
      'parley_sign_ins_total',
      'Sign-ins at the console, by whether the key was accepted or refused.',
      ['outcome'],
    ),
    meetingsIngested: counter(
      'parley_meetings_ingested_total',
      'Meetings taken in, by whether they were new.',
      ['created'],
    ),
    emailsIngested: counter('parley_emails_ingested_total', 'E-mails taken in, by whether they were new.', [
      'created',
    ]),
    databaseConnections: gauge(
      'parley_database_connections',
      'Connections of this process to the database, by state.',
      ['state'],
    ),
    poolConnections: gauge(
      'parley_database_pool_connections',
      'Connections of this process to the database, by pool and state.',
      ['pool', 'state'],
    ),
    poolWaiting: gauge('parley_database_pool_waiting', 'Requests that wait for a connection of the pool.', [
      'pool',
    ]),
    poolMaxConnections: gauge(
      'parley_database_pool_max_connections',
      'The most connections that the pool opens.',
      ['pool'],
    ),
  };
}

function defineJobMetrics({ shared, histogram }: Definer) {
  return {
    jobSeconds: histogram(
      'parley_job_duration_seconds',
      'Time of one try of a background job, by whether it was done or failed.',
      [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600, 3600],
      ['job', 'outcome'],
    ),
    jobs: shared('parley_jobs', 'Unfinished background jobs, by state.', 'max', ['job', 'state']),
    deadJobs: shared(
      'parley_dead_jobs',
      'Jobs that failed for the last time and were not retried since.',
      'max',
      ['job'],
    ),
    oldestJobSeconds: shared(
      'parley_oldest_job_seconds',
      'Age of the oldest job that waits and could be done.',
      'max',
      ['job'],
    ),
    processingLagSeconds: histogram(
      'parley_processing_lag_seconds',
      'Time from the arrival of a meeting or e-mail until its signals were evaluated or its summary was written.',
      [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86_400],
      ['part'],
    ),
  };
}

function defineAiMetrics({ counter, gauge, histogram }: Definer) {
  return {
    aiCalls: counter('parley_ai_calls_total', 'Calls of the AI provider, by their end.', ['task', 'outcome']),
    aiCallSeconds: histogram(
      'parley_ai_call_duration_seconds',
      'Time of one call of the AI provider.',
      [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160],
      ['task'],
    ),
    aiInvalidAnswers: counter(
      'parley_ai_invalid_answers_total',
      'Answers of the AI provider that could not be used, each of which was paid for.',
      ['task'],
    ),
    aiTokens: counter('parley_ai_tokens_total', 'Tokens that calls of the AI provider used.', [
      'task',
      'direction',
    ]),
    aiCost: counter(
      'parley_ai_cost_dollars_total',
      'What these tokens cost by the configured prices; absent without prices.',
      ['direction'],
    ),
    aiRefusals: counter(
      'parley_ai_refusals_total',
      'Tasks for which the AI provider was not called: the budget was used up, or the gate was closed.',
      ['task', 'reason'],
    ),
    aiGateClosed: gauge(
      'parley_ai_gate_closed',
      'Processes that hold calls back because the AI provider is unavailable: 1 or 0 of each process.',
    ),
  };
}

/** The metrics of the feed of changes and of its webhooks. */
function defineFeedMetrics({ counter, shared }: Definer) {
  return {
    webhooks: shared('parley_webhooks', 'Webhooks of all organizations, by state.', 'max', ['state']),
    webhookLagSeconds: shared(
      'parley_webhook_lag_seconds',
      'Age of the oldest change that a webhook in the state has not delivered.',
      'max',
      ['state'],
    ),
    webhookAttempts: counter(
      'parley_webhook_attempts_total',
      'Attempts to deliver a message to a webhook, by their end.',
      ['outcome'],
    ),
    unnumberedChangesSeconds: shared(
      'parley_unnumbered_changes_seconds',
      'Age of the oldest change that has no position in the feed yet. It grows while no worker runs.',
      'max',
    ),
  };
}

function defineStorageMetrics({ counter, shared }: Definer) {
  return {
    databaseUp: shared(
      'parley_database_up',
      'Whether the database answered the statements of this page: 1 or 0.',
      'min',
    ),
    diskFull: shared(
      'parley_disk_full',
      'Whether there is no space: 1 where the disk of the database, or that of the recordings, is full.',
      'max',
      ['disk'],
    ),
    diskFullTotal: counter(
      'parley_disk_full_errors_total',
      'How often something could not be stored for lack of space.',
      ['disk'],
    ),
    diskFreeBytes: shared('parley_disk_free_bytes', 'Free space on the disk of the data directory.', 'min', [
      'disk',
    ]),
    diskSizeBytes: shared('parley_disk_size_bytes', 'Size of the disk of the data directory.', 'max', [
      'disk',
    ]),
    recordingFetches: counter(
      'parley_recording_fetches_total',
      'Attempts to fetch a recording from its recordingUrl, by their end.',
      ['outcome'],
    ),
    recordingsStored: counter(
      'parley_recordings_stored_total',
      'Recordings that were stored, by their source.',
      ['source'],
    ),
    recordingBytesStored: counter(
      'parley_recording_stored_bytes_total',
      'Bytes of the recordings that were stored.',
      ['source'],
    ),
    sweepsRefused: counter(
      'parley_blob_sweeps_refused_total',
      'Sweeps of the store of recordings that were refused because it belongs to another database.',
    ),
    blobStoreOwned: shared(
      'parley_blob_store_owned',
      'Whether the store of recordings is this database’s: 1, or 0 where nothing is deleted from it.',
      'min',
    ),
  };
}

/** The metrics of read replicas; those of each replica exist if there are any. */
function defineReplicaMetrics({ counter, shared }: Definer) {
  return {
    reads: counter(
      'parley_reads_total',
      'Requests that only read, by the server that was asked; fallback: a replica failed and the primary was asked.',
      ['target'],
    ),
    replicaState: shared('parley_replica_state', 'Whether a read replica is in the state: 1 or 0.', 'max', [
      'replica',
      'state',
    ]),
    replicaLagSeconds: shared(
      'parley_replica_lag_seconds',
      'Age of the oldest write that a read replica is known to lack.',
      'max',
      ['replica'],
    ),
  };
}
