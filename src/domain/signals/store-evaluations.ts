import type { Statement, Transaction } from '../../db/database.ts';
import { toPostgresTime } from '../../lib/time.ts';
import type { LoadedConversation } from '../conversations/load-conversation.ts';
import { type ChangeKind, recordEvents } from '../events/record-event.ts';
import type { LockedRun } from '../runs/run-queries.ts';
import type { Judgement } from './judge.ts';
import { renderExecution } from './render-execution.ts';

const insertEvaluations: Statement = {
  name: 'insert-signal-evaluations',
  // Judgements of the run stay; only failed ones are replaced. The time is the one that the body of an execution shows.
  text: `with given as (
      select * from jsonb_to_recordset($3) as given ("signalId" bigint, version integer, state text, reason text,
        quotes jsonb, provider text, model text, "promptHash" text, "inputTokens" integer, "outputTokens" integer,
        confidence double precision, votes boolean[], body text, "followUps" text)
    ), stored as (
      insert into signal_evaluations (organization_id, run_id, signal_id, version, state, reason, quotes, provider,
        model, prompt_hash, input_hash, input_tokens, output_tokens, confidence, votes, evaluated_at)
      select $1, $2, "signalId", version, state, reason, quotes, provider, model, decode("promptHash", 'hex'), $4,
        "inputTokens", "outputTokens", confidence, votes, $7::timestamptz
      from given order by "signalId"
      on conflict (organization_id, run_id, signal_id) do update set (version, state, reason, quotes, provider, model,
          prompt_hash, input_hash, input_tokens, output_tokens, confidence, votes, evaluated_at) =
          (excluded.version, excluded.state, excluded.reason, excluded.quotes, excluded.provider, excluded.model,
           excluded.prompt_hash, excluded.input_hash, excluded.input_tokens, excluded.output_tokens, excluded.confidence,
           excluded.votes, excluded.evaluated_at)
        where signal_evaluations.state = 'failed'
      returning signal_id, state
    )
    insert into signal_executions (organization_id, signal_id, run_id, meeting_id, email_id, triggered_at, body,
      follow_ups)
    select $1, signal_id, $2, $5, $6, $7::timestamptz, body, "followUps"
    from stored join given on "signalId" = signal_id
    where stored.state = 'fired' order by signal_id
    returning id`,
};

const supersede: Statement = {
  name: 'supersede-signal-executions',
  // Served by the runs' indexes by source, then by the executions' unique key.
  text: `update signal_executions execution set superseded_at = now()
         from processing_runs older
         where older.organization_id = $1 and (older.meeting_id = $3 or older.email_id = $4) and older.id <> $2
           and execution.organization_id = $1 and execution.run_id = older.id
           and execution.signal_id = any ($5::bigint[]) and execution.superseded_at is null
         returning execution.id`,
};

/**
 * Stores the judgements of a run: an evaluation for each signal, and an execution if it fired. Earlier runs' judgements
 * of the conversation by the same signals are superseded. The operation is idempotent for each signal and run.
 */
export async function storeEvaluations(
  tx: Transaction,
  [organizationId, runId]: [number, number],
  run: LockedRun,
  loaded: LoadedConversation,
  judgements: readonly Judgement[],
): Promise<void> {
  if (judgements.length === 0) return;
  const rows = judgements.map((judgement) => toRow(judgement, loaded, run.nowMs));
  const source = [run.meetingId, run.emailId];
  const values = [JSON.stringify(rows), loaded.inputHash, ...source, toPostgresTime(run.nowMs)];
  const created = await tx.query<{ id: number }>(insertEvaluations, [organizationId, runId, ...values]);
  await recordExecutions(tx, organizationId, created, 'created');
  if (run.isFirst) return;
  const signalIds = judgements.map(({ signal }) => signal.signalId);
  const superseded = await tx.query<{ id: number }>(supersede, [organizationId, runId, ...source, signalIds]);
  await recordExecutions(tx, organizationId, superseded, 'deleted');
}

function recordExecutions(
  tx: Transaction,
  organizationId: number,
  executions: readonly { id: number }[],
  change: ChangeKind,
): Promise<void> {
  const ids = executions.map(({ id }) => id);
  return recordEvents(tx, { organizationId, type: 'execution', ids, change });
}

function toRow(judgement: Judgement, loaded: LoadedConversation, nowMs: number): object {
  const { signal, state, reason, quotes, provider, model, inputTokens, outputTokens, followUps } = judgement;
  const { confidence, votes } = judgement;
  return {
    signalId: signal.signalId,
    version: signal.version,
    state,
    reason,
    quotes,
    provider,
    model,
    promptHash: signal.promptHash.toString('hex'),
    inputTokens,
    outputTokens,
    confidence,
    votes,
    body: state === 'fired' ? bodyOf(judgement, loaded, nowMs) : '',
    followUps: JSON.stringify(followUps),
  };
}

function bodyOf({ signal, reason }: Judgement, loaded: LoadedConversation, nowMs: number): string {
  const { conversation, crm, hostEmail, attendeeEmails } = loaded;
  return renderExecution({
    signalId: signal.signalId,
    signalName: signal.signalName,
    triggeredAtMs: nowMs,
    sourceTitle: conversation.title,
    prompt: signal.prompt,
    reason,
    crmAccountId: crm.accountId,
    crmAccountName: crm.accountName,
    crmOpportunityId: crm.opportunityId,
    crmOpportunityName: crm.opportunityName,
    crmLeadId: crm.leadId,
    crmLeadName: crm.leadName,
    sourceType: conversation.kind,
    hostEmail,
    attendeeEmails,
  });
}

const insertFailures: Statement = {
  name: 'insert-failed-evaluations',
  // Covers signals of the run that have not been judged.
  text: `insert into signal_evaluations (organization_id, run_id, signal_id, version, state, reason, quotes, provider,
           model, prompt_hash, input_hash, input_tokens, output_tokens)
         select $1, $2, asked.id, asked.version, 'failed', $3, '[]', $4, $5, known.prompt_hash, '', 0, 0
         from processing_runs run
         cross join lateral unnest(run.signal_ids, run.signal_versions) as asked (id, version)
         join signal_versions known
           on known.organization_id = $1 and known.signal_id = asked.id and known.version = asked.version
         where run.organization_id = $1 and run.id = $2
         on conflict (organization_id, run_id, signal_id) do nothing`,
};

/** Records that the signals of a run which have not been judged will not be. */
export async function storeFailures(
  tx: Transaction,
  [organizationId, runId]: [number, number],
  reason: string,
  { provider, model }: { provider: string; model: string },
): Promise<void> {
  await tx.query(insertFailures, [organizationId, runId, reason, provider, model]);
}
