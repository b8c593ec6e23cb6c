import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { formatDateTime } from '../../lib/time.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type AttemptRow, recordAttempts } from './attempts.ts';
import type { WebhookActor } from './manage-webhooks.ts';
import { signedHeaders } from './message.ts';
import { readWebhook } from './read-webhooks.ts';
import { type PostGuarded, sendMessage } from './send-message.ts';
import { createSign } from './webhook-keys.ts';

const TEST_EVENT = 'webhook.test';

/**
 * Sends a message that tells that it is a test, whether or not the webhook is enabled, and waits for the answer. The
 * webhook's progress and state stay as they are.
 * @throws Fault 404 if the organization has no such webhook; the reason of the signal if it was aborted
 */
export async function testWebhook(
  { db, post }: { db: Database; post: PostGuarded },
  actor: WebhookActor,
  id: number,
  signal: AbortSignal,
): Promise<AttemptRow> {
  const { organizationId } = actor;
  const { keys, signing, format, url } = await readWebhook(db, organizationId, id);
  const atMs = Date.now();
  const text = 'This is a test of a webhook of Parley.';
  const body =
    format === 'slack'
      ? JSON.stringify({ text })
      : JSON.stringify({
          type: TEST_EVENT,
          timestamp: formatDateTime(atMs),
          data: { webhookId: `${id}`, message: text },
        });
  const messageId = `msg_test_${randomUUID()}`;
  const signs = keys.map(({ secret }) => createSign(signing, secret));
  const headers = signedHeaders({ id: messageId, body }, atMs, signs);
  const outcome = await sendMessage(post, url, { headers, body, signal });
  return db.transaction(async (tx) => {
    const attempt = { messageId, event: TEST_EVENT, attempt: 1, outcome, atMs };
    const [row] = await recordAttempts(tx, organizationId, id, [attempt]);
    await recordAudit(tx, actor, 'webhook.test', `webhook ${id}`, {
      status: outcome.status,
      succeeded: outcome.isSuccess,
    });
    return row!;
  });
}
