import type { Queries, Statement } from '../../db/database.ts';

/** The orders besides that of the time of the evaluation. */
export type SortedBy = 'sourceTime' | 'signalName';

/** Up to this number of executions, all are sorted; beyond it, conversations are read in their order until a page is full. */
const MAX_SORTED = 2000;

/** The requested signals that are not deleted. */
const WANTED = `
  wanted as materialized (
    select coalesce(array_agg(id), '{}') as ids from signals
    where organization_id = $1 and deleted_at is null and ($4::bigint[] is null or id = any ($4))
  )`;

/** The conditions of the list on an execution `k`. */
const FITS = `
  k.organization_id = $1 and k.superseded_at is null
  and k.triggered_at >= $2 and k.triggered_at <= coalesce($3::timestamptz, now())
  and case when k.meeting_id is null then $6::boolean else $5::boolean end`;

const OF_WANTED = `k.signal_id = any ((select ids from wanted)::bigint[])`;

type Direction = 'asc' | 'desc';

/** Few executions: found by signal_executions_triggered_at or signal_executions_all, their conversations by primary keys. */
const fewBySourceTime = (direction: Direction): Statement => ({
  name: `select-few-executions-by-source-time-${direction}`,
  text: `
    with ${WANTED}
    select k.id from signal_executions k
    left join meetings m on m.organization_id = $1 and m.id = k.meeting_id
    left join emails mail on mail.organization_id = $1 and mail.id = k.email_id
    where ${FITS} and ${OF_WANTED}
    order by coalesce(m.start_time, mail.sent_at) ${direction}, k.id ${direction} limit $7 offset $8`,
});

/**
 * Many executions: conversations are read in the order of meetings_start_time and emails_sent_at, and their executions in
 * signal_executions_meeting and signal_executions_email, until the page is full. OFFSET 0 prevents plans that sort all.
 */
const manyBySourceTime = (direction: Direction): Statement => ({
  name: `select-many-executions-by-source-time-${direction}`,
  text: `
    with ${WANTED}
    select id from (
      (select m.start_time as at, fired.id from meetings m cross join lateral (
         select k.id from signal_executions k where k.meeting_id = m.id and ${FITS} and ${OF_WANTED} offset 0
       ) as fired
       where m.organization_id = $1 and $5::boolean
       order by m.start_time ${direction}, fired.id ${direction} limit $7::bigint + $8::bigint)
      union all
      (select mail.sent_at, fired.id from emails mail cross join lateral (
         select k.id from signal_executions k where k.email_id = mail.id and ${FITS} and ${OF_WANTED} offset 0
       ) as fired
       where mail.organization_id = $1 and $6::boolean
       order by mail.sent_at ${direction}, fired.id ${direction} limit $7::bigint + $8::bigint)
    ) as both_kinds
    order by at ${direction}, id ${direction} limit $7 offset $8`,
});

/** By signal, each one's newest first: in signal_executions_triggered_at, no further than the page reaches. */
const bySignalName = (direction: Direction): Statement => ({
  name: `select-executions-by-signal-name-${direction}`,
  text: `
    select fired.id from signals s cross join lateral (
      select k.id, k.triggered_at from signal_executions k where k.signal_id = s.id and ${FITS}
      order by k.triggered_at desc, k.id desc limit $7::bigint + $8::bigint
    ) as fired
    where s.organization_id = $1 and s.deleted_at is null and ($4::bigint[] is null or s.id = any ($4))
    order by lower(s.name) ${direction}, s.id ${direction}, fired.triggered_at desc, fired.id desc limit $7 offset $8`,
});

const BY_SOURCE_TIME = {
  few: { asc: fewBySourceTime('asc'), desc: fewBySourceTime('desc') },
  many: { asc: manyBySourceTime('asc'), desc: manyBySourceTime('desc') },
};
const BY_SIGNAL_NAME = { asc: bySignalName('asc'), desc: bySignalName('desc') };

/**
 * Returns the ids of a page of executions, in their order: by the time of the conversation then id, or by the present
 * name of the signal, and then the newest evaluation first.
 * @param filters the values of $1 to $6: organization, window, signals, and whether meetings and e-mails count
 * @param order.total the executions that fit the filters
 */
export async function listSortedExecutions(
  db: Queries,
  filters: readonly unknown[],
  { sort, isDescending, total }: { sort: SortedBy; isDescending: boolean; total: number },
  page: { limit: number; offset: number },
): Promise<number[]> {
  const direction = isDescending ? 'desc' : 'asc';
  const statements =
    sort === 'signalName' ? BY_SIGNAL_NAME : BY_SOURCE_TIME[total <= MAX_SORTED ? 'few' : 'many'];
  const statement = statements[direction];
  const rows = await db.query<{ id: number }>(statement, [...filters, page.limit, page.offset]);
  return rows.map(({ id }) => id);
}
