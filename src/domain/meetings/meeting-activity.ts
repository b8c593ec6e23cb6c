import type { Queries, Statement } from '../../db/database.ts';
import { formatDay, toPostgresTime } from '../../lib/time.ts';
import type { SourceType } from './source-types.ts';

/** The number of meetings of one source that started on one day in UTC. */
export type MeetingDay = { day: string; sourceType: SourceType; meetings: number };

const selectActivity: Statement = {
  name: 'select-meeting-activity',
  // An index-only scan of meetings_start_time, which contains the source. At 100,000 meetings a year: 35 ms for the
  // year.
  text: `select date_trunc('day', start_time, 'UTC') as "dayMs", source_type as "sourceType",
                count(*) as meetings
         from meetings
         where organization_id = $1 and start_time >= $2 and start_time <= coalesce($3::timestamptz, now())
         group by 1, 2 order by 1, 2`,
};

/**
 * Counts the meetings that started on each day; days without any are omitted.
 * @param window inclusive, in milliseconds since the epoch; without `toMs` it ends now
 */
export async function readMeetingActivity(
  db: Queries,
  organizationId: number,
  window: { fromMs: number; toMs?: number },
): Promise<MeetingDay[]> {
  const to = window.toMs === undefined ? null : toPostgresTime(window.toMs);
  const values = [organizationId, toPostgresTime(window.fromMs), to];
  const rows = await db.query<Omit<MeetingDay, 'day'> & { dayMs: number }>(selectActivity, values);
  return rows.map(({ dayMs, ...counted }) => ({ day: formatDay(dayMs), ...counted }));
}
