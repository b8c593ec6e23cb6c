import type { Statement, Transaction } from '../../db/database.ts';
import type { Actor } from '../audit/record-audit.ts';
import type { TranscriptPiece } from '../conversations/transcript-pieces.ts';
import { RECORD_INSERTED_MEETING } from '../events/record-event.ts';
import type { MeetingPlan } from './plan-meeting.ts';
import { AUDITED, INSERT } from './queries.ts';
import { columns, participants } from './write-meeting.ts';
import type { Identity } from './write-parts-together.ts';

const insertWhole: Statement = {
  name: 'insert-new-meeting-with-its-parts',
  // The signals are served by their key. Of nine statements, each costs the database as much for itself as for its rows.
  text: `with inserted as (${INSERT}), audited as (${AUDITED}),
           announced as (${RECORD_INSERTED_MEETING}), people as (
           insert into meeting_participants (organization_id, meeting_id, start_time, email_key)
           select $1, id, $7, unnest($23::text[]) from inserted
         ), identified as (
           insert into meeting_external_ids (organization_id, meeting_id, type, external_id)
           select $1, inserted.id, given.type, given.id
           from inserted, unnest($24::text[], $25::text[]) as given (type, id)
           on conflict do nothing
         ), transcribed as (
           insert into meeting_transcript_pieces
             (organization_id, meeting_id, piece_number, deflated, crc32, raw_length, first_entry, end_seconds)
           select $1, id, 0, $26::bytea, $27::bigint, $28::integer, $29::integer, $30 from inserted
           where $26::bytea is not null
         ), indexed as (
           insert into transcript_words
             (organization_id, meeting_id, part, language, first_entry, entry_count, fresh_terms, pairs, triples)
           select $1, id, 0, $31::text, $32::integer, $33::integer, array_to_tsvector(string_to_array($34, ' ')),
             $35::bytea, $36::bytea
           from inserted where $31::text is not null
         ), requested as (
           insert into processing_runs
             (organization_id, meeting_id, cause, signals_state, summary_state, signal_ids, signal_versions)
           select $1, inserted.id, 'ingest', case when cardinality(ids) > 0 then 'pending' end, 'pending', ids, versions
           from inserted, (
             select coalesce(array_agg(id order by id), '{}') as ids,
               coalesce(array_agg(version order by id), '{}') as versions
             from signals
             where organization_id = $1 and enabled and deleted_at is null and context_source in ('ALL', 'MEETING')
           ) as judging
           where $37::boolean
           returning id
         )
         select inserted.id, requested.id as "runId" from inserted left join requested on true`,
};

/** Tells whether a new meeting can be stored by {@link insertWholeMeeting}: the transcript of an hour's call has one piece. */
export function canBeWhole({ words = [] }: MeetingPlan, pieces: readonly TranscriptPiece[] = []): boolean {
  return pieces.length <= 1 && words.length <= 1;
}

/**
 * Stores a new meeting with all rows that belong to it, including its event, its audit record and the full run over it, by one
 * statement.
 * @param by.cause of the ingest, for the audit
 * @returns the ids of the meeting, and of the run if the plan requests one; undefined if such a meeting is stored already
 */
export async function insertWholeMeeting(
  tx: Transaction,
  identity: Identity,
  { fields, externalIds: { ids }, words = [], requestsRun }: MeetingPlan,
  [piece]: readonly TranscriptPiece[] = [],
  { keyId, requestId, cause }: Omit<Actor, 'organizationId'> & { cause: string },
): Promise<{ id: number; runId?: number | undefined } | undefined> {
  const [part] = words;
  const [inserted] = await tx.query<{ id: number; runId: number | null }>(insertWhole, [
    ...[...identity, keyId, cause, ...columns(fields), requestId],
    participants(fields),
    ids.map(({ type }) => type),
    ids.map(({ id }) => id),
    ...[piece?.deflated, piece?.crc32, piece?.rawLength, piece?.firstEntry, piece?.endSeconds],
    ...[part?.language, part?.firstEntry, part?.entryCount, part?.terms, part?.pairs, part?.triples],
    requestsRun,
  ]);
  return inserted && { id: inserted.id, runId: inserted.runId ?? undefined };
}
