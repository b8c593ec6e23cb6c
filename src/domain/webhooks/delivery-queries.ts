import type { Statement } from '../../db/database.ts';
import type { Change } from '../changes/read-changes.ts';
import type { EntityType } from '../events/record-event.ts';
import type { WebhookFormat } from './message.ts';
import type { Signing } from './webhook-keys.ts';

/** The time that a worker may be silent before another one takes a webhook over, in seconds. */
const CLAIM_SECONDS = 30;

/** A webhook that a worker has claimed. Times in milliseconds are spans, because the clocks of two machines may differ. */
export type WebhookClaim = { organizationId: number; webhookId: number; fence: number };

/** The data by which a claimed webhook is served. */
export type ClaimedWebhook = {
  url: string;
  types: EntityType[];
  signalIds: number[];
  format: WebhookFormat;
  signing: Signing;
  revision: number;
  position: number;
  failures: number;
  /** The time since the first of the failures in a row; null if there are none. */
  failingMs: number | null;
};

export type PendingRow = Change & { attempts: number; dueInMs: number };

export const claimWebhooks: Statement = {
  name: 'claim-webhooks',
  // Reads every webhook with its progress: they are few, because each organization has few.
  text: `with due as (
      select p.organization_id, p.webhook_id from webhook_progress p
      join webhooks w on w.organization_id = p.organization_id and w.id = p.webhook_id and w.enabled
      left join change_heads head on head.organization_id = p.organization_id
      where (p.claimed_until is null or p.claimed_until < now()) and (p.paused_until is null or p.paused_until <= now())
        and (p.due_at <= now() or p.position < head.last_position)
      order by p.claimed_until nulls first, p.organization_id, p.webhook_id
      limit $1 for update of p skip locked
    )
    update webhook_progress p set fence = p.fence + 1, claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    from due where p.organization_id = due.organization_id and p.webhook_id = due.webhook_id
    returning p.organization_id as "organizationId", p.webhook_id as "webhookId", p.fence`,
};

export const selectClaimed: Statement = {
  name: 'select-claimed-webhook',
  // Served by the primary keys.
  text: `select w.url, w.types, to_json(w.signal_ids) as "signalIds", w.format, w.signing, w.revision, p.position,
           p.failures, (extract(epoch from now() - p.failing_since) * 1000)::float8 as "failingMs"
         from webhook_progress p
         join webhooks w on w.organization_id = p.organization_id and w.id = p.webhook_id and w.enabled
         where p.organization_id = $1 and p.webhook_id = $2 and p.fence = $3`,
};

export const selectPending: Statement = {
  name: 'select-pending-deliveries',
  // Served by the primary key.
  text: `select position, entity_type as type, entity_id as id, change, fields, at, attempts,
           (extract(epoch from due_at - now()) * 1000)::float8 as "dueInMs"
         from webhook_pending where organization_id = $1 and webhook_id = $2 order by position`,
};

export const selectExecutionSignals: Statement = {
  name: 'select-signals-of-executions',
  // Served by the primary key.
  text: `select id, signal_id as "signalId" from signal_executions
         where organization_id = $1 and id = any ($2::bigint[])`,
};

export const selectForgotten: Statement = {
  name: 'select-forgotten-position',
  // Served by the primary key.
  text: `select last_position as "lastPosition", forgotten_position as "forgottenPosition" from change_heads
         where organization_id = $1`,
};

export const settleProgress: Statement = {
  name: 'settle-webhook-progress',
  // Served by the primary keys. Only the current claim may settle.
  text: `update webhook_progress p set position = $4, failures = $5,
           failing_since = case when $5 = 0 then null when $6 then now() else coalesce(p.failing_since, now()) end,
           last_success_at = case when $6 then now() else p.last_success_at end,
           last_failure_at = case when $7::text is null then p.last_failure_at else now() end,
           last_error = coalesce($7, p.last_error),
           due_at = now() + make_interval(secs => $8), paused_until = now() + make_interval(secs => $9),
           missed = p.missed + $10, missed_at = case when $10 > 0 then now() else p.missed_at end,
           claimed_until = case when $11 then null else now() + make_interval(secs => ${CLAIM_SECONDS}) end
         from webhooks w
         where p.organization_id = $1 and p.webhook_id = $2 and p.fence = $3
           and w.organization_id = $1 and w.id = $2
         returning w.revision`,
};

export const deletePending: Statement = {
  name: 'delete-pending-deliveries',
  // Served by the primary key.
  text: `delete from webhook_pending
         where organization_id = $1 and webhook_id = $2 and position = any ($3::bigint[])`,
};

export const upsertPending: Statement = {
  name: 'upsert-pending-deliveries',
  text: `insert into webhook_pending (organization_id, webhook_id, position, entity_type, entity_id, change, fields, at,
           attempts, due_at)
         select $1, $2, position, type, id, change, fields, at, attempts, now() + make_interval(secs => due_in)
         from json_to_recordset($3::json) as told (position bigint, type text, id bigint, change text, fields text[],
           at timestamptz, attempts int, due_in float8)
         on conflict (organization_id, webhook_id, position)
           do update set attempts = excluded.attempts, due_at = excluded.due_at`,
};

export const disableWebhook: Statement = {
  name: 'disable-webhook',
  // Served by the primary key.
  text: `update webhooks set enabled = false, disabled_reason = $3, revision = revision + 1, updated_at = now()
         where organization_id = $1 and id = $2`,
};

export const clearAttempts: Statement = {
  name: 'clear-webhook-attempts',
  text: 'select clear_webhook_attempts()',
};
