import type { Statement, Transaction } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Source } from '../conversations/source.ts';
import { processRunJob } from '../jobs.ts';

/** The parts that a run consists of, and the reason for the request. */
export type RunRequest = { cause: 'ingest' | 'remap'; signals: boolean; summary: boolean };

/** The parts that a requested run will have: no signals if none is enabled for such a source. */
export type Requested = { signals: boolean; summary: boolean };

const insertRun: Statement = {
  name: 'insert-processing-run',
  // The signals that are enabled now will judge; signals that are enabled later do not apply retroactively. Served by
  // signals' key.
  text: `insert into processing_runs (organization_id, meeting_id, email_id, cause, signals_state, summary_state,
           signal_ids, signal_versions)
         select $1, $2, $3, $4, case when cardinality(ids) > 0 then 'pending' end, case when $6 then 'pending' end,
           ids, versions
         from (select coalesce(array_agg(id order by id), '{}') as ids,
                 coalesce(array_agg(version order by id), '{}') as versions
               from signals
               where organization_id = $1 and $5 and enabled and deleted_at is null
                 and context_source in ('ALL', case when $2::bigint is null then 'EMAIL' else 'MEETING' end)) as judging
         where $6 or cardinality(ids) > 0
         returning id, signals_state is not null as signals, summary_state is not null as summary`,
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
  const values = [organizationId, source.meetingId, source.emailId, cause, signals, summary];
  const [run] = await tx.query<{ id: number } & Requested>(insertRun, values);
  if (!run) return { signals: false, summary: false };
  await queue.enqueue(tx, processRunJob, organizationId, { runId: run.id });
  return { signals: run.signals, summary: run.summary };
}
