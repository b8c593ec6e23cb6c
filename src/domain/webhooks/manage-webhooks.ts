import type { Database, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import type { Network } from '../../lib/guarded-fetch/addresses.ts';
import { listInWords } from '../../lib/text.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { type FeedPlace, parseCursor } from '../changes/cursor.ts';
import { readHead } from '../changes/read-changes.ts';
import { TYPE_SCOPES } from '../changes/type-scopes.ts';
import { ENTITY_TYPES, type EntityType } from '../events/record-event.ts';
import { urlFault } from './check-url.ts';
import type { WebhookFormat } from './message.ts';
import type { Webhook } from './present-webhook.ts';
import {
  countWebhooks,
  deleteExpiredKeys,
  deleteWebhookRow,
  insertWebhook,
  lockWebhook,
  lockWebhooks,
  replayWebhook,
  restartWebhook,
  rotateWebhookKey,
  selectUnknownSignals,
  selectWebhookKeys,
  updateWebhookRow,
} from './queries.ts';
import { noSuchWebhook, readWebhook } from './read-webhooks.ts';
import { createWebhookSecret, type Signing } from './webhook-keys.ts';

/** The most webhooks of an organization: each is sent every change. */
export const MAX_WEBHOOKS = 50;

/** The time for which a key signs after another one has taken its place. */
const OLD_KEY_SECONDS = 24 * 3600;

/** The most keys that sign at the same time, so that the header of the signatures stays short. */
const MAX_KEYS = 5;

/** The settings that can be changed. */
type Settings = {
  url: string;
  description: string | null;
  types: EntityType[];
  signalIds: number[];
  format: WebhookFormat;
  enabled: boolean;
};

/** A new webhook. `after` is a cursor of the feed, or `now`, which is the default. */
export type NewWebhook = Pick<Settings, 'url'> &
  Partial<Omit<Settings, 'description'>> & { description?: string; signing?: Signing; after?: string };

/** Changes to a webhook; omitted fields stay. */
export type WebhookChanges = Partial<NewWebhook>;

/** The author of a change with the scopes of the key; the operator at the command line needs none. */
export type WebhookActor = Actor & { scopes?: ReadonlySet<string> };

/**
 * Creates a webhook.
 * @param allow the networks that may be reached although they are not public
 * @returns the webhook; its secret is to be shown this once
 * @throws Fault 400 for a wrong URL or cursor, 403 if the key may not see what the webhook would be sent, 404 for an unknown
 *   signal, 409 if the organization has too many webhooks, 410 if the changes after the cursor are no longer kept
 */
export function createWebhook(
  db: Database,
  actor: WebhookActor,
  { url, description, signing = 'hmac', enabled = true, after = 'now', ...wanted }: NewWebhook,
  allow: readonly Network[],
): Promise<Webhook> {
  const { organizationId } = actor;
  const { format = 'standard', signalIds = [] } = wanted;
  const settings = { types: wanted.types ?? defaultTypes(actor, format), signalIds, format };
  checkSettings(actor, { url, ...settings }, allow);
  return db.transaction(async (tx) => {
    await tx.query(lockWebhooks, [organizationId]);
    const [row] = await tx.query<{ webhooks: number }>(countWebhooks, [organizationId]);
    if (row!.webhooks >= MAX_WEBHOOKS) {
      throw new Fault(
        'conflict',
        `An organization can have at most ${MAX_WEBHOOKS} webhooks; delete one first`,
      );
    }
    await refuseUnknownSignals(tx, organizationId, signalIds);
    const { position } = await placeAfter(tx, organizationId, after);
    const values = [
      url,
      description || null,
      orderedTypes(settings.types),
      signalIds,
      format,
      signing,
      enabled,
    ];
    const [made] = await tx.query<{ id: number }>(insertWebhook, [
      organizationId,
      ...values,
      position,
      createWebhookSecret(),
    ]);
    const detail = { host: new URL(url).host, types: settings.types, format, signing, enabled };
    await recordAudit(tx, actor, 'webhook.create', `webhook ${made!.id}`, detail);
    return readWebhook(tx, organizationId, made!.id);
  });
}

/**
 * Changes a webhook. It goes on where it was; another URL, and being enabled again, end the pauses of its retries.
 * @throws Fault 404 if the organization has no such webhook, and as {@link createWebhook}
 */
export function updateWebhook(
  db: Database,
  actor: WebhookActor,
  id: number,
  changes: WebhookChanges,
  allow: readonly Network[],
): Promise<Webhook> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const before = await lockForChange(tx, actor, id);
    const given = Object.entries(changes).filter(([name, value]) => value !== undefined && name in before);
    const after: Settings = { ...before, ...Object.fromEntries(given) };
    after.types = orderedTypes(after.types);
    after.description ||= null;
    checkSettings(actor, after, allow);
    await refuseUnknownSignals(tx, organizationId, changes.signalIds ?? []);
    const changed = SETTINGS.filter((name) => `${after[name]}` !== `${before[name]}`);
    if (changed.length === 0) return readWebhook(tx, organizationId, id);
    const { url, description, types, signalIds, format, enabled } = after;
    const values = [url, description, types, signalIds, format, enabled];
    await tx.query(updateWebhookRow, [organizationId, id, ...values]);
    if (changed.includes('url') || (enabled && !before.enabled)) {
      await tx.query(restartWebhook, [organizationId, id]);
    }
    // The path and the query of a URL can be secret, as those of Slack are.
    const detail = Object.fromEntries(
      changed.map((name) => (name === 'url' ? ['host', new URL(url).host] : [name, after[name]])),
    );
    await recordAudit(tx, actor, 'webhook.update', `webhook ${id}`, detail);
    return readWebhook(tx, organizationId, id);
  });
}

