import type { Queries, Statement } from '../../db/database.ts';
import { formatDay, toPostgresTime } from '../../lib/time.ts';
import type { SignalDay } from './signal-activity.ts';

/** The number of conversations that a signal judged. */
export type SignalJudged = { signalId: number; conversations: number };

/**
 * A window over the start of a meeting or the time an e-mail was sent; inclusive, in milliseconds; without `toMs` it
 * ends now.
 */
type Window = { fromMs: number; toMs?: number };

/** Returns the conversations of the window, by an index-only scan of meetings_start_time or emails_sent_at. */
const conversationsOf = (table: 'meetings' | 'emails', time: string) =>
  `${table} c where c.organization_id = $1 and c.${time} >= $2 and c.${time} <= coalesce($3::timestamptz, now())`;
const MEETINGS = conversationsOf('meetings', 'start_time');
const EMAILS = conversationsOf('emails', 'sent_at');

const selectFired: Statement = {
  name: 'select-conversation-activity',
  // Served by index-only scans of signal_executions_meeting and signal_executions_email. With 300,000 executions in the
  // 100,000 meetings of 90 days: 0.75 s on two busy cores; in the 8,000 of a week: 0.1 s.
  text: `select day::timestamp at time zone 'UTC' as "dayMs", s.id as "signalId", sum(n)::int as executions
    from (
      select (c.start_time at time zone 'UTC')::date as day, k.signal_id, count(*) as n
      from signal_executions k join (select c.id, c.start_time from ${MEETINGS}) as c on k.meeting_id = c.id
      where k.organization_id = $1 and k.superseded_at is null group by 1, 2
      union all
      select (c.sent_at at time zone 'UTC')::date, k.signal_id, count(*)
      from signal_executions k join (select c.id, c.sent_at from ${EMAILS}) as c on k.email_id = c.id
      where k.organization_id = $1 and k.superseded_at is null group by 1, 2
    ) as counts
    join signals s on s.organization_id = $1 and s.id = counts.signal_id and s.deleted_at is null
    group by day, s.id order by day, s.id`,
};

/**
 * Counts how often each signal fired in the conversations of each day, with meetings counted at their start and e-mails
 * at the time they were sent; days without any are omitted. The time of the judgement is not considered.
 */
export async function readConversationActivity(
  db: Queries,
  organizationId: number,
  window: Window,
): Promise<SignalDay[]> {
  const rows = await db.query<Omit<SignalDay, 'day'> & { dayMs: number }>(
    selectFired,
    values(organizationId, window),
  );
  return rows.map(({ dayMs, ...counted }) => ({ day: formatDay(dayMs), ...counted }));
}

/**
 * Returns the query for the runs over conversations of the window whose text is still current; `is_only` tells whether
 * the conversation has one such run.
 */
const runsOf = (conversations: string, source: 'meeting_id' | 'email_id') => `
  select r.id, r.${source} as source, r.signal_ids, r.signals_state,
    count(*) over (partition by r.${source}) = 1 as is_only
  from processing_runs r join (select c.id from ${conversations}) as c on r.${source} = c.id
  where r.organization_id = $1 and r.stale_at is null and r.signals_state is not null`;

/** The judgements of a finished run follow from its row; nearly all conversations have exactly one such run. */
const IS_PLAIN = `is_only and signals_state = 'done'`;

const judgedIn = (runs: string) => `
  select unnest(signal_ids) as signal_id, n
  from (select signal_ids, count(*) as n from ${runs} where ${IS_PLAIN} group by signal_ids) as plain
  union all
  select signal_id, count(*) from (
    select distinct e.signal_id, r.source from ${runs} r
    join signal_evaluations e on e.organization_id = $1 and e.run_id = r.id and e.state <> 'failed'
    where not (${IS_PLAIN})
  ) as several group by signal_id`;

const selectJudged: Statement = {
  name: 'select-conversations-judged',
  // Served by processing_runs_meeting and processing_runs_email, and the primary key of evaluations. Runs are counted
  // by their set of signals, of which there are few: for 100,000 meetings this takes 0.2 s, compared with 4 s for
  // counting their million evaluations.
  text: `with of_meetings as materialized (${runsOf(MEETINGS, 'meeting_id')}),
      of_emails as materialized (${runsOf(EMAILS, 'email_id')})
    select s.id as "signalId", sum(n)::int as conversations
    from (${judgedIn('of_meetings')} union all ${judgedIn('of_emails')}) as judged
    join signals s on s.organization_id = $1 and s.id = judged.signal_id and s.deleted_at is null
    group by s.id order by s.id`,
};

/**
 * Counts the conversations of the window that each signal judged, whether or not it fired; the executions of {@link
 * readConversationActivity} are a subset of them. Signals that judged none are omitted.
 */
export async function readConversationsJudged(
  db: Queries,
  organizationId: number,
  window: Window,
): Promise<SignalJudged[]> {
  return db.query<SignalJudged>(selectJudged, values(organizationId, window));
}

function values(organizationId: number, { fromMs, toMs }: Window): unknown[] {
  return [organizationId, toPostgresTime(fromMs), toMs === undefined ? null : toPostgresTime(toMs)];
}
