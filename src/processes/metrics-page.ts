import { statfs } from 'node:fs/promises';
import type { AiProvider } from '../ai/types.ts';
import type { BlobStore } from '../blobs/types.ts';
import type { Database } from '../db/database.ts';
import type { ReadReplicas } from '../db/read-replicas.ts';
import { REPLICA_STATES } from '../db/replica.ts';
import type { BlobOwner } from '../domain/blob-claims/blob-owner.ts';
import { measureLateChanges } from '../domain/changes/late-changes.ts';
import { JOBS } from '../domain/jobs.ts';
import { STATES } from '../domain/webhooks/present-webhook.ts';
import { summarizeWebhooks } from '../domain/webhooks/summarize-webhooks.ts';
import type { Deps } from '../endpoints/define-endpoint.ts';
import { keepFile } from '../http/kept-file.ts';
import { atMostEvery } from '../lib/at-most-every.ts';
import { METRICS_TYPE, type Metrics, type PoolState } from '../lib/metrics.ts';
import { DEAD_LETTERS, queueDepths } from '../queue/inspect.ts';

/** The sources that are measured when the metrics are read. */
export type MeasuredParts = {
  db: Pick<Database, 'scrape' | 'connections' | 'disk'>;
  blobOwner: Pick<BlobOwner, 'last'>;
  blobs: Pick<BlobStore, 'obstacle' | 'disk'>;
  ai: Pick<AiProvider, 'isHeldBack'>;
  dataDir: string;
  replicas: Pick<ReadReplicas, 'replicas'> | undefined;
};

/** Makes the page of /metrics, at most once in `everyMs` for any number of requests. */
export function createMetricsPage(read: () => Promise<string>, everyMs: number): Deps['metricsPage'] {
  return atMostEvery(everyMs, async () => keepFile(await read(), METRICS_TYPE));
}

/** Reads all metrics of a process that serves alone. */
export async function readMetrics(parts: MeasuredParts, metrics: Metrics): Promise<string> {
  await measureService(parts, metrics);
  await measureProcess(parts, metrics);
  metrics.processes.set({ state: 'ready' }, 1);
  return metrics.registry.metrics();
}

/** The gauges that `measureService` sets. */
export function serviceGauges(metrics: Metrics) {
  const { jobs, deadJobs, oldestJobSeconds, databaseUp, diskFreeBytes, diskSizeBytes } = metrics;
  const { webhooks, webhookLagSeconds, unnumberedChangesSeconds } = metrics;
  const ofDatabase = [jobs, deadJobs, oldestJobSeconds, databaseUp];
  return [...ofDatabase, webhooks, webhookLagSeconds, unnumberedChangesSeconds, diskFreeBytes, diskSizeBytes];
}

/**
 * Sets the gauges that are the same for all processes of a service. The database is queried on a connection of its own; what
 * it does not tell now has no value, because one of before would be taken for the present.
 */
export async function measureService(
  { db, dataDir }: Pick<MeasuredParts, 'dataDir'> & { db: Pick<Database, 'scrape'> },
  metrics: Metrics,
): Promise<void> {
  const [isQueueRead] = await Promise.all([
    setJobs(db, metrics),
    setFeed(db, metrics),
    setDisk(dataDir, metrics),
  ]);
  metrics.databaseUp.set(isQueueRead ? 1 : 0);
}

/** Sets the gauges of this process, whose values are measured when the metrics are read. */
export async function measureProcess(parts: Omit<MeasuredParts, 'dataDir'>, metrics: Metrics): Promise<void> {
  setConnections(parts.db, metrics);
  await setStores(parts, metrics);
  setReplicas(parts.replicas?.replicas ?? [], metrics);
  metrics.aiGateClosed.set(parts.ai.isHeldBack?.() ? 1 : 0);
}

