import type { Statement } from '../../db/database.ts';
import { OLDEST_LATE } from '../changes/late-changes.ts';
import type { EntityType } from '../events/record-event.ts';
import type { WebhookFormat } from './message.ts';
import type { Signing } from './webhook-keys.ts';

/** A key that signs: the newest one has no end. */
export type WebhookKey = { secret: Buffer; expiresAt: number | null };

/** A webhook with its progress. Times are in milliseconds since the epoch. */
export type WebhookRow = {
  id: number;
  url: string;
  description: string | null;
  types: EntityType[];
  signalIds: number[];
  format: WebhookFormat;
  signing: Signing;
  enabled: boolean;
  disabledReason: string | null;
  createdAt: number;
  updatedAt: number;
  /** The change that its progress has reached; `reachedAt` is null if the change is no longer kept. */
  position: number;
  reachedAt: number | null;
  reachedId: number | null;
  failures: number;
  failingSince: number | null;
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  lastError: string | null;
  pausedUntil: number | null;
  /** Changes that can no longer be sent, those included that it has not noticed yet. */
  missed: number;
  missedAt: number | null;
  /** Changes after its position, of all types. */
  behind: number;
  /** Changes up to its position that are not delivered yet. */
  pending: number;
  /** The time of the oldest change that it has not delivered, whether or not that has a position yet. */
  oldestAt: number | null;
  now: number;
};

const WEBHOOK = `select w.id, w.url, w.description, w.types, to_json(w.signal_ids) as "signalIds", w.format, w.signing, w.enabled,
    w.disabled_reason as "disabledReason", w.created_at as "createdAt", w.updated_at as "updatedAt",
    p.position, here.at as "reachedAt", here.entity_id as "reachedId", p.failures,
    p.failing_since as "failingSince", p.last_success_at as "lastSuccessAt", p.last_failure_at as "lastFailureAt",
    p.last_error as "lastError", p.paused_until as "pausedUntil", now(),
    p.missed + greatest(head.forgotten_position - p.position, 0) as missed,
    case when head.forgotten_position > p.position then now() else p.missed_at end as "missedAt",
    coalesce(head.last_position - p.position, 0) as behind, coalesce(waiting.count, 0) as pending,
    least(waiting.oldest, (
      select at from changes where organization_id = $1 and position > p.position order by position limit 1
    ), ${OLDEST_LATE}) as "oldestAt"
  from webhooks w
  join webhook_progress p on p.organization_id = $1 and p.webhook_id = w.id
  left join change_heads head on head.organization_id = $1
  left join changes here on here.organization_id = $1 and here.position = p.position
  left join lateral (
    select count(*)::int as count, min(at) as oldest from webhook_pending
    where organization_id = $1 and webhook_id = w.id) waiting on true`;

export const selectWebhooks: Statement = {
  name: 'select-webhooks',
  // Served by the primary keys; an organization has few webhooks, and each few pending changes.
  text: `${WEBHOOK} where w.organization_id = $1 order by w.id`,
};

export const selectWebhook: Statement = {
  name: 'select-webhook',
  // Served by the primary keys.
  text: `${WEBHOOK} where w.organization_id = $1 and w.id = $2`,
};

export const selectWebhookKeys: Statement = {
  name: 'select-webhook-keys',
  // Served by the primary key; the newest one is first.
  text: `select webhook_id as "webhookId", secret, expires_at as "expiresAt" from webhook_keys
         where organization_id = $1 and webhook_id = any ($2::bigint[])
           and (expires_at is null or expires_at > now())
         order by webhook_id, id desc`,
};

export const lockWebhooks: Statement = {
  name: 'lock-webhooks',
  // Makes concurrent creations count each other's; rows that refer to the organization are not blocked.
  text: 'select id from organizations where id = $1 for no key update',
};

export const countWebhooks: Statement = {
  name: 'count-webhooks',
  // Served by the primary key.
  text: 'select count(*)::int as webhooks from webhooks where organization_id = $1',
};

export const selectUnknownSignals: Statement = {
  name: 'select-unknown-signals',
  // Served by the primary key of signals.
  text: `select wanted.id from unnest($2::bigint[]) as wanted (id)
         left join signals signal on signal.organization_id = $1 and signal.id = wanted.id and signal.deleted_at is null
         where signal.id is null limit 1`,
};

export const insertWebhook: Statement = {
  name: 'insert-webhook',
  text: `with made as (
      insert into webhooks (organization_id, url, description, types, signal_ids, format, signing, enabled)
      values ($1, $2, $3, $4, $5, $6, $7, $8) returning id
    ), begun as (
      insert into webhook_progress (organization_id, webhook_id, position) select $1, id, $9 from made
    ), keyed as (
      insert into webhook_keys (organization_id, webhook_id, secret) select $1, id, $10 from made
    )
    select id from made`,
};

export const lockWebhook: Statement = {
  name: 'lock-webhook',
  // Served by the primary key. It serializes the changes of one webhook.
  text: `select url, description, types, to_json(signal_ids) as "signalIds", format, signing, enabled from webhooks
         where organization_id = $1 and id = $2 for no key update`,
};

export const updateWebhookRow: Statement = {
  name: 'update-webhook',
  // Served by the primary key.
  text: `update webhooks set url = $3, description = $4, types = $5, signal_ids = $6, format = $7, enabled = $8,
           disabled_reason = null, revision = revision + 1, updated_at = now()
         where organization_id = $1 and id = $2`,
};

/** A webhook that was changed begins anew: what failed before may succeed now. */
export const restartWebhook: Statement = {
  name: 'restart-webhook',
  // Served by the primary keys.
  text: `with due as (
      update webhook_pending set due_at = now() where organization_id = $1 and webhook_id = $2 returning 1
    )
    update webhook_progress set failures = 0, failing_since = null, paused_until = null, fence = fence + 1,
      claimed_until = null, due_at = case when exists (select from due) then now() end
    where organization_id = $1 and webhook_id = $2`,
};

export const deleteWebhookRow: Statement = {
  name: 'delete-webhook',
  // Served by the primary key; keys, progress and pending changes go with it.
  text: 'delete from webhooks where organization_id = $1 and id = $2 returning url',
};

export const rotateWebhookKey: Statement = {
  name: 'rotate-webhook-key',
  // Served by the primary keys. The keys of before sign for a while longer, unless they expire sooner.
  text: `with noted as (
      update webhooks set revision = revision + 1, updated_at = now() where organization_id = $1 and id = $2
    ), ending as (
      update webhook_keys set expires_at = now() + make_interval(secs => $4)
      where organization_id = $1 and webhook_id = $2 and expires_at is null
    )
    insert into webhook_keys (organization_id, webhook_id, secret) values ($1, $2, $3)`,
};

export const deleteExpiredKeys: Statement = {
  name: 'delete-expired-webhook-keys',
  // Served by the primary key.
  text: 'delete from webhook_keys where organization_id = $1 and webhook_id = $2 and expires_at <= now()',
};

export const replayWebhook: Statement = {
  name: 'replay-webhook',
  // Served by the primary keys. The fence stops the worker that sends at the moment, whose place is no longer valid.
  text: `with again as (
      delete from webhook_pending where organization_id = $1 and webhook_id = $2 and position > $3
    )
    update webhook_progress set position = $3, fence = fence + 1, claimed_until = null,
      due_at = (select min(due_at) from webhook_pending
                where organization_id = $1 and webhook_id = $2 and position <= $3)
    where organization_id = $1 and webhook_id = $2 and position >= $3 returning webhook_id as id`,
};
