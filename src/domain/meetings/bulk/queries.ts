import type { Statement } from '../../../db/database.ts';
import { COLUMNS } from '../queries.ts';

/** Statements that write the rows of several new meetings. Each does for a list what one of `../queries.ts` does for one. */
export const insertMeetings: Statement = {
  name: 'insert-meetings',
  // Rows are inserted in the order of their keys, so that two that insert the same meetings do not wait for each other.
  text: `with inserted as (
           insert into meetings (organization_id, source_type, external_id, version_key_id, version_cause, words_hash,
             ${COLUMNS})
           select $1, source_type, external_id, $2, $3, transcript_hash, ${COLUMNS}
           from unnest($5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::timestamptz[], $10::text[],
             $11::text[], $12::jsonb[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[],
             $19::bytea[], $20::bytea[], $21::text[], $22::text[]) as given (source_type, external_id, ${COLUMNS})
           order by source_type, external_id
           on conflict (organization_id, source_type, external_id) do nothing returning id, source_type, external_id
         ), audited as (
           insert into audit_records (organization_id, actor_key_id, request_id, action, subject, detail)
           select $1, $2, request_id, 'meeting.' || $3, 'meeting ' || id, '{"created": true}'
           from inserted join unnest($4::text[], $5::text[], $6::text[]) as sent (request_id, source_type, external_id)
             using (source_type, external_id)
         )
         select id, source_type as "sourceType", external_id as "externalId" from inserted`,
};

export const insertAllParticipants: Statement = {
  name: 'insert-participants-of-meetings',
  text: `insert into meeting_participants (organization_id, meeting_id, start_time, email_key)
         select $1, * from unnest($2::bigint[], $3::timestamptz[], $4::text[])`,
};

export const insertAllExternalIds: Statement = {
  name: 'insert-external-ids-of-meetings',
  text: `insert into meeting_external_ids (organization_id, meeting_id, type, external_id)
         select $1, * from unnest($2::bigint[], $3::text[], $4::text[]) on conflict do nothing`,
};

export const insertAllPieces: Statement = {
  name: 'insert-transcript-pieces-of-meetings',
  // The pieces come one after the other in one value of bytes: an array of them would be sent as text of twice the length.
  text: `insert into meeting_transcript_pieces
           (organization_id, meeting_id, piece_number, deflated, crc32, raw_length, first_entry, end_seconds)
         select $1, meeting_id, piece_number, substr($2::bytea, start, length), crc32, raw_length, first_entry,
           end_seconds
         from unnest($3::bigint[], $4::int[], $5::int[], $6::int[], $7::bigint[], $8::int[], $9::int[], $10::text[])
           as given (meeting_id, piece_number, start, length, crc32, raw_length, first_entry, end_seconds)`,
};

export const insertAllWords: Statement = {
  name: 'insert-transcript-words-of-meetings',
  text: `insert into transcript_words
           (organization_id, meeting_id, part, language, first_entry, entry_count, fresh_terms, pairs, triples)
         select $1, meeting_id, part, language, first_entry, entry_count,
           array_to_tsvector(string_to_array(terms, ' ')), substr($2::bytea, pairs, pairs_length),
           substr($2::bytea, triples, triples_length)
         from unnest($3::bigint[], $4::int[], $5::text[], $6::int[], $7::int[], $8::text[], $9::int[], $10::int[],
           $11::int[], $12::int[])
           as given (meeting_id, part, language, first_entry, entry_count, terms, pairs, pairs_length, triples, triples_length)`,
};