function setConnections(db: Pick<Database, 'connections'>, metrics: Metrics): void {
  const { total, idle, waiting, pools } = db.connections();
  metrics.databaseConnections.set({ state: 'idle' }, idle);
  metrics.databaseConnections.set({ state: 'busy' }, total - idle);
  metrics.databaseConnections.set({ state: 'awaited' }, waiting);
  const others = [...metrics.pools].map(([name, stateOf]): [string, PoolState] => [name, stateOf()]);
  for (const [pool, state] of [...Object.entries(pools), ...others]) {
    metrics.poolConnections.set({ pool, state: 'idle' }, state.idle);
    metrics.poolConnections.set({ pool, state: 'busy' }, state.total - state.idle);
    metrics.poolWaiting.set({ pool }, state.waiting);
    metrics.poolMaxConnections.set({ pool }, state.max);
  }
}

async function setStores(
  { db, blobs, blobOwner }: Omit<MeasuredParts, 'dataDir'>,
  metrics: Metrics,
): Promise<void> {
  const isStoreFull = (await blobs.obstacle()) !== undefined;
  metrics.diskFull.set({ disk: 'database' }, db.disk.isFull() ? 1 : 0);
  metrics.diskFull.set({ disk: 'recordings' }, isStoreFull ? 1 : 0);
  metrics.diskFullTotal.reset();
  metrics.diskFullTotal.inc({ disk: 'database' }, db.disk.count());
  metrics.diskFullTotal.inc({ disk: 'recordings' }, blobs.disk.count());
  metrics.blobStoreOwned.set(blobOwner.last()?.state === 'owner' ? 1 : 0);
}

/** Measures the disk of the data directory; there is none where database and recordings are elsewhere. */
async function setDisk(dataDir: string, { diskFreeBytes, diskSizeBytes }: Metrics): Promise<void> {
  const found = await statfs(dataDir).catch(() => undefined);
  if (!found) return;
  diskFreeBytes.set({ disk: 'data' }, found.bavail * found.bsize);
  diskSizeBytes.set({ disk: 'data' }, found.blocks * found.bsize);
}

/** @returns whether the database told of the queues */
async function setJobs({ scrape }: Pick<Database, 'scrape'>, metrics: Metrics): Promise<boolean> {
  const depths = await queueDepths(scrape).catch(() => undefined);
  metrics.jobs.reset();
  metrics.deadJobs.reset();
  metrics.oldestJobSeconds.reset();
  if (!depths) return false;
  const none = JOBS.map(({ name }) => ({ job: name, waiting: 0, active: 0, dead: 0, oldestSeconds: 0 }));
  for (const { job, waiting, active, dead, oldestSeconds } of [...none, ...depths]) {
    metrics.jobs.set({ job, state: 'waiting' }, waiting);
    metrics.jobs.set({ job, state: 'active' }, active);
    metrics.oldestJobSeconds.set({ job }, oldestSeconds);
    if (job !== DEAD_LETTERS) metrics.deadJobs.set({ job }, dead);
  }
  return true;
}

async function setFeed(db: Pick<Database, 'scrape'>, metrics: Metrics): Promise<void> {
  await setWebhooks(db, metrics);
  const lateSeconds = await measureLateChanges(db.scrape).catch(() => undefined);
  metrics.unnumberedChangesSeconds.remove();
  if (lateSeconds !== undefined) metrics.unnumberedChangesSeconds.set(lateSeconds);
}

function setReplicas(replicas: ReadReplicas['replicas'], metrics: Metrics): void {
  for (const replica of replicas) {
    const { name } = replica;
    for (const state of REPLICA_STATES) {
      metrics.replicaState.set({ replica: name, state }, state === replica.state ? 1 : 0);
    }
    metrics.replicaLagSeconds.set({ replica: name }, replica.lagSeconds());
  }
}

/** Sets the metrics of webhooks, of every state: an alert needs the zeros as well. */
async function setWebhooks(db: Pick<Database, 'scrape'>, metrics: Metrics): Promise<void> {
  const summaries = await summarizeWebhooks(db.scrape).catch(() => undefined);
  metrics.webhooks.reset();
  metrics.webhookLagSeconds.reset();
  if (!summaries) return;
  for (const state of STATES) {
    const summary = summaries.find((one) => one.state === state);
    metrics.webhooks.set({ state }, summary?.webhooks ?? 0);
    metrics.webhookLagSeconds.set({ state }, summary?.lagSeconds ?? 0);
  }
}
