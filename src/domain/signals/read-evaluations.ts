import type { Queries, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { formatDateTime } from '../../lib/time.ts';
import { evaluationId } from './labels/evaluation-id.ts';
import type { VerifiedQuote } from './quotes.ts';
import { type ShownCertainty, type StoredCertainty, showCertainty } from './show-certainty.ts';
import { type ShownQuote, showQuote } from './show-quote.ts';

/** The state of the latest pass that was requested; `none` if none was. */
export type ProcessingState = 'none' | 'pending' | 'done' | 'failed';

/** The judgement of a meeting by one signal, as the API shows it. */
export type Evaluation = ShownCertainty & {
  signalId: number;
  signalName: string;
  version: number;
  state: 'fired' | 'not_fired' | 'failed' | 'pending';
  /** Absent if there is no evaluation yet. */
  evaluationId?: string;
  reason?: string;
  executionId?: number;
  evaluatedAt?: string;
  provider?: string;
  model?: string;
  quotes: ShownQuote[];
};

export type MeetingEvaluations = {
  processing: { signals: ProcessingState; summary: ProcessingState; note?: string };
  evaluations: Evaluation[];
};

type EvaluationRow = StoredCertainty & {
  signalsState: ProcessingState | null;
  summaryState: ProcessingState | null;
  processingNote: string | null;
  /** Null, like all fields after it, if no signal was to judge the meeting. */
  signalId: number | null;
  signalName: string;
  version: number;
  /** Null if there is no evaluation yet. */
  runId: number | null;
  state: Evaluation['state'];
  reason: string | null;
  executionId: number | null;
  evaluatedAtMs: number | null;
  provider: string | null;
  model: string | null;
  quotes: VerifiedQuote[] | null;
};

const selectEvaluations: Statement = {
  name: 'select-evaluations',
  // Served by processing_runs_meeting for the few runs of the meeting; evaluations and signals by their primary keys,
  // executions by their unique (organization_id, run_id, signal_id). A finished or superseded run that did not judge a
  // signal is ignored for it, and so is one whose text has been replaced.
  text: `
    with runs as materialized (
      select id, signals_state, summary_state, signal_ids, signal_versions, note
      from processing_runs where organization_id = $1 and meeting_id = $2 and stale_at is null
    ), signals_run as (
      select id, signals_state, note from runs
      where signals_state in ('pending', 'done', 'failed') order by id desc limit 1
    ), summary_run as (
      select id, summary_state, note from runs
      where summary_state in ('pending', 'done', 'failed') order by id desc limit 1
    ), judgements as (
      select e.signal_id, e.version, e.run_id, e.run_id as evaluation_run_id, e.state, e.reason, e.evaluated_at, e.provider, e.model, e.quotes,
        e.confidence, e.votes
      from runs join signal_evaluations e on e.organization_id = $1 and e.run_id = runs.id
      union all
      select asked.signal_id, asked.version, runs.id, null, runs.signals_state,
        case runs.signals_state when 'failed' then runs.note end, null, null, null, null, null, null
      from runs cross join unnest(runs.signal_ids, runs.signal_versions) as asked (signal_id, version)
      where runs.signals_state in ('pending', 'failed')
    ), newest as (
      select distinct on (signal_id) * from judgements order by signal_id, run_id desc, evaluated_at nulls last
    ), shown as (
      select j.signal_id as "signalId", s.name as "signalName", j.version, j.state, j.reason, j.evaluation_run_id as "runId",
        x.id as "executionId", j.evaluated_at as "evaluatedAtMs", j.provider, j.model, j.quotes,
        j.confidence, j.votes
      from newest j
      join signals s on s.organization_id = $1 and s.id = j.signal_id and s.deleted_at is null
      left join signal_executions x
        on x.organization_id = $1 and x.run_id = j.run_id and x.signal_id = j.signal_id
    )
    select (select signals_state from signals_run) as "signalsState",
      (select summary_state from summary_run) as "summaryState",
      (select note from (select id, note from signals_run union all select id, note from summary_run) as notes
       where note is not null order by id desc limit 1) as "processingNote",
      shown.*
    from meetings m left join shown on true
    where m.organization_id = $1 and m.id = $2
    order by "signalId"`,
};

/**
 * Returns the newest judgement of a meeting by each signal, ordered by the signal's id. Signals that never judged it
 * are omitted.
 * @throws Fault 404 if the organization has no such meeting
 */
export async function readEvaluations(
  db: Queries,
  organizationId: number,
  meetingId: number,
): Promise<MeetingEvaluations> {
  const rows = await db.query<EvaluationRow>(selectEvaluations, [organizationId, meetingId]);
  const [first] = rows;
  if (!first) throw new Fault('missing', 'There is no such meeting');
  return {
    processing: {
      signals: first.signalsState ?? 'none',
      summary: first.summaryState ?? 'none',
      ...(first.processingNote === null ? {} : { note: first.processingNote }),
    },
    evaluations: rows.filter((row) => row.signalId !== null).map(showEvaluation),
  };
}

function showEvaluation(row: EvaluationRow): Evaluation {
  const { signalId, signalName, version, runId, state, reason, executionId, evaluatedAtMs } = row;
  const { provider, model } = row;
  return {
    signalId: signalId!,
    signalName,
    version,
    state,
    ...(runId === null ? {} : { evaluationId: evaluationId({ of: 'run', runId, signalId: signalId! }) }),
    ...(reason === null ? {} : { reason }),
    ...(executionId === null ? {} : { executionId }),
    ...(evaluatedAtMs === null ? {} : { evaluatedAt: formatDateTime(evaluatedAtMs) }),
    ...(provider === null ? {} : { provider }),
    ...(model === null ? {} : { model }),
    ...showCertainty(row),
    quotes: (row.quotes ?? []).map(showQuote),
  };
}
