import type { Queries } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import type { Webhook } from './present-webhook.ts';
import {
  selectWebhook,
  selectWebhookKeys,
  selectWebhooks,
  type WebhookKey,
  type WebhookRow,
} from './queries.ts';

/** Lists the webhooks of an organization by id, disabled ones included. */
export async function listWebhooks(db: Queries, organizationId: number): Promise<Webhook[]> {
  return withKeys(db, organizationId, await db.query<WebhookRow>(selectWebhooks, [organizationId]));
}

/** @throws Fault 404 if the organization has no such webhook */
export async function readWebhook(db: Queries, organizationId: number, id: number): Promise<Webhook> {
  const rows = await db.query<WebhookRow>(selectWebhook, [organizationId, id]);
  if (rows.length === 0) throw noSuchWebhook();
  const [webhook] = await withKeys(db, organizationId, rows);
  return webhook!;
}

async function withKeys(
  db: Queries,
  organizationId: number,
  rows: readonly WebhookRow[],
): Promise<Webhook[]> {
  if (rows.length === 0) return [];
  type KeyRow = WebhookKey & { webhookId: number };
  const keys = await db.query<KeyRow>(selectWebhookKeys, [organizationId, rows.map(({ id }) => id)]);
  const byWebhook = Map.groupBy(keys, ({ webhookId }) => webhookId);
  // A webhook that is deleted in between has no keys any more.
  return rows.flatMap((row) => {
    const own = byWebhook.get(row.id);
    return own ? [{ ...row, keys: own }] : [];
  });
}

/** Returns the fault for a webhook that does not exist, or belongs to another organization. */
export function noSuchWebhook(): Fault {
  return new Fault('missing', 'There is no such webhook');
}
