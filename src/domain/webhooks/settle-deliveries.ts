import type { Database, Transaction } from '../../db/database.ts';
import { formatDateTime } from '../../lib/time.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type DeliveryAttempt, recordAttempts } from './attempts.ts';
import type { Item } from './delivery-line.ts';
import {
  deletePending,
  disableWebhook,
  settleProgress,
  upsertPending,
  type WebhookClaim,
} from './delivery-queries.ts';

/** The results that a worker has of a webhook since it settled last. */
export type TurnProgress = {
  position: number;
  changed: readonly Item[];
  removed: readonly number[];
  attempts: readonly DeliveryAttempt[];
  /** Failures in a row, and whether an attempt has succeeded since the last time. */
  failures: number;
  hasSucceeded: boolean;
  /** The reason for which the latest attempt failed, if one has since the last time. */
  error?: string | undefined;
  /** When the next change is due, and the time before which nothing is sent, in seconds from now. */
  dueInSeconds: number | undefined;
  pausedSeconds: number | undefined;
  /** Changes that can no longer be sent. */
  missed: number;
  /** The reason for which the receiver wants no further messages. */
  disabledReason?: string | undefined;
};

/** The error that another worker has claimed the webhook, or that it was deleted or set back. */
export class ClaimLost extends Error {}

/**
 * Stores the progress of a webhook and renews the claim, or ends it.
 * @returns the revision of the webhook
 * @throws ClaimLost
 */
export function settleDeliveries(
  db: Database,
  claim: WebhookClaim,
  progress: TurnProgress,
  { isLast, nowMs }: { isLast: boolean; nowMs: number },
): Promise<number> {
  return db.transaction(async (tx) => {
    const { organizationId, webhookId, fence } = claim;
    const { failures, hasSucceeded, error = null, dueInSeconds = null, pausedSeconds = null } = progress;
    const values = [progress.position, failures, hasSucceeded, error, dueInSeconds, pausedSeconds];
    const [row] = await tx.query<{ revision: number }>(settleProgress, [
      ...[organizationId, webhookId, fence],
      ...[...values, progress.missed, isLast],
    ]);
    if (!row) throw new ClaimLost('another worker sends to the webhook, or it was changed');
    await Promise.all(storeItems(tx, claim, progress, nowMs));
    if (progress.attempts.length > 0) await recordAttempts(tx, organizationId, webhookId, progress.attempts);
    if (progress.disabledReason !== undefined) {
      await tx.query(disableWebhook, [organizationId, webhookId, progress.disabledReason]);
      await recordAudit(tx, { organizationId }, 'webhook.disable', `webhook ${webhookId}`, {
        reason: progress.disabledReason,
      });
    }
    return row.revision;
  });
}

function storeItems(
  tx: Transaction,
  { organizationId, webhookId }: WebhookClaim,
  { removed, changed }: TurnProgress,
  nowMs: number,
): Promise<unknown>[] {
  const id = [organizationId, webhookId];
  const told = changed.map(({ change, attempts, dueMs }) => ({
    ...change,
    at: formatDateTime(change.at),
    attempts,
    due_in: Math.max(0, (dueMs - nowMs) / 1000),
  }));
  return [
    ...(removed.length > 0 ? [tx.query(deletePending, [...id, removed])] : []),
    ...(told.length > 0 ? [tx.query(upsertPending, [...id, JSON.stringify(told)])] : []),
  ];
}
