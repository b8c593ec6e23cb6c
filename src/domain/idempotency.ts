import type { Queries, Statement, Transaction } from '../db/database.ts';
import { Fault } from '../lib/faults.ts';

/** The use of a caller's Idempotency-Key: the operation, the key, and a SHA-256 of query and body. */
export type Idempotency = { operation: string; key: string; fingerprint: Buffer };

/** The time for which the first response is repeated. */
const IDEMPOTENCY_HOURS = 24;

const tryLock: Statement = {
  name: 'try-lock-idempotency-key',
  text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 7275539114)) as locked',
};

const selectAnswer: Statement = {
  name: 'select-idempotent-answer',
  // Served by the primary key.
  text: `select fingerprint, body from idempotency_keys
         where organization_id = $1 and operation = $2 and key = $3
           and created_at > now() - make_interval(hours => $4)`,
};

const insertAnswer: Statement = {
  name: 'insert-idempotent-answer',
  text: `insert into idempotency_keys (organization_id, operation, key, fingerprint, body, created_at)
         values ($1, $2, $3, $4, $5, now())
         on conflict (organization_id, operation, key) do update
           set fingerprint = excluded.fingerprint, body = excluded.body, created_at = excluded.created_at`,
};

const tryLocks: Statement = {
  name: 'try-lock-idempotency-keys',
  text: `select key from unnest($2::text[]) as key
         where pg_try_advisory_xact_lock(hashtextextended($1 || key, 7275539114))`,
};

const selectAnswered: Statement = {
  name: 'select-answered-idempotency-keys',
  // Served by the primary key.
  text: `select key from idempotency_keys
         where organization_id = $1 and operation = $2 and key = any($3::text[])
           and created_at > now() - make_interval(hours => $4)`,
};

const insertAnswers: Statement = {
  name: 'insert-idempotent-answers',
  // Rows are inserted in the order of their keys, so that two that insert the same ones do not wait for each other.
  text: `insert into idempotency_keys (organization_id, operation, key, fingerprint, body, created_at)
         select $1, $2, key, fingerprint, body::json, now()
         from unnest($3::text[], $4::bytea[], $5::text[]) as given (key, fingerprint, body) order by key
         on conflict (organization_id, operation, key) do update
           set fingerprint = excluded.fingerprint, body = excluded.body, created_at = excluded.created_at`,
};

/** The number of records that one statement deletes. */
const BATCH = 5000;

type Expired = { organizationId: number; operation: string; key: string };

const selectExpired: Statement = {
  name: 'select-expired-idempotent-answers',
  // Served by idempotency_keys_created_at; it looks at all organizations.
  text: `select organization_id as "organizationId", operation, key from idempotency_keys
         where created_at < now() - make_interval(hours => $1)
         order by created_at limit ${BATCH}`,
};

const deleteExpired: Statement = {
  name: 'delete-expired-idempotent-answers',
  // Served by the primary key. Of one organization, because Citus locks no rows of several. A record that is being used again is left.
  text: `with expired as materialized (
           select operation, key from idempotency_keys
           where organization_id = $1 and (operation, key) in (select * from unnest($2::text[], $3::text[]))
             and created_at < now() - make_interval(hours => $4)
           for update skip locked
         )
         delete from idempotency_keys k using expired
         where k.organization_id = $1 and k.operation = expired.operation and k.key = expired.key
         returning k.key`,
};

/** Deletes expired records in batches; the worker's housekeeping executes it. */
export async function deleteExpiredAnswers(db: Queries, signal: AbortSignal): Promise<void> {
  for (;;) {
    const expired = await db.query<Expired>(selectExpired, [IDEMPOTENCY_HOURS]);
    let count = 0;
    for (const [organizationId, records] of Map.groupBy(expired, (one) => one.organizationId)) {
      signal.throwIfAborted();
      const [operations, keys] = [records.map(({ operation }) => operation), records.map(({ key }) => key)];
      count += (await db.query(deleteExpired, [organizationId, operations, keys, IDEMPOTENCY_HOURS])).length;
    }
    // Records that others have locked are found again: only a batch of nothing else ends the pass.
    if (expired.length < BATCH || count === 0) return;
  }
}

/**
 * Does `work` once per key, inside the caller's transaction: the effect and the record of its response are committed
 * together, so a crash leaves neither. Without a key, `work` is always done.
 * @throws Fault 422 if the key was used for another request, 409 if the same request is still in progress
 */
export async function once<Result extends object>(
  tx: Transaction,
  organizationId: number,
  idempotency: Idempotency | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!idempotency) return work();
  const { operation, key, fingerprint } = idempotency;
  const [lock] = await tx.query<{ locked: boolean }>(tryLock, [`${organizationId}/${operation}/${key}`]);
  if (!lock!.locked)
    throw new Fault('conflict', 'A request with this Idempotency-Key is still in progress; try again');
  const id = [organizationId, operation, key];
  const [stored] = await tx.query<{ fingerprint: Buffer; body: Result }>(selectAnswer, [
    ...id,
    IDEMPOTENCY_HOURS,
  ]);
  if (stored) {
    if (stored.fingerprint.equals(fingerprint)) return stored.body;
    throw new Fault(
      'unprocessable',
      'This Idempotency-Key was already used for a different request; use a new key',
    );
  }
  const result = await work();
  await tx.query(insertAnswer, [...id, fingerprint, JSON.stringify(result)]);
  return result;
}

/**
 * Claims the keys of requests whose work is done together, until the end of the caller's transaction.
 * @param all of one operation, without duplicates
 * @returns the keys for which the work has to be done, and whose responses {@link storeAnswers} then stores. The other keys were used
 *   before, or are in use; {@link once} tells which.
 */
export async function claimKeys(
  tx: Transaction,
  organizationId: number,
  all: readonly Idempotency[],
): Promise<ReadonlySet<string>> {
  const [first] = all;
  if (!first) return new Set();
  const { operation } = first;
  const keys = all.map(({ key }) => key);
  const [locked, answered] = await Promise.all([
    tx.query<{ key: string }>(tryLocks, [`${organizationId}/${operation}/`, keys]),
    tx.query<{ key: string }>(selectAnswered, [organizationId, operation, keys, IDEMPOTENCY_HOURS]),
  ]);
  const free = new Set(locked.map(({ key }) => key));
  for (const { key } of answered) free.delete(key);
  return free;
}

/** Stores the responses to requests of one operation whose keys were claimed in the same transaction. */
export async function storeAnswers(
  tx: Transaction,
  organizationId: number,
  answers: readonly (Idempotency & { answer: object })[],
): Promise<void> {
  const [first] = answers;
  if (!first) return;
  await tx.query(insertAnswers, [
    ...[organizationId, first.operation],
    answers.map(({ key }) => key),
    answers.map(({ fingerprint }) => fingerprint),
    answers.map(({ answer }) => JSON.stringify(answer)),
  ]);
}
