import type { Statement, Transaction } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Source } from '../conversations/source.ts';
import { recordEvents, recordMeetingUpdate } from '../events/record-event.ts';
import { processRunJob } from '../jobs.ts';

const supersedeExecutions: Statement = {
  name: 'supersede-executions-of-source',
  // Served by processing_runs_meeting and processing_runs_email, then by the executions' unique key.
  text: `update signal_executions execution set superseded_at = now() from processing_runs run
         where run.organization_id = $1 and (run.meeting_id = $2 or run.email_id = $3)
           and execution.organization_id = $1 and execution.run_id = run.id and execution.superseded_at is null
         returning execution.id`,
};

const deleteSummary: Statement = {
  name: 'delete-meeting-summary',
  text: 'delete from meeting_summaries where organization_id = $1 and meeting_id = $2 returning meeting_id',
};

const renewRuns: Statement = {
  name: 'renew-processing-runs',
  // Served by processing_runs_meeting and processing_runs_email, then by the evaluations' primary key. The newest run of a
  // part keeps the part if the run has stored nothing yet, because it will judge the new text. The open work of other
  // newest runs goes to a new run; that of older runs has been overtaken.
  text: `with runs as materialized (
           select id, cause, signals_state, summary_state, signal_ids, signal_versions,
             coalesce(signals_state, 'pending') = 'pending' and coalesce(summary_state, 'pending') = 'pending'
               and not exists (select 1 from signal_evaluations evaluation
                               where evaluation.organization_id = $1 and evaluation.run_id = processing_runs.id)
               as "isUntouched"
           from processing_runs
           where organization_id = $1 and (meeting_id = $2 or email_id = $3) and stale_at is null
         ), newest as (
           select max(id) filter (where signals_state is not null) as signals_run,
             max(id) filter (where summary_state is not null) as summary_run
           from runs
         ), kept as (
           select id, signals_state, summary_state,
             "isUntouched" and id = coalesce(signals_run, 0) as signals,
             "isUntouched" and id = coalesce(summary_run, 0) as summary
           from runs, newest
         ), stale as (
           update processing_runs run set
             stale_at = case when kept.signals or kept.summary then null else clock.at end,
             finished_at = case when kept.signals or kept.summary then run.finished_at
                                else coalesce(run.finished_at, clock.at) end,
             signals_state = case when run.signals_state in ('pending', 'failed') and not kept.signals
                                  then 'superseded' else run.signals_state end,
             summary_state = case when run.summary_state in ('pending', 'failed') and not kept.summary
                                  then 'superseded' else run.summary_state end
           from (select now() as at offset 0) as clock, kept
           where run.organization_id = $1 and run.id = kept.id
             and (kept.signals_state is not null and not kept.signals
               or kept.summary_state is not null and not kept.summary)
         )
         insert into processing_runs (organization_id, meeting_id, email_id, cause, signals_state, summary_state,
           signal_ids, signal_versions)
         select $1, $2, $3, coalesce(signals.cause, summary.cause), signals.signals_state, summary.summary_state,
           coalesce(signals.signal_ids, '{}'), coalesce(signals.signal_versions, '{}')
         from newest
         left join runs signals
           on signals.id = signals_run and signals.signals_state = 'pending' and not signals."isUntouched"
         left join runs summary
           on summary.id = summary_run and summary.summary_state = 'pending' and not summary."isUntouched"
         where num_nonnulls(signals.id, summary.id) > 0
         returning id`,
};

/**
 * Supersedes all findings of a conversation, in the transaction that replaces its text: executions with their evidence,
 * evaluations and the summary. Open work is done on the new text, by a run that has stored no findings of the old one.
 * The caller has locked the conversation's row, and requests further runs after this.
 */
export async function supersedeFindings(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  { meetingId, emailId }: Source,
): Promise<void> {
  const source = [organizationId, meetingId, emailId];
  const [superseded, summaries, [renewed]] = await Promise.all([
    tx.query<{ id: number }>(supersedeExecutions, source),
    meetingId === undefined ? [] : tx.query(deleteSummary, [organizationId, meetingId]),
    tx.query<{ id: number }>(renewRuns, source),
  ]);
  const ids = superseded.map(({ id }) => id);
  await recordEvents(tx, { organizationId, type: 'execution', ids, change: 'deleted' });
  if (meetingId !== undefined && summaries.length > 0) {
    await recordMeetingUpdate(tx, organizationId, meetingId, ['summary']);
  }
  if (renewed) await queue.enqueue(tx, processRunJob, organizationId, { runId: renewed.id });
}

const selectShown: Statement = {
  name: 'select-shown-executions-of-source',
  // Served by signal_executions_meeting and signal_executions_email. Executions of a deleted signal have been recorded
  // as deleted with it.
  text: `select execution.id from signal_executions execution
         join signals signal on signal.organization_id = $1 and signal.id = execution.signal_id
         where execution.organization_id = $1 and (execution.meeting_id = $2 or execution.email_id = $3)
           and execution.superseded_at is null and signal.deleted_at is null`,
};

/** Records the deletion of a conversation's executions, before they are deleted with it. */
export async function recordExecutionsGone(
  tx: Transaction,
  organizationId: number,
  { meetingId, emailId }: Source,
): Promise<void> {
  const shown = await tx.query<{ id: number }>(selectShown, [organizationId, meetingId, emailId]);
  const ids = shown.map(({ id }) => id);
  await recordEvents(tx, { organizationId, type: 'execution', ids, change: 'deleted' });
}
