import type { Queries, Statement } from '../../../db/database.ts';
import { Fault } from '../../../lib/faults.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { GIVEN, PLACE, VERDICT } from '../labels/applied-labels.ts';
import { type OutcomeCounts, type Quality, qualityOnLabelled } from '../labels/estimate-quality.ts';
import { evaluationId } from '../labels/evaluation-id.ts';
import { MAX_TO_LABEL, type ToLabel } from '../labels/list-to-label.ts';
import type { VerifiedQuote } from '../quotes.ts';
import { type StoredCertainty, showCertainty } from '../show-certainty.ts';
import { showQuote } from '../show-quote.ts';

/** The judgement of a signal's labels on the draft and on the version that it is compared with, as the API shows it. */
export type ComparedQuality = {
  /** The meetings of the backtest in which both have a label. */
  meetings: number;
  /** Those in which only the draft is right, and only the other version. */
  improved: number;
  worsened: number;
  draft: Omit<Quality, 'agreement'>;
  current: Omit<Quality, 'agreement'>;
};

type CountsRow = OutcomeCounts & { judge: 'draft' | 'current' } & Pick<
    ComparedQuality,
    'meetings' | 'improved' | 'worsened'
  >;

/** The judgement of the labels of signal $2 on the outcomes of backtest $3, as `decided`; of several labels the newest decides. */
const DECIDED = `${GIVEN}, decided as (
    select o.judge, o.source, o.state,
      (array_agg(verdict.is_right order by l.labelled_at desc, l.evaluation_id desc, l.key_id desc))[1] as is_right
    from (
      select 'draft' as judge, meeting_id as source, draft_state as state, draft_quotes as quotes
      from backtest_meetings where organization_id = $1 and backtest_id = $3
      union all
      select 'current', meeting_id, current_state, current_quotes
      from backtest_meetings where organization_id = $1 and backtest_id = $3
    ) as o
    join given l on l.source = o.source
    cross join lateral (select ${VERDICT} as is_right) as verdict
    where o.state in ('fired', 'not_fired') and verdict.is_right is not null
    group by o.judge, o.source, o.state
  )`;

const selectCounts: Statement = {
  name: 'select-label-counts-of-backtest',
  // Served by signal_labels_signal and the primary key of the at most 2,000 results. Only meetings in which both have a label are
  // counted, so that both are measured on the same ground.
  text: `with ${DECIDED}, compared as (
      select source, bool_or(is_right) filter (where judge = 'draft') as draft,
        bool_or(is_right) filter (where judge = 'current') as current
      from decided group by source having count(*) = 2
    )
    select judge, count(*) as meetings,
      count(*) filter (where compared.draft and not compared.current) as improved,
      count(*) filter (where compared.current and not compared.draft) as worsened,
      count(*) filter (where state = 'fired' and is_right) as "firedRight",
      count(*) filter (where state = 'fired' and not is_right) as "firedWrong",
      count(*) filter (where state = 'not_fired' and is_right) as "notFiredRight",
      count(*) filter (where state = 'not_fired' and not is_right) as "notFiredWrong"
    from decided join compared on compared.source = decided.source
    group by judge`,
};

/**
 * Compares a draft with the version of its signal by the labels of the signal.
 * @returns undefined if no meeting of the backtest is labelled
 */
export async function readComparedQuality(
  db: Queries,
  organizationId: number,
  signalId: number,
  backtestId: number,
): Promise<ComparedQuality | undefined> {
  const rows = await db.query<CountsRow>(selectCounts, [organizationId, signalId, backtestId]);
  const draft = rows.find(({ judge }) => judge === 'draft');
  const current = rows.find(({ judge }) => judge === 'current');
  if (!draft || !current) return undefined;
  const { meetings, improved, worsened } = draft;
  return {
    ...{ meetings, improved, worsened },
    draft: qualityOnLabelled(draft),
    current: qualityOnLabelled(current),
  };
}

const selectSignalOf: Statement = {
  name: 'select-signal-of-backtest',
  // Served by the primary key.
  text: 'select signal_id as "signalId" from backtests where organization_id = $1 and id = $2',
};

type Row = StoredCertainty & {
  /** Null, like all fields after it, if nothing is left. */
  meetingId: number | null;
  total: number;
  state: ToLabel['state'];
  reason: string;
  quotes: VerifiedQuote[];
  title: string;
  startMs: number;
};

const selectToLabel: Statement = {
  name: 'select-backtest-results-to-label',
  // Served by signal_labels_signal and the primary key of the at most 2,000 results; the page by the primary key of meetings.
  text: `with ${DECIDED}, waiting as materialized (
      select j.source, j.state, row_number() over (partition by j.state order by ${PLACE}) as turn
      from (
        select meeting_id as source, draft_state as state from backtest_meetings
        where organization_id = $1 and backtest_id = $3 and draft_state in ('fired', 'not_fired')
      ) as j
      where not exists (select from decided where decided.judge = 'draft' and decided.source = j.source)
    ), page as materialized (
      select * from (select * from waiting order by turn, state limit $4) as keys limit ${MAX_TO_LABEL}
    )
    select (select count(*) from waiting) as total, m.id as "meetingId", m.title, m.start_time as "startMs",
      r.draft_state as state, r.draft_reason as reason, r.draft_quotes as quotes,
      r.draft_confidence as confidence, r.draft_votes as votes
    from (select 1) as one
    left join page on true
    left join meetings m on m.organization_id = $1 and m.id = page.source
    left join backtest_meetings r on r.organization_id = $1 and r.backtest_id = $3 and r.meeting_id = page.source
    order by page.turn, page.state`,
};

/**
 * Lists results of a draft that are to be labelled: those that fire and those that do not in turns, each in random order.
 * @throws Fault 404 if the organization has no such backtest, 409 if its draft has no signal
 */
export async function listOutcomesToLabel(
  db: Queries,
  organizationId: number,
  backtestId: number,
  limit: number,
): Promise<{ total: number; evaluations: ToLabel[] }> {
  if (limit > MAX_TO_LABEL) throw new RangeError(`a page holds at most ${MAX_TO_LABEL} results`);
  const [backtest] = await db.query<{ signalId: number | null }>(selectSignalOf, [
    organizationId,
    backtestId,
  ]);
  if (!backtest) throw new Fault('missing', 'There is no such backtest');
  if (backtest.signalId === null) {
    throw new Fault(
      'conflict',
      'The backtest is of a draft without a signal; save the draft as a signal first',
    );
  }
  const values = [organizationId, backtest.signalId, backtestId, limit];
  const rows = await db.query<Row>(selectToLabel, values);
  return {
    total: rows[0]!.total,
    evaluations: rows
      .filter(({ meetingId }) => meetingId !== null)
      .map(({ meetingId, state, reason, quotes, title, startMs, ...certainty }) => ({
        evaluationId: evaluationId({ of: 'draft', backtestId, meetingId: meetingId! }),
        state,
        reason,
        quotes: quotes.map(showQuote),
        ...showCertainty(certainty),
        sourceType: 'meeting',
        sourceId: `${meetingId}`,
        sourceTitle: title,
        sourceTime: formatDateTime(startMs),
      })),
  };
}
