import type { Statement, Transaction } from '../../db/database.ts';
import { toPostgresTime } from '../../lib/time.ts';
import type { Actor } from '../audit/record-audit.ts';
import type { TranscriptPiece } from '../conversations/transcript-pieces.ts';
import type { MeetingPlan } from './plan-meeting.ts';
import { type MeetingId, participants } from './write-meeting.ts';

const selectNumbers: Statement = {
  name: 'select-numbers-of-parts',
  // The coordinator draws the numbers, because those of a worker begin at 2^48.
  text: `select now() as "atMs", nextval('audit_records_id_seq') as "auditId",
           case when $1 then nextval('processing_runs_id_seq') end as "runId"`,
};

const insertParts: Statement = {
  name: 'insert-meeting-parts',
  // The trigger of the table stores the parts where they belong. Values alone: Citus would rewrite a statement with functions.
  text: `insert into meeting_parts (organization_id, meeting_id, created_at, start_time, email_keys, id_types, external_ids,
           deflated, crc32, raw_length, first_entry, end_seconds, languages, first_entries, entry_counts, terms, pairs, triples,
           audit_id, actor_key_id, request_id, action, run_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
           $23)`,
};

/** The largest transcript that is sent as one value; it is in memory several times while it is. */
const MAX_BYTES = 1024 * 1024;

/** Tells whether the pieces of a transcript are small enough for {@link writePartsTogether}. */
export function canBeTogether(pieces: readonly TranscriptPiece[] = []): boolean {
  return pieces.reduce((sum, { deflated }) => sum + deflated.length, 0) <= MAX_BYTES;
}

/**
 * Writes all rows that belong to a new meeting, including its audit record and the run over it, by one statement. On a Citus
 * cluster, where each statement costs several times as much as on a single server, that takes a third of the CPU.
 * @param cause of the ingest, for the audit
 * @returns the id of the run; undefined if the plan requests none
 */
export async function writePartsTogether(
  tx: Transaction,
  meeting: MeetingId,
  { fields, externalIds: { ids }, words = [], requestsRun }: MeetingPlan,
  pieces: readonly TranscriptPiece[] = [],
  { keyId, requestId, cause }: Omit<Actor, 'organizationId'> & { cause: string },
): Promise<number | undefined> {
  type Numbers = { atMs: number; auditId: number; runId: number | null };
  const [numbers] = await tx.query<Numbers>(selectNumbers, [requestsRun]);
  const { atMs, auditId, runId } = numbers!;
  await tx.query(insertParts, [
    ...meeting,
    toPostgresTime(atMs),
    toPostgresTime(fields.startMs),
    participants(fields),
    ids.map(({ type }) => type),
    ids.map(({ id }) => id),
    pieces.map(({ deflated }) => deflated),
    pieces.map(({ crc32 }) => crc32),
    pieces.map(({ rawLength }) => rawLength),
    pieces.map(({ firstEntry }) => firstEntry),
    pieces.map(({ endSeconds }) => endSeconds),
    words.map(({ language }) => language),
    words.map(({ firstEntry }) => firstEntry),
    words.map(({ entryCount }) => entryCount),
    words.map(({ terms }) => terms),
    words.map(({ pairs }) => pairs),
    words.map(({ triples }) => triples),
    auditId,
    keyId,
    requestId,
    `meeting.${cause}`,
    runId,
  ]);
  return runId ?? undefined;
}
