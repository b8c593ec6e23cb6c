import type { Statement, Transaction } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Source } from '../conversations/source.ts';
import { processRunJob } from '../jobs.ts';

/** The parts that a run consists of, and the reason for the request. */
export type RunRequest = { cause: 'ingest' | 'remap'; signals: boolean; summary: boolean };

/** The parts that a requested run will have: no signals if none is enabled for such a source. */
export type Requested = { signals: boolean; summary: boolean };

/** The signals that are enabled now will judge; signals that are enabled later do not apply retroactively. */
const JUDGING = `select coalesce(array_agg(id order by id), '{}') as ids,
    coalesce(array_agg(version order by id), '{}') as versions
  from signals
  where organization_id = $1 and enabled and deleted_at is null
    and context_source in ('ALL', case when $2::bigint is null then 'EMAIL' else 'MEETING' end)`;

const COLUMNS =
  'organization_id, meeting_id, email_id, cause, signals_state, summary_state, signal_ids, signal_versions';

const RETURNING = 'returning id, signals_state is not null as signals, summary_state is not null as summary';

const insertRun: Statement = {
  name: 'insert-processing-run',
  // Served by signals' key.
  text: `insert into processing_runs (${COLUMNS})
         select $1, $2, $3, $4, case when cardinality(ids) > 0 then 'pending' end, case when $6 then 'pending' end,
           ids, versions
         from (${JUDGING} and $5) as judging
         where $6 or cardinality(ids) > 0
         ${RETURNING}`,
};

/** On a Citus cluster, the two statements cost half as much as the one. */
const selectJudging: Statement = {
  name: 'select-judging-signals',
  // Served by signals' key.
  text: JUDGING,
};

const insertRunOf: Statement = {
  name: 'insert-processing-run-of-signals',
  text: `insert into processing_runs (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8) ${RETURNING}`,
};

const insertRuns: Statement = {
  name: 'insert-processing-runs',
  // The same for several meetings; the signals are looked up once.
  text: `insert into processing_runs (organization_id, meeting_id, cause, signals_state, summary_state, signal_ids,
           signal_versions)
         select $1, meeting_id, $3, case when cardinality(ids) > 0 then 'pending' end, case when $5 then 'pending' end,
           ids, versions
         from unnest($2::bigint[]) as meeting_id,
           (select coalesce(array_agg(id order by id), '{}') as ids,
              coalesce(array_agg(version order by id), '{}') as versions
            from signals
            where organization_id = $1 and $4 and enabled and deleted_at is null
              and context_source in ('ALL', 'MEETING')) as judging
         where $5 or cardinality(ids) > 0
         returning id`,
};

const selectWasProcessed: Statement = {
  name: 'select-was-processed',
  // Served by processing_runs_meeting.
  text: `select exists (select from processing_runs where organization_id = $1 and meeting_id = $2) as "wasProcessed"`,
};

/** Returns whether a run over the meeting was ever requested. */
export async function wasProcessed(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
): Promise<boolean> {
  const [row] = await tx.query<{ wasProcessed: boolean }>(selectWasProcessed, [organizationId, meetingId]);
  return row!.wasProcessed;
}

/**
 * Requests a run over a conversation in the caller's transaction, which commits its row and its job together.
 * @param source has text: a meeting an entry, an e-mail a subject or text
 */
export async function requestRun(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  source: Source,
  { cause, signals, summary }: RunRequest,
): Promise<Requested> {
  const values = [organizationId, source.meetingId, source.emailId, cause];
  const [run] = tx.isDistributed
    ? await insertInTwoSteps(tx, values, { signals, summary })
    : await tx.query<InsertedRun>(insertRun, [...values, signals, summary]);
  if (!run) return { signals: false, summary: false };
  await queue.enqueue(tx, processRunJob, organizationId, { runId: run.id });
  return { signals: run.signals, summary: run.summary };
}

/** Requests the same run over several meetings that have text. */
export async function requestRuns(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  meetingIds: readonly number[],
  { cause, signals, summary }: RunRequest,
): Promise<void> {
  if (meetingIds.length === 0) return;
  const values = [organizationId, meetingIds, cause, signals, summary];
  const runs = await tx.query<{ id: number }>(insertRuns, values);
  const payloads = runs.map(({ id }) => ({ runId: id }));
  await queue.enqueueAll(tx, processRunJob, organizationId, payloads);
}

type InsertedRun = { id: number } & Requested;

/** @param source the values of the columns up to the cause */
async function insertInTwoSteps(
  tx: Transaction,
  source: unknown[],
  { signals, summary }: Requested,
): Promise<InsertedRun[]> {
  const [judging] = signals
    ? await tx.query<{ ids: string[]; versions: number[] }>(selectJudging, source.slice(0, 2))
    : [{ ids: [], versions: [] }];
  const { ids, versions } = judging!;
  if (!summary && ids.length === 0) return [];
  const states = [ids.length > 0 ? 'pending' : null, summary ? 'pending' : null];
  return tx.query<InsertedRun>(insertRunOf, [...source, ...states, ids, versions]);
}
