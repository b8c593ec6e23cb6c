import { statfs } from 'node:fs/promises';
import type { AiProvider } from '../ai/types.ts';
import type { BlobStore } from '../blobs/types.ts';
import type { Database } from '../db/database.ts';
import type { BlobOwner } from '../domain/blob-claims/blob-owner.ts';
import { measureLateChanges } from '../domain/changes/late-changes.ts';
import { JOBS } from '../domain/jobs.ts';
import { STATES } from '../domain/webhooks/present-webhook.ts';
import { summarizeWebhooks } from '../domain/webhooks/summarize-webhooks.ts';
import type { Deps } from '../endpoints/define-endpoint.ts';
import { type KeptFile, keepFile } from '../http/kept-file.ts';
import type { Metrics, PoolState } from '../lib/metrics.ts';
import { DEAD_LETTERS, queueDepths } from '../queue/inspect.ts';

/** The sources that are measured when the metrics are read. */
export type MeasuredParts = {
  db: Pick<Database, 'scrape' | 'connections' | 'disk'>;
  blobOwner: Pick<BlobOwner, 'last'>;
  blobs: Pick<BlobStore, 'obstacle' | 'disk'>;
  ai: Pick<AiProvider, 'isHeldBack'>;
  dataDir: string;
};

/**
 * Renders the page of /metrics, at most once in `everyMs` for any number of requests. The database is queried on a
 * connection of its own; its metrics are left out if it does not respond, so that those of the process are still served.
 */
export function createMetricsPage(
  parts: MeasuredParts,
  metrics: Metrics,
  everyMs: number,
): Deps['metricsPage'] {
  let kept: { atMs: number; isBeingMade: boolean; page: Promise<KeptFile> } | undefined;
  const make = async () => {
    await collectMetrics(parts, metrics);
    return keepFile(await metrics.registry.metrics(), metrics.registry.contentType);
  };
  return () => {
    const isDue = !kept || (!kept.isBeingMade && performance.now() - kept.atMs >= everyMs);
    if (!isDue) return kept!.page;
    const next = { atMs: performance.now(), isBeingMade: true, page: make() };
    kept = next;
    next.page
      .catch(() => {
        kept = undefined;
      })
      .finally(() => {
        next.isBeingMade = false;
      });
    return next.page;
  };
}

/**
 * Sets the gauges whose values are measured when the metrics are read, rather than when something happens. What the database
 * does not tell now has no value, because one of before would be taken for the present.
 */
export async function collectMetrics(parts: MeasuredParts, metrics: Metrics): Promise<void> {
  const { db, ai, dataDir } = parts;
  const [isQueueRead] = await Promise.all([
    setJobs(db, metrics),
    setFeed(db, metrics),
    setDisk(dataDir, metrics),
  ]);
  metrics.databaseUp.set(isQueueRead ? 1 : 0);
  setConnections(db, metrics);
  await setStores(parts, metrics);
  metrics.aiGateClosed.set(ai.isHeldBack?.() ? 1 : 0);
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

async function setStores({ db, blobs, blobOwner }: MeasuredParts, metrics: Metrics): Promise<void> {
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
