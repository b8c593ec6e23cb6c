import type { Statement, Transaction } from '../../db/database.ts';
import { toPostgresTime } from '../../lib/time.ts';
import type { Actor } from '../audit/record-audit.ts';
import type { TranscriptPiece } from '../conversations/transcript-pieces.ts';
import type { IndexedPart } from '../words/collect-terms.ts';
import type { MeetingPlan } from './plan-meeting.ts';
import { COLUMNS } from './queries.ts';
import type { SourceType } from './source-types.ts';
import { columns, participants } from './write-meeting.ts';

export type Identity = [organizationId: number, sourceType: SourceType, externalId: string];

const selectNumbers: Statement = {
  name: 'select-numbers-of-parts',
  // The coordinator draws the numbers, because those of a worker begin at 2^48.
  text: `select now() as "atMs", nextval('meetings_id_seq') as id, nextval('audit_records_id_seq') as "auditId",
           case when $1 then nextval('processing_runs_id_seq') end as "runId"`,
};

const BASICS = `organization_id, meeting_id, created_at, email_keys, id_types, external_ids,
  audit_id, actor_key_id, request_id, action, run_id, source_type, external_id, ${COLUMNS}`;

// The trigger of the table stores meeting and parts where they belong, and keeps the row only if there is such a meeting already.
// Values alone: Citus would rewrite a statement with functions.
const insertWithOneOfEach: Statement = {
  name: 'insert-whole-meeting-with-one-piece',
  text: `insert into meeting_parts (${BASICS},
           piece_deflated, piece_crc32, piece_raw_length, piece_first_entry, piece_end_seconds,
           part_language, part_first_entry, part_entry_count, part_terms, part_pairs, part_triples)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
           $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40)
         returning meeting_id`,
};

const insertWithSeveral: Statement = {
  name: 'insert-whole-meeting',
  text: `insert into meeting_parts (${BASICS}, deflated, crc32, raw_length, first_entry, end_seconds,
           languages, first_entries, entry_counts, terms, pairs, triples)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
           $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40)
         returning meeting_id`,
};

const deleteParts: Statement = {
  name: 'delete-meeting-parts',
  // Served by the primary key.
  text: 'delete from meeting_parts where organization_id = $1 and meeting_id = $2',
};

/** The largest transcript that is sent as one value; it is in memory several times while it is. */
const MAX_BYTES = 1024 * 1024;

/** Tells whether the pieces of a transcript are small enough for {@link insertTogether}. */
export function canBeTogether(pieces: readonly TranscriptPiece[] = []): boolean {
  return pieces.reduce((sum, { deflated }) => sum + deflated.length, 0) <= MAX_BYTES;
}

/**
 * Stores a new meeting with all rows that belong to it, including its audit record and the run over it, by one statement. On a
 * Citus cluster, where each statement costs several times as much as on a single server, that takes a third of the CPU.
 * @param by.cause of the ingest, for the audit
 * @returns the ids of the meeting, and of the run if the plan requests one; undefined if such a meeting is stored already
 */
export async function insertTogether(
  tx: Transaction,
  [organizationId, sourceType, externalId]: Identity,
  { fields, externalIds: { ids }, words = [], requestsRun }: MeetingPlan,
  pieces: readonly TranscriptPiece[] = [],
  { keyId, requestId, cause }: Omit<Actor, 'organizationId'> & { cause: string },
): Promise<{ id: number; runId?: number | undefined } | undefined> {
  type Numbers = { atMs: number; id: number; auditId: number; runId: number | null };
  const [numbers] = await tx.query<Numbers>(selectNumbers, [requestsRun]);
  const { atMs, id, auditId, runId } = numbers!;
  const basics = [
    organizationId,
    id,
    toPostgresTime(atMs),
    participants(fields),
    ids.map(({ type }) => type),
    ids.map(({ id: externalId }) => externalId),
    auditId,
    keyId,
    requestId,
    `meeting.${cause}`,
    runId,
    sourceType,
    externalId,
    ...columns(fields),
  ];
  const kept = await (pieces.length > 1 || words.length > 1
    ? tx.query(insertWithSeveral, [...basics, ...arraysOf(pieces, words)])
    : tx.query(insertWithOneOfEach, [...basics, ...valuesOf(pieces[0], words[0])]));
  if (kept.length === 0) return { id, runId: runId ?? undefined };
  await tx.query(deleteParts, [organizationId, id]);
  return undefined;
}

/** Returns the values of the only piece and part, as far as there are any. */
function valuesOf(piece?: TranscriptPiece, part?: IndexedPart): unknown[] {
  return [
    ...[piece?.deflated, piece?.crc32, piece?.rawLength, piece?.firstEntry, piece?.endSeconds],
    ...[part?.language, part?.firstEntry, part?.entryCount, part?.terms, part?.pairs, part?.triples],
  ];
}

/** Returns the same values of several pieces and parts, each as an array. */
function arraysOf(pieces: readonly TranscriptPiece[], words: readonly IndexedPart[]): unknown[] {
  return [
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
  ];
}
