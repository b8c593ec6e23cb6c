import type { Statement, Transaction } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import { processRunJob } from '../jobs.ts';
import type { Source } from './request-run.ts';

const supersedeExecutions: Statement = {
  name: 'supersede-executions-of-source',
  // Served by processing_runs_meeting and processing_runs_email, then by the executions' unique key.
  text: `update signal_executions execution set superseded_at = now() from processing_runs run
         where run.organization_id = $1 and (run.meeting_id = $2 or run.email_id = $3)
           and execution.organization_id = $1 and execution.run_id = run.id and execution.superseded_at is null`,
};

const deleteSummary: Statement = {
  name: 'delete-meeting-summary',
  text: 'delete from meeting_summaries where organization_id = $1 and meeting_id = $2',
};

const renewRuns: Statement = {
  name: 'renew-processing-runs',
  // Served by processing_runs_meeting and processing_runs_email. Work that was still to be done, by the newest run that
  // was asked for it, goes to one new run: each run judges the words of one transcript only.
  text: `with newest as materialized (
           select max(id) filter (where signals_state is not null) as signals_run,
             max(id) filter (where summary_state is not null) as summary_run
           from processing_runs
           where organization_id = $1 and (meeting_id = $2 or email_id = $3) and stale_at is null
         ), stale as (
           update processing_runs set stale_at = now(), finished_at = coalesce(finished_at, now()),
             signals_state = case when signals_state in ('pending', 'failed') then 'superseded' else signals_state end,
             summary_state = case when summary_state in ('pending', 'failed') then 'superseded' else summary_state end
           where organization_id = $1 and (meeting_id = $2 or email_id = $3) and stale_at is null
         )
         insert into processing_runs (organization_id, meeting_id, email_id, cause, signals_state, summary_state,
           signal_ids, signal_versions)
         select $1, $2, $3, coalesce(signals.cause, summary.cause), signals.signals_state, summary.summary_state,
           coalesce(signals.signal_ids, '{}'), coalesce(signals.signal_versions, '{}')
         from newest
         left join processing_runs signals
           on signals.organization_id = $1 and signals.id = signals_run and signals.signals_state = 'pending'
         left join processing_runs summary
           on summary.organization_id = $1 and summary.id = summary_run and summary.summary_state = 'pending'
         where num_nonnulls(signals.id, summary.id) > 0
         returning id`,
};

/**
 * Supersedes everything that was found in a conversation, in the transaction that replaces its words: executions with
 * their evidence, evaluations and the summary. What a run had still to do is done by a new run over the new words.
 * The caller has locked the conversation's row, and asks for further runs after this.
 */
export async function supersedeFindings(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  { meetingId, emailId }: Source,
): Promise<void> {
  const source = [organizationId, meetingId, emailId];
  const [, , [renewed]] = await Promise.all([
    tx.query(supersedeExecutions, source),
    meetingId === undefined ? undefined : tx.query(deleteSummary, [organizationId, meetingId]),
    tx.query<{ id: number }>(renewRuns, source),
  ]);
  if (renewed) await queue.enqueue(tx, processRunJob, organizationId, { runId: renewed.id });
}
