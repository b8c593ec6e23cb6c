import type { Database, Statement } from '../../db/database.ts';
import { OutboxFloor } from './outbox-floor.ts';

/** The most events that one pass moves: several seconds of the fastest ingest. */
const MAX_EVENTS_PER_PASS = 5000;

/** Allows one pass at a time: two would wait for each other's rows. */
const LOCK = 'pg_try_advisory_xact_lock(7275539119)';

const sequence: Statement = {
  name: 'sequence-changes',
  // Served by the primary keys. A pass that did not wait for a lock sees all events that were committed before it
  // began, on all nodes of the database; a later pass numbers the others. Events of one entity become one change: deleted if that was the last event,
  // otherwise created if that was the first. An execution that was stored after its signal had been deleted is omitted,
  // because no reader would learn of its deletion: the deletion of the signal implied it.
  text: `with lock as (select ${LOCK} as is_mine), found as materialized (
      select organization_id, id from event_outbox
      where id > $1 and (select is_mine from lock) and not (xmin = any ((select committing_transactions())::xid[]))
      order by id limit ${MAX_EVENTS_PER_PASS}
    ), taken as (
      delete from event_outbox where (organization_id, id) in (select organization_id, id from found)
      returning organization_id, id, entity_type, entity_id, change, fields, at
    ), orphans as materialized (
      select executions_of_deleted_signals(array_agg(organization_id), array_agg(entity_id)) as ids
      from taken where entity_type = 'execution' and change = 'created' having count(*) > 0
    ), told as (
      select * from taken
      where not (entity_type = 'execution' and change = 'created'
        and coalesce(entity_id = any ((select ids from orphans)::bigint[]), false))
    ), merged as (
      select organization_id, entity_type, entity_id, max(id) as last_id, max(at) as at,
        case when bool_or(change = 'deleted') then 'deleted' when bool_or(change = 'created') then 'created'
          else 'updated' end as change,
        array(select distinct field from unnest(string_to_array(string_agg(array_to_string(fields, ','), ','), ',')) as field
              where field <> '' order by field) as fields
      from told group by organization_id, entity_type, entity_id
    ), heads as (
      insert into change_heads as head (organization_id, last_position)
      select organization_id, count(*) from merged group by organization_id order by organization_id
      on conflict (organization_id) do update set last_position = head.last_position + excluded.last_position
      returning organization_id, last_position
    ), numbered as (
      insert into changes (organization_id, position, entity_type, entity_id, change, fields, at)
      select organization_id,
        last_position - count(*) over (partition by organization_id)
          + row_number() over (partition by organization_id order by last_id),
        entity_type, entity_id, change, case when change = 'updated' then fields else '{}' end, at
      from merged join heads using (organization_id)
    ), noted as (
      update change_sequencing set at = now(), floor_id = $1
      where at < now() - interval '1 s' and (select is_mine from lock)
        and (select count(*) from found) < ${MAX_EVENTS_PER_PASS}
    )
    select (select is_mine from lock) as "isMine", (select count(*)::int from found) as found,
      (select max(id) from taken) as "lastId",
      coalesce((select array_agg(organization_id) from heads), '{}') as "organizationIds"`,
};

type Pass = { isMine: boolean; found: number; lastId: number | null; organizationIds: number[] };

/**
 * Moves committed events to the changes, each at the next position of its organization, until few are left. Several
 * processes may call it at the same time: one of them does the work, and the others find none.
 * @param floor what earlier calls of this process have learned
 * @returns the organizations that have new changes
 */
export async function sequenceChanges(db: Database, floor = new OutboxFloor()): Promise<Set<number>> {
  const changed = new Set<number>();
  await floor.check(db);
  for (let moved = MAX_EVENTS_PER_PASS; moved === MAX_EVENTS_PER_PASS; ) {
    const rows = await db.transaction((tx) => tx.query<Pass>(sequence, [floor.id]));
    const { isMine, found, lastId, organizationIds } = rows[0]!;
    for (const id of organizationIds) changed.add(id);
    if (lastId !== null) floor.noteTaken(lastId);
    if (isMine && found < MAX_EVENTS_PER_PASS) floor.notePassed();
    moved = found;
  }
  return changed;
}
