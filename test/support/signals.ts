import { renderHead } from '../../src/domain/meetings/render-head.ts';
import { type ExecutionFields, renderExecution } from '../../src/domain/signals/render-execution.ts';
import { sql } from './sql.ts';

/**
 * Inserts signals and their findings directly into the tables, for tests that need states which no operation creates:
 * executions of a certain millisecond, runs that stay open. Each call is one round of bulk inserts.
 */

type Source = { meetingId: number; emailId?: undefined } | { emailId: number; meetingId?: undefined };

/** Inserts the rows in their order. @returns their ids, in that order */
async function insert(
  databaseUrl: string,
  table: string,
  columns: Record<string, string>,
  rows: readonly object[],
): Promise<number[]> {
  const names = Object.keys(columns).join(', ');
  const types = Object.entries(columns).map((column) => column.join(' '));
  const inserted = await sql<{ id: string }>(
    databaseUrl,
    `insert into ${table} (${names})
     select ${names} from rows from (jsonb_to_recordset($1) as (${types.join(', ')})) with ordinality as given
     order by ordinality returning ${table === 'signal_evaluations' ? 'run_id' : 'id'} as id`,
    [JSON.stringify(rows)],
  );
  return inserted.map(({ id }) => Number(id)).sort((a, b) => a - b);
}

const instant = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

/** Makes a signal with one version. @returns its id */
export async function seedSignal(
  databaseUrl: string,
  organizationId: number,
  given: {
    name?: string;
    prompt?: string;
    contextSource?: string;
    enabled?: boolean;
    deleted?: boolean;
  } = {},
): Promise<number> {
  const { name = 'Price objection', prompt = 'The price is too high.', contextSource = 'ALL' } = given;
  const [row] = await sql<{ id: string }>(
    databaseUrl,
    `with signal as (
       insert into signals (organization_id, name, context_source, enabled, deleted_at)
       values ($1, $2, $3, $4, case when $5 then now() end) returning organization_id, id
     ), version as (
       insert into signal_versions (organization_id, signal_id, version, prompt, phrases, follow_up_prompts, prompt_hash)
       select organization_id, id, 1, $6, '{}', '[]', '' from signal
     )
     select id from signal`,
    [organizationId, name, contextSource, given.enabled ?? true, given.deleted ?? false, prompt],
  );
  return Number(row!.id);
}

let externalIds = 0;

/** Makes meetings that start at these times. @returns their ids */
export function seedMeetings(
  databaseUrl: string,
  organizationId: number,
  startsMs: readonly number[],
  title = 'Quarterly review',
): Promise<number[]> {
  const rows = startsMs.map((startMs) => ({
    organization_id: organizationId,
    source_type: 'USER_PROVIDED',
    external_id: `seeded-${++externalIds}`,
    title,
    start_time: instant(startMs),
    end_time: instant(startMs),
    host_email: 'ada@parley.example',
    attendees: [],
    head: renderHead({
      ...{ title, startMs, endMs: startMs, hostEmail: 'ada@parley.example', hostName: null, attendees: [] },
      ...{ accountId: null, opportunityId: null, leadId: null, caseId: null },
    }),
  }));
  const columns = {
    ...{ organization_id: 'bigint', source_type: 'text', external_id: 'text', title: 'text' },
    ...{
      start_time: 'timestamptz',
      end_time: 'timestamptz',
      host_email: 'text',
      attendees: 'jsonb',
      head: 'text',
    },
  };
  return insert(databaseUrl, 'meetings', columns, rows);
}

/** Makes e-mails that were sent at these times. @returns their ids */
export function seedEmails(
  databaseUrl: string,
  organizationId: number,
  sentMs: readonly number[],
  subject = 'Your offer',
): Promise<number[]> {
  const rows = sentMs.map((ms) => ({
    organization_id: organizationId,
    identity: `id:seeded-${++externalIds}`,
    subject,
    sent_at: instant(ms),
    from_email: 'grace@acme.example',
    to_addresses: [],
    cc_addresses: [],
    text: 'Too much.',
    content_hash: '',
  }));
  const columns = {
    ...{ organization_id: 'bigint', identity: 'text', subject: 'text', sent_at: 'timestamptz', text: 'text' },
    ...{ from_email: 'text', to_addresses: 'jsonb', cc_addresses: 'jsonb', content_hash: 'bytea' },
  };
  return insert(databaseUrl, 'emails', columns, rows);
}

export type SeededRun = Source & {
  /** The signals that are to judge, each by its version 1 by default. */
  signalIds: readonly number[];
  signalVersions?: readonly number[];
  signalsState?: 'pending' | 'done' | 'failed' | 'superseded' | undefined;
  summaryState?: 'pending' | 'done' | 'failed' | 'superseded' | undefined;
  note?: string;
};

