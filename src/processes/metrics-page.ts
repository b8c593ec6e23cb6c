import type { BlobStore } from '../blobs/types.ts';
import type { Database } from '../db/database.ts';
import type { BlobOwner } from '../domain/blob-claims/blob-owner.ts';
import { measureLateChanges } from '../domain/changes/late-changes.ts';
import { STATES } from '../domain/webhooks/present-webhook.ts';
import { summarizeWebhooks } from '../domain/webhooks/summarize-webhooks.ts';
import type { Deps } from '../endpoints/define-endpoint.ts';
import { type KeptFile, keepFile } from '../http/kept-file.ts';
import type { Metrics } from '../lib/metrics.ts';
import { queueDepths } from '../queue/inspect.ts';

/**
 * Renders the page of /metrics, at most once in `everyMs` for any number of requests. The database is queried on a
 * connection of its own; its metrics are left out if it does not respond, so that those of the process are still served.
 */
export function createMetricsPage(
  db: Pick<Database, 'scrape' | 'connections' | 'disk'>,
  metrics: Metrics,
  everyMs: number,
  { blobOwner, blobs }: { blobOwner: Pick<BlobOwner, 'last'>; blobs: Pick<BlobStore, 'obstacle' | 'disk'> },
): Deps['metricsPage'] {
  let kept: { atMs: number; isBeingMade: boolean; page: Promise<KeptFile> } | undefined;
  const make = async () => {
    const depths = await queueDepths(db.scrape).catch(() => []);
    await setWebhooks(db, metrics);
    // A value of before would claim that changes are numbered.
    metrics.unnumberedChangesSeconds.remove();
    const lateSeconds = await measureLateChanges(db.scrape).catch(() => undefined);
    if (lateSeconds !== undefined) metrics.unnumberedChangesSeconds.set(lateSeconds);
    const { total, idle, waiting } = db.connections();
    metrics.databaseConnections.set({ state: 'idle' }, idle);
    metrics.databaseConnections.set({ state: 'busy' }, total - idle);
    metrics.databaseConnections.set({ state: 'awaited' }, waiting);
    const isStoreFull = (await blobs.obstacle()) !== undefined;
    metrics.diskFull.set({ disk: 'database' }, db.disk.isFull() ? 1 : 0);
    metrics.diskFull.set({ disk: 'recordings' }, isStoreFull ? 1 : 0);
    metrics.diskFullTotal.reset();
    metrics.diskFullTotal.inc({ disk: 'database' }, db.disk.count());
    metrics.diskFullTotal.inc({ disk: 'recordings' }, blobs.disk.count());
    metrics.blobStoreOwned.set(blobOwner.last()?.state === 'owner' ? 1 : 0);
    metrics.jobs.reset();
    metrics.oldestJobSeconds.reset();
    for (const depth of depths) {
      metrics.jobs.set({ job: depth.job, state: 'waiting' }, depth.waiting);
      metrics.jobs.set({ job: depth.job, state: 'active' }, depth.active);
      metrics.oldestJobSeconds.set({ job: depth.job }, depth.oldestSeconds);
    }
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

/** Sets the metrics of webhooks, of every state: an alert needs the zeros as well. */
async function setWebhooks(db: Pick<Database, 'scrape'>, metrics: Metrics): Promise<void> {
  metrics.webhooks.reset();
  metrics.webhookLagSeconds.reset();
  const summaries = await summarizeWebhooks(db.scrape).catch(() => undefined);
  if (!summaries) return;
  for (const state of STATES) {
    const summary = summaries.find((one) => one.state === state);
    metrics.webhooks.set({ state }, summary?.webhooks ?? 0);
    metrics.webhookLagSeconds.set({ state }, summary?.lagSeconds ?? 0);
  }
}
