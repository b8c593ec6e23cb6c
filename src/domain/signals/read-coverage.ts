import type { Queries, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { formatDateTime, toPostgresTime } from '../../lib/time.ts';

/**
 * The number of conversations of a window in each state, for one signal: eligible = fired + notFired + failed +
 * pending.
 */
export type Coverage = {
  signalId: number;
  from: string;
  to: string;
  sources: number;
  eligible: number;
  fired: number;
  notFired: number;
  failed: number;
  pending: number;
  notEvaluated: number;
};

type CoverageRow = {
  toMs: number;
  sources: number;
  fired: number;
  notFired: number;
  failed: number;
  pending: number;
};

/**
 * The newest state of the signal for a conversation with the runs `r`: a judgement, or that it is waiting or failed
 * without one. A finished or superseded run that did not judge the signal is ignored, and so is one whose text has been
 * replaced.
 */
const NEWEST = `
  select coalesce(e.state, r.signals_state) as state from processing_runs r
  left join signal_evaluations e on e.organization_id = $1 and e.run_id = r.id and e.signal_id = $2
  where r.organization_id = $1 and r.stale_at is null
    and (e.state is not null or (r.signals_state in ('pending', 'failed') and $2 = any(r.signal_ids)))`;

const selectCoverage: Statement = {
  name: 'select-coverage',
  // Served by index-only scans of meetings_start_time and emails_sent_at for the conversations of the window; the
  // newest run of each by processing_runs_meeting and processing_runs_email, its evaluation by the primary key. One
  // snapshot covers all, so that a concurrent judgement is counted in exactly one state.
  text: `
    with signal as materialized (
      select context_source, coalesce($4::timestamptz, now()::timestamptz(3)) as until
      from signals where organization_id = $1 and id = $2 and deleted_at is null
    ), sources as (
      select newest.state from meetings c
      left join lateral (${NEWEST} and r.meeting_id = c.id order by r.id desc limit 1) as newest on true
      where c.organization_id = $1 and c.start_time >= $3 and c.start_time <= (select until from signal)
        and (select context_source from signal) in ('MEETING', 'ALL')
      union all
      select newest.state from emails c
      left join lateral (${NEWEST} and r.email_id = c.id order by r.id desc limit 1) as newest on true
      where c.organization_id = $1 and c.sent_at >= $3 and c.sent_at <= (select until from signal)
        and (select context_source from signal) in ('EMAIL', 'ALL')
    )
    select until as "toMs", counts.*
    from signal cross join (
      select count(*) as sources, count(*) filter (where state = 'fired') as fired,
        count(*) filter (where state = 'not_fired') as "notFired",
        count(*) filter (where state = 'failed') as failed, count(*) filter (where state = 'pending') as pending
      from sources
    ) as counts`,
};

/**
 * Counts the conversations of a window by their newest judgement by a signal.
 * @param window over the start of a meeting or the time an e-mail was sent; inclusive, in milliseconds; without
 *   `toMs` it ends now
 * @throws Fault 404 if the organization has no such signal
 */
export async function readCoverage(
  db: Queries,
  organizationId: number,
  signalId: number,
  window: { fromMs: number; toMs?: number },
): Promise<Coverage> {
  const [row] = await db.query<CoverageRow>(selectCoverage, [
    organizationId,
    signalId,
    toPostgresTime(window.fromMs),
    window.toMs === undefined ? null : toPostgresTime(window.toMs),
  ]);
  if (!row) throw new Fault('missing', 'There is no such signal');
  const { toMs, sources, fired, notFired, failed, pending } = row;
  const eligible = fired + notFired + failed + pending;
  return {
    signalId,
    from: formatDateTime(window.fromMs),
    to: formatDateTime(toMs),
    ...{ sources, eligible, fired, notFired, failed, pending },
    notEvaluated: sources - eligible,
  };
}