const SETTINGS = ['url', 'description', 'types', 'signalIds', 'format', 'enabled'] as const;

/** @throws Fault 404 if the organization has no such webhook */
export async function deleteWebhook(db: Database, actor: Actor, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [deleted] = await tx.query<{ url: string }>(deleteWebhookRow, [actor.organizationId, id]);
    if (!deleted) throw noSuchWebhook();
    await recordAudit(tx, actor, 'webhook.delete', `webhook ${id}`, { host: new URL(deleted.url).host });
  });
}

/**
 * Gives a webhook a new key. The keys of before sign as well for 24 hours.
 * @returns the webhook; its secret is to be shown this once
 * @throws Fault 404 if the organization has no such webhook, 403 if the key may not see what it is sent, 409 if too many of
 *   its keys still sign
 */
export function rotateWebhook(db: Database, actor: WebhookActor, id: number): Promise<Webhook> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await lockForChange(tx, actor, id);
    await tx.query(deleteExpiredKeys, [organizationId, id]);
    const keys = await tx.query(selectWebhookKeys, [organizationId, [id]]);
    if (keys.length >= MAX_KEYS) {
      throw new Fault(
        'conflict',
        `${MAX_KEYS} keys of this webhook sign at the moment; rotate it again later`,
      );
    }
    await tx.query(rotateWebhookKey, [organizationId, id, createWebhookSecret(), OLD_KEY_SECONDS]);
    await recordAudit(tx, actor, 'webhook.rotate', `webhook ${id}`);
    return readWebhook(tx, organizationId, id);
  });
}

/**
 * Sends the changes after a cursor again, with the same ids.
 * @throws Fault 400 if it is no cursor or the webhook has not come so far, 403 if the key may not see what it is sent,
 *   404 if the organization has no such webhook, 410 if the changes after the cursor are no longer kept
 */
export function replayAfter(db: Database, actor: WebhookActor, id: number, after: string): Promise<Webhook> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await lockForChange(tx, actor, id);
    const { position } = await placeAfter(tx, organizationId, after);
    const moved = await tx.query(replayWebhook, [organizationId, id, position]);
    if (moved.length === 0) {
      throw new Fault('invalid', 'after must not be later than the place that the webhook has reached');
    }
    await recordAudit(tx, actor, 'webhook.replay', `webhook ${id}`, { position: `${position}` });
    return readWebhook(tx, organizationId, id);
  });
}

async function lockForChange(
  tx: Transaction,
  actor: WebhookActor,
  id: number,
): Promise<Settings & { signing: Signing }> {
  const [row] = await tx.query<Settings & { signing: Signing }>(lockWebhook, [actor.organizationId, id]);
  if (!row) throw noSuchWebhook();
  refuseHiddenTypes(actor, row.types);
  return row;
}

function checkSettings(
  actor: WebhookActor,
  { url, types, format }: Pick<Settings, 'url' | 'types' | 'format'>,
  allow: readonly Network[],
): void {
  const fault = urlFault(url, allow);
  if (fault) throw new Fault('invalid', `url ${fault}`);
  if (format === 'slack' && types.some((type) => type !== 'execution')) {
    throw new Fault('invalid', 'types must be execution alone where format is slack');
  }
  refuseHiddenTypes(actor, types);
}

function defaultTypes({ scopes }: WebhookActor, format: WebhookFormat): EntityType[] {
  if (format === 'slack') return ['execution'];
  const seen = ENTITY_TYPES.filter((type) => scopes?.has(TYPE_SCOPES[type]) ?? true);
  return seen.length > 0 ? seen : [...ENTITY_TYPES];
}

const orderedTypes = (types: readonly EntityType[]) => ENTITY_TYPES.filter((type) => types.includes(type));

/** A key that could direct what it may not see to a URL of its choice would see it there. */
function refuseHiddenTypes({ scopes }: WebhookActor, types: readonly EntityType[]): void {
  const needed = new Set(types.map((type) => TYPE_SCOPES[type]));
  const lacking = [...needed].filter((scope) => scopes && !scopes.has(scope));
  if (lacking.length === 0) return;
  throw new Fault(
    'forbidden',
    `A key needs the scopes of what a webhook is sent; this key lacks ${listInWords(lacking, 'and')}`,
  );
}

async function refuseUnknownSignals(tx: Transaction, organizationId: number, ids: readonly number[]) {
  if (ids.length === 0) return;
  const [unknown] = await tx.query<{ id: number }>(selectUnknownSignals, [organizationId, ids]);
  if (unknown) throw new Fault('missing', `There is no such signal: ${unknown.id}`);
}

async function placeAfter(tx: Transaction, organizationId: number, after: string): Promise<FeedPlace> {
  if (after === 'now') return readHead(tx, organizationId);
  const cursor = parseCursor(organizationId, after);
  if (!cursor || cursor.snapshot) {
    throw new Fault('invalid', 'after must be now, or a cursor of changes that follow the present state');
  }
  await readHead(tx, organizationId, cursor);
  return cursor;
}
