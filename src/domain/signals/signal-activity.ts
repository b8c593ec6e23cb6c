import type { Queries, Statement } from '../../db/database.ts';
import { formatDay, toPostgresTime } from '../../lib/time.ts';

/**
 * The number of times a signal fired on one day in UTC: the day of the conversation or of the judgement, depending on
 * the query.
 */
export type SignalDay = { day: string; signalId: number; executions: number };

/** The days at the edges of the window. */
const FIRST_DAY = `($2::timestamptz at time zone 'UTC')::date`;
const LAST_DAY = `(coalesce($3::timestamptz, now()) at time zone 'UTC')::date`;

const BETWEEN = `day > ${FIRST_DAY} and day < ${LAST_DAY}`;

const selectActivity: Statement = {
  name: 'select-signal-activity',
  // Served by the primary keys: days inside the window have been counted already (migrations/0011_counts.sql). Those at
  // its edges are counted in signal_executions_triggered_at.
  text: `select day::timestamp at time zone 'UTC' as "dayMs", s.id as "signalId", sum(n)::int as executions
    from signals s cross join lateral (
      select day, executions as n from execution_days
      where organization_id = $1 and signal_id = s.id and ${BETWEEN}
      union all
      select day, executions from execution_day_changes
      where organization_id = $1 and signal_id = s.id and ${BETWEEN}
      union all
      select edge.day, (
        select count(*) from signal_executions k
        where k.organization_id = $1 and k.signal_id = s.id and k.superseded_at is null
          and k.triggered_at >= greatest($2, edge.day::timestamp at time zone 'UTC')
          and k.triggered_at <= coalesce($3::timestamptz, now())
          and k.triggered_at < (edge.day + 1)::timestamp at time zone 'UTC')
      from (select ${FIRST_DAY} union select ${LAST_DAY}) as edge (day)
    ) as counts
    where s.organization_id = $1 and s.deleted_at is null
    group by day, s.id having sum(n) > 0
    order by day, s.id`,
};

/**
 * Counts how often each signal fired on each day by the time of the judgement, in meetings and e-mails, as the lists of
 * executions count; days without any are omitted.
 * @param window over the time of the judgement; inclusive, in milliseconds since the epoch; without `toMs` it ends
 *   now
 */
export async function readSignalActivity(
  db: Queries,
  organizationId: number,
  window: { fromMs: number; toMs?: number },
): Promise<SignalDay[]> {
  const to = window.toMs === undefined ? null : toPostgresTime(window.toMs);
  const values = [organizationId, toPostgresTime(window.fromMs), to];
  const rows = await db.query<Omit<SignalDay, 'day'> & { dayMs: number }>(selectActivity, values);
  return rows.map(({ dayMs, ...counted }) => ({ day: formatDay(dayMs), ...counted }));
}
