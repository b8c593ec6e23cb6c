import { DeliveryLine } from './delivery-line.ts';
import {
  type ClaimedWebhook,
  type PendingRow,
  selectClaimed,
  selectPending,
  type WebhookClaim,
} from './delivery-queries.ts';
import { type DeliveryParts, Turn, type TurnLimits } from './delivery-turn.ts';
import { selectWebhookKeys, type WebhookKey } from './queries.ts';
import { createSign } from './webhook-keys.ts';

/**
 * Sends a webhook what it has not been sent yet, until nothing is due any more.
 * @throws ClaimLost if another worker has taken the webhook over, or it was deleted or set back
 */
export async function deliverTurn(
  parts: DeliveryParts,
  claim: WebhookClaim,
  limits: TurnLimits,
): Promise<void> {
  const db = parts.db.of(claim.organizationId);
  const id = [claim.organizationId, claim.webhookId];
  const [webhook] = await db.query<ClaimedWebhook>(selectClaimed, [...id, claim.fence]);
  if (!webhook) return;
  const [keys, pending] = await Promise.all([
    db.query<WebhookKey>(selectWebhookKeys, [claim.organizationId, [claim.webhookId]]),
    db.query<PendingRow>(selectPending, id),
  ]);
  const line = new DeliveryLine(webhook.position);
  const nowMs = performance.now();
  for (const { attempts, dueInMs, ...change } of pending) {
    line.add(change, { attempts, dueMs: nowMs + dueInMs, isStored: true });
  }
  const signs = keys.map(({ secret }) => createSign(webhook.signing, secret));
  await new Turn({ ...parts, db }, claim, webhook, signs, line, limits).run();
}
