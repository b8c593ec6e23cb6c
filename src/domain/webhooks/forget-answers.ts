import type { Database, Statement } from '../../db/database.ts';

/** The most deletions that one transaction covers. */
const BATCH = 1000;

/** The most organizations that one pass covers. */
const MAX_ORGANIZATIONS = 100;

const selectDue: Statement = {
  name: 'select-organizations-with-deletions',
  // Served by the primary keys and changes_deleted. It examines one entry for each organization, because the pass covers
  // all of them.
  text: `select head.organization_id as id from change_heads head
         left join webhook_answers_forgotten done on done.organization_id = head.organization_id
         where exists (select from changes
           where changes.organization_id = head.organization_id and changes.change = 'deleted'
             and changes.position > coalesce(done.position, 0))
         order by head.organization_id limit ${MAX_ORGANIZATIONS}`,
};

const limitWait: Statement = {
  name: 'limit-wait-for-webhooks',
  text: `select set_config('lock_timeout', '1s', true)`,
};

const lockProgress: Statement = {
  name: 'lock-webhook-progress',
  // Served by the primary key.
  text: 'select webhook_id from webhook_progress where organization_id = $1 order by webhook_id for update',
};

const selectDeleted: Statement = {
  name: 'select-deletions-after-forgotten-answers',
  // Served by changes_deleted.
  text: `select position, entity_type as type, entity_id::text as id from changes
    where organization_id = $1 and change = 'deleted' and position > coalesce(
      (select position from webhook_answers_forgotten where organization_id = $1), 0)
    order by position limit $2`,
};

type Deletion = { position: number; type: string; id: string };

const forget: Statement = {
  name: 'forget-webhook-answers',
  // Served by signal_executions_triggered_at and webhook_attempts_answers. The deletion of a signal implies that of its
  // executions.
  text: `with gone as materialized (
      select entity_type, entity_id from unnest($2::text[], $3::text[]) as deleted (entity_type, entity_id)
      union all
      select 'execution', execution.id::text from signal_executions execution
      where execution.organization_id = $1 and execution.signal_id = any ($4::bigint[])
        and execution.superseded_at is null
    )
    update webhook_attempts set answer = null
    where organization_id = $1 and answer is not null and entity_id = any (array(select entity_id from gone))
      and (split_part(event, '.', 1), entity_id) in (select entity_type, entity_id from gone)`,
};

const noteForgotten: Statement = {
  name: 'note-forgotten-webhook-answers',
  // Served by the primary key.
  text: `insert into webhook_answers_forgotten as done (organization_id, position) values ($1, $2)
    on conflict (organization_id) do update set position = greatest(done.position, excluded.position)`,
};

/**
 * Removes the stored answers of receivers to messages about entities that have been deleted since; the attempts remain.
 * Any number of processes may call it at the same time, and one that is killed leaves the rest to the next pass.
 */
export async function forgetAnswers(db: Database): Promise<void> {
  const due = await db.patient.query<{ id: number }>(selectDue, []);
  for (const { id } of due) {
    for (let deletions = BATCH; deletions === BATCH; ) deletions = await forgetBatch(db.of(id), id);
  }
}

/**
 * An attempt that is settled before the rows are locked is seen here; one that is settled later sees that its entity is
 * gone (attempts.ts).
 */
function forgetBatch(db: Database, organizationId: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(limitWait, []);
    await tx.query(lockProgress, [organizationId]);
    const deleted = await tx.query<Deletion>(selectDeleted, [organizationId, BATCH]);
    const last = deleted.at(-1);
    if (last === undefined) return 0;
    const signals = deleted.filter(({ type }) => type === 'signal');
    await tx.query(forget, [
      organizationId,
      deleted.map(({ type }) => type),
      deleted.map(({ id }) => id),
      signals.map(({ id }) => id),
    ]);
    await tx.query(noteForgotten, [organizationId, last.position]);
    return deleted.length;
  });
}
