import type { Queries, Statement } from '../../db/database.ts';
import { formatDateTime } from '../../lib/time.ts';
import { formatCursor } from '../changes/cursor.ts';
import { TYPE_SCOPES } from '../changes/type-scopes.ts';
import type { EntityType } from '../events/record-event.ts';
import type { DeliveryOutcome } from './send-message.ts';

/** An attempt to deliver a message, as it is recorded. */
export type DeliveryAttempt = {
  messageId: string;
  /** Such as `meeting.updated`, or `webhook.test`. */
  event: string;
  /** The entity that changed and the position of the change; absent for a test. */
  entityId?: number;
  position?: number;
  /** Counted from 1. */
  attempt: number;
  outcome: DeliveryOutcome;
  /** When it began, in milliseconds since the epoch. */
  atMs: number;
  /** The pause before the next attempt, if there will be one. */
  nextSeconds?: number;
};

export type AttemptRow = {
  organizationId: number;
  id: number;
  messageId: string;
  event: string;
  entityId: string | null;
  position: number | null;
  attempt: number;
  isSuccess: boolean;
  status: number | null;
  error: string | null;
  ms: number;
  answer: string | null;
  nextAt: number | null;
  at: number;
};

const COLUMNS = `organization_id as "organizationId", id, message_id as "messageId", event, entity_id as "entityId",
  position, attempt, is_success as "isSuccess", status, error, ms, answer, next_at as "nextAt", at`;

/** Tells of an attempt whether the entity still exists: an answer about one that is gone is not kept. */
const EXISTS = `case split_part(told.event, '.', 1)
    when 'meeting' then exists (select from meetings where organization_id = $1 and id = told.entity_id::bigint)
    when 'email' then exists (select from emails where organization_id = $1 and id = told.entity_id::bigint)
    when 'execution' then exists (select from signal_executions execution
      join signals signal on signal.organization_id = $1 and signal.id = execution.signal_id and signal.deleted_at is null
      where execution.organization_id = $1 and execution.id = told.entity_id::bigint
        and execution.superseded_at is null)
    when 'signal' then exists (select from signals
      where organization_id = $1 and id = told.entity_id::bigint and deleted_at is null)
    when 'user' then exists (select from users where organization_id = $1 and id = told.entity_id::bigint)
    else true end`;

const insertAttempts: Statement = {
  name: 'insert-webhook-attempts',
  // The look at the entity is served by the primary keys and users_id. It comes before the insert because ids, which are the
  // order of the log, must come from one sequence: Citus would send an insert that looks at other tables to their node, which
  // has a sequence of its own.
  text: `with told as materialized (
           select told.*, told.answer is not null and ${EXISTS} as "keepsAnswer"
           from json_to_recordset($3::json) as told (message_id text, event text, entity_id text, position bigint,
             attempt int, is_success boolean, status int, error text, ms int, answer text, next_seconds float8,
             at_ms float8)
         )
         insert into webhook_attempts (organization_id, webhook_id, message_id, event, entity_id, position, attempt,
           is_success, status, error, ms, answer, next_at, at)
         select $1, $2, message_id, event, entity_id, position, attempt, is_success, status, error, ms,
           case when "keepsAnswer" then answer end, now() + make_interval(secs => next_seconds),
           least(to_timestamp(at_ms / 1000.0), now())
         from told
         returning ${COLUMNS}`,
};

/**
 * Records attempts, in the transaction that settles them, after it has locked the progress of the webhook. Answers about
 * entities that have been deleted meanwhile are left out.
 * @returns the records
 */
export function recordAttempts(
  tx: Queries,
  organizationId: number,
  webhookId: number,
  attempts: readonly DeliveryAttempt[],
): Promise<AttemptRow[]> {
  const told = attempts.map(({ outcome, ...attempt }) => ({
    message_id: attempt.messageId,
    event: attempt.event,
    entity_id: attempt.entityId,
    position: attempt.position,
    attempt: attempt.attempt,
    is_success: outcome.isSuccess,
    status: outcome.status,
    error: outcome.error,
    ms: outcome.ms,
    answer: outcome.answer,
    next_seconds: attempt.nextSeconds,
    at_ms: attempt.atMs,
  }));
  return tx.query<AttemptRow>(insertAttempts, [organizationId, webhookId, JSON.stringify(told)]);
}

/** The log of a webhook before a record of an id. */
const LOG = 'from webhook_attempts where organization_id = $1 and webhook_id = $2 and id < $3';

const selectAttempts: Statement = {
  name: 'select-webhook-attempts',
  // Served by the primary keys of the partitions, backwards.
  text: `select ${COLUMNS} ${LOG} order by id desc limit $4`,
};

const selectSucceeded: Statement = {
  name: 'select-succeeded-webhook-attempts',
  // Served by the primary keys of the partitions, backwards: most attempts succeed.
  text: `select ${COLUMNS} ${LOG} and is_success order by id desc limit $4`,
};

const selectFailed: Statement = {
  name: 'select-failed-webhook-attempts',
  // Served by webhook_attempts_failed, backwards.
  text: `select ${COLUMNS} ${LOG} and not is_success order by id desc limit $4`,
};

export const OUTCOMES = ['succeeded', 'failed'] as const;

/**
 * Lists the attempts of a webhook, newest first.
 * @param before only records that are older than the one of this id
 */
export function listAttempts(
  db: Queries,
  [organizationId, webhookId]: readonly [number, number],
  {
    status,
    before,
    limit,
  }: { status?: (typeof OUTCOMES)[number] | undefined; before: number; limit: number },
): Promise<AttemptRow[]> {
  const values = [organizationId, webhookId, before, limit];
  if (status === 'failed') return db.query<AttemptRow>(selectFailed, values);
  if (status === 'succeeded') return db.query<AttemptRow>(selectSucceeded, values);
  return db.query<AttemptRow>(selectAttempts, values);
}

/**
 * Returns the attempt as the API shows it.
 * @param scopes the scopes of the key that reads it; absent for the operator at the command line
 */
export function presentAttempt(row: AttemptRow, scopes?: ReadonlySet<string>) {
  return {
    id: `${row.id}`,
    messageId: row.messageId,
    type: row.event,
    entityId: row.entityId ?? undefined,
    position: row.position === null ? undefined : `${row.position}`,
    replayAfter: row.position === null ? undefined : cursorBefore(row.organizationId, row.position),
    attempt: row.attempt,
    status: row.isSuccess ? OUTCOMES[0] : OUTCOMES[1],
    httpStatus: row.status ?? undefined,
    error: row.error ?? undefined,
    ms: row.ms,
    answer: mayReadAnswer(row.event, scopes) ? (row.answer ?? undefined) : undefined,
    at: formatDateTime(row.at),
    nextAttemptAt: row.nextAt === null ? undefined : formatDateTime(row.nextAt),
  };
}

/** A receiver may answer with what it was sent, so its answer needs the scope of the entity that the message was about. */
function mayReadAnswer(event: string, scopes: ReadonlySet<string> | undefined): boolean {
  const scope = TYPE_SCOPES[event.split('.')[0] as EntityType] as string | undefined;
  // A test is about no entity.
  return scope === undefined || !scopes || scopes.has(scope);
}

/** Returns the cursor of a reader whose next change is at the position. */
function cursorBefore(organizationId: number, position: number): string {
  // The log does not know which change stood there, so the cursor bears no mark of it.
  return formatCursor(organizationId, { position: position - 1, mark: 0 });
}