/** Makes runs in the order in which they were requested. They have no jobs. @returns their ids */
export function seedRuns(
  databaseUrl: string,
  organizationId: number,
  runs: readonly SeededRun[],
): Promise<number[]> {
  const rows = runs.map((run) => ({
    organization_id: organizationId,
    meeting_id: run.meetingId,
    email_id: run.emailId,
    cause: 'ingest',
    signals_state: run.signalsState,
    summary_state: run.summaryState,
    signal_ids: run.signalIds,
    signal_versions: run.signalVersions ?? run.signalIds.map(() => 1),
    note: run.note,
  }));
  const columns = {
    ...{ organization_id: 'bigint', meeting_id: 'bigint', email_id: 'bigint', cause: 'text', note: 'text' },
    ...{ signals_state: 'text', summary_state: 'text', signal_ids: 'bigint[]', signal_versions: 'integer[]' },
  };
  return insert(databaseUrl, 'processing_runs', columns, rows);
}

export type SeededEvaluation = {
  runId: number;
  signalId: number;
  version?: number;
  state: 'fired' | 'not_fired' | 'failed';
  reason?: string;
  quotes?: readonly object[];
  evaluatedAtMs?: number;
};

/** Makes evaluations without executions. */
export async function seedEvaluations(
  databaseUrl: string,
  organizationId: number,
  evaluations: readonly SeededEvaluation[],
): Promise<void> {
  const rows = evaluations.map((one) => ({
    organization_id: organizationId,
    run_id: one.runId,
    signal_id: one.signalId,
    version: one.version ?? 1,
    state: one.state,
    reason: one.reason ?? 'Because it says so.',
    quotes: one.quotes ?? [],
    ...{
      provider: 'builtin',
      model: 'bm25',
      prompt_hash: '',
      input_hash: '',
      input_tokens: 0,
      output_tokens: 0,
    },
    evaluated_at: instant(one.evaluatedAtMs ?? Date.now()),
  }));
  const columns = {
    ...{
      organization_id: 'bigint',
      run_id: 'bigint',
      signal_id: 'bigint',
      version: 'integer',
      state: 'text',
    },
    ...{ reason: 'text', quotes: 'jsonb', provider: 'text', model: 'text', evaluated_at: 'timestamptz' },
    ...{ prompt_hash: 'bytea', input_hash: 'bytea', input_tokens: 'integer', output_tokens: 'integer' },
  };
  await insert(databaseUrl, 'signal_evaluations', columns, rows);
}

export type SeededExecution = Source & {
  signalId: number;
  triggeredAtMs: number;
  superseded?: boolean;
  quotes?: readonly object[];
  followUps?: readonly object[];
  /** The fields of the execution, if the test reads them. */
  fields?: Partial<ExecutionFields>;
};

/** Makes executions, each of a finished run of its own. @returns their ids, in the same order */
export async function seedExecutions(
  databaseUrl: string,
  organizationId: number,
  executions: readonly SeededExecution[],
): Promise<number[]> {
  const source = ({ meetingId, emailId }: Source): Source =>
    meetingId === undefined ? { emailId } : { meetingId };
  const runIds = await seedRuns(
    databaseUrl,
    organizationId,
    executions.map((one) => ({ ...source(one), signalIds: [one.signalId], signalsState: 'done' as const })),
  );
  await seedEvaluations(
    databaseUrl,
    organizationId,
    executions.map(({ signalId, triggeredAtMs, quotes, fields }, index) => ({
      ...{ runId: runIds[index]!, signalId, state: 'fired', evaluatedAtMs: triggeredAtMs },
      ...(quotes ? { quotes } : {}),
      ...(fields?.reason === undefined ? {} : { reason: fields.reason }),
    })),
  );
  const rows = executions.map((one, index) => ({
    organization_id: organizationId,
    signal_id: one.signalId,
    run_id: runIds[index],
    meeting_id: one.meetingId,
    email_id: one.emailId,
    triggered_at: instant(one.triggeredAtMs),
    body: renderExecution(fieldsOf(one)),
    follow_ups: JSON.stringify(one.followUps ?? []),
    superseded_at: one.superseded ? instant(one.triggeredAtMs + 1000) : undefined,
  }));
  const columns = {
    ...{ organization_id: 'bigint', signal_id: 'bigint', run_id: 'bigint', meeting_id: 'bigint' },
    ...{ email_id: 'bigint', triggered_at: 'timestamptz', body: 'text', follow_ups: 'text' },
    superseded_at: 'timestamptz',
  };
  return insert(databaseUrl, 'signal_executions', columns, rows);
}

function fieldsOf({ signalId, triggeredAtMs, meetingId, fields }: SeededExecution): ExecutionFields {
  return {
    signalId,
    signalName: 'Price objection',
    triggeredAtMs,
    sourceTitle: 'Quarterly review',
    prompt: 'The price is too high.',
    reason: 'Because it says so.',
    sourceType: meetingId === undefined ? 'email' : 'meeting',
    hostEmail: 'ada@parley.example',
    attendeeEmails: ['grace@acme.example'],
    ...fields,
  };
}

/** Stores a body, as render-summary.ts makes it, as a meeting's summary. */
export async function seedSummary(
  databaseUrl: string,
  organizationId: number,
  meetingId: number,
  body: string,
): Promise<void> {
  await sql(
    databaseUrl,
    `insert into meeting_summaries (organization_id, meeting_id, body, input_hash, input_tokens, output_tokens)
     values ($1, $2, $3, '', 0, 0)`,
    [organizationId, meetingId, body],
  );
}
