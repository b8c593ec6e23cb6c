-- The piece of a transcript, and the part of its words, of a meeting that has one of each, as most have. They go in columns of their
-- own, because the arrays, which are empty then, are written and read as text several times on the way. Processes of earlier versions
-- send arrays.
alter table meeting_parts
  add column piece_deflated bytea,
  add column piece_crc32 bigint,
  add column piece_raw_length integer,
  add column piece_first_entry integer,
  add column piece_end_seconds text,
  add column part_language text,
  add column part_first_entry integer,
  add column part_entry_count integer,
  add column part_terms text,
  add column part_pairs bytea,
  add column part_triples bytea,
  alter column deflated set default '{}',
  alter column crc32 set default '{}',
  alter column raw_length set default '{}',
  alter column first_entry set default '{}',
  alter column end_seconds set default '{}',
  alter column languages set default '{}',
  alter column first_entries set default '{}',
  alter column entry_counts set default '{}',
  alter column terms set default '{}',
  alter column pairs set default '{}';

-- As before, and with the only piece and part if they are given so. No statement is given the whole row: PostgreSQL would copy it
-- for each of its columns that the statement names.
create or replace function store_meeting_parts() returns trigger language plpgsql as $$
declare
  this constant text := tg_table_name;
  name constant text := 'meeting_parts';
  inserted bigint;
begin
  if new.source_type is not null then
    execute 'insert into ' || table_beside(this, name, 'meetings')
        || ' (organization_id, id, source_type, external_id, version_key_id, version_cause, words_hash, created_at, updated_at,'
        || '   title, start_time, end_time, host_email, host_name, attendees, account_id, opportunity_id, lead_id, case_id,'
        || '   call_url, recording_url, transcript_hash, transcript_ends_hash, transcript_language, head)'
        || ' overriding system value'
        || ' values ($1, $2, $3, $4, $5, $6, $7, $8, $8,'
        || '   $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,'
        || '   $19, $20, $7, $21, $22, $23)'
        || ' on conflict (organization_id, source_type, external_id) do nothing'
      using new.organization_id, new.meeting_id, new.source_type, new.external_id, new.actor_key_id,
        replace(new.action, 'meeting.', ''), new.transcript_hash, new.created_at,
        new.title, new.start_time, new.end_time, new.host_email, new.host_name, new.attendees,
        new.account_id, new.opportunity_id, new.lead_id, new.case_id,
        new.call_url, new.recording_url, new.transcript_ends_hash, new.transcript_language, new.head;
    get diagnostics inserted = row_count;
    if inserted = 0 then
      new.piece_deflated := null;
      new.part_terms := null;
      new.part_pairs := null;
      new.part_triples := null;
      new.deflated := '{}';
      new.terms := '{}';
      new.pairs := '{}';
      new.triples := null;
      new.attendees := null;
      new.head := null;
      return new;
    end if;
  end if;
  execute 'insert into ' || table_beside(this, name, 'meeting_participants')
      || ' (organization_id, meeting_id, start_time, email_key) select $1, $2, $3, unnest($4)'
    using new.organization_id, new.meeting_id, new.start_time, new.email_keys;
  if cardinality(new.id_types) > 0 then
    execute 'insert into ' || table_beside(this, name, 'meeting_external_ids')
        || ' (organization_id, meeting_id, type, external_id) select $1, $2, unnest($3), unnest($4) on conflict do nothing'
      using new.organization_id, new.meeting_id, new.id_types, new.external_ids;
  end if;
  if new.piece_deflated is not null then
    execute 'insert into ' || table_beside(this, name, 'meeting_transcript_pieces')
        || ' (organization_id, meeting_id, piece_number, deflated, crc32, raw_length, first_entry, end_seconds)'
        || ' values ($1, $2, 0, $3, $4, $5, $6, $7)'
      using new.organization_id, new.meeting_id, new.piece_deflated, new.piece_crc32, new.piece_raw_length,
        new.piece_first_entry, new.piece_end_seconds;
  elsif cardinality(new.deflated) > 0 then
    execute 'insert into ' || table_beside(this, name, 'meeting_transcript_pieces')
        || ' (organization_id, meeting_id, piece_number, deflated, crc32, raw_length, first_entry, end_seconds)'
        || ' select $1, $2, generate_series(0, cardinality($3) - 1), unnest($3), unnest($4), unnest($5), unnest($6), unnest($7)'
      using new.organization_id, new.meeting_id, new.deflated, new.crc32, new.raw_length, new.first_entry, new.end_seconds;
  end if;
  if new.part_language is not null then
    execute 'insert into ' || table_beside(this, name, 'transcript_words')
        || ' (organization_id, meeting_id, part, language, first_entry, entry_count, fresh_terms, pairs, triples)'
        || ' values ($1, $2, 0, $3, $4, $5, $6, $7, $8)'
      using new.organization_id, new.meeting_id, new.part_language, new.part_first_entry, new.part_entry_count,
        array_to_tsvector(string_to_array(new.part_terms, ' ')), new.part_pairs, new.part_triples;
  elsif cardinality(new.languages) > 0 then
    execute 'insert into ' || table_beside(this, name, 'transcript_words')
        || ' (organization_id, meeting_id, part, language, first_entry, entry_count, fresh_terms, pairs, triples)'
        || ' select $1, $2, generate_series(0, cardinality($3) - 1), unnest($3), unnest($4), unnest($5),'
        || ' array_to_tsvector(string_to_array(unnest($6), '' '')), unnest($7), unnest($8)'
      using new.organization_id, new.meeting_id, new.languages, new.first_entries, new.entry_counts, new.terms, new.pairs,
        new.triples;
  end if;
  execute 'insert into ' || table_beside(this, name, 'audit_records')
      || ' (organization_id, id, at, actor_key_id, request_id, action, subject, detail) overriding system value'
      || ' values ($1, $2, $3, $4, $5, $6, $7, ''{"created": true}'')'
    using new.organization_id, new.audit_id, new.created_at, new.actor_key_id, new.request_id, new.action,
      'meeting ' || new.meeting_id;
  if new.run_id is not null then
    execute 'insert into ' || table_beside(this, name, 'processing_runs')
        || ' (organization_id, id, meeting_id, cause, signals_state, summary_state, signal_ids, signal_versions, created_at)'
        || ' overriding system value'
        || ' select $1, $2, $3, ''ingest'', case when cardinality(ids) > 0 then ''pending'' end, ''pending'', ids, versions, $4'
        || ' from (select coalesce(array_agg(id order by id), ''{}'') as ids,'
        || '     coalesce(array_agg(version order by id), ''{}'') as versions'
        || '   from ' || table_beside(this, name, 'signals')
        || '   where organization_id = $1 and enabled and deleted_at is null and context_source in (''ALL'', ''MEETING''))'
        || ' as judging'
      using new.organization_id, new.run_id, new.meeting_id, new.created_at;
  end if;
  return null;
end $$;
