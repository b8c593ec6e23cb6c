-- A row of meeting_parts holds the meeting itself as well, so that one statement stores a new meeting on a Citus cluster. Processes of
-- earlier versions insert the meeting first, and leave these columns null.
alter table meeting_parts
  add column source_type text,
  add column external_id text,
  add column title text,
  add column end_time timestamptz(3),
  add column host_email text,
  add column host_name text,
  add column attendees jsonb,
  add column account_id text,
  add column opportunity_id text,
  add column lead_id text,
  add column case_id text,
  add column call_url text,
  add column recording_url text,
  add column transcript_hash bytea,
  add column transcript_ends_hash bytea,
  add column transcript_language text,
  add column head text;

-- The statements name the tables as they are on the node, because Citus would plan them anew each time. If the meeting is stored
-- already, nothing is written but the row itself, without its contents: the statement then returns it, and Parley removes it.
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
        || ' values (($1).organization_id, ($1).meeting_id, ($1).source_type, ($1).external_id, ($1).actor_key_id, $2,'
        || '   ($1).transcript_hash, ($1).created_at, ($1).created_at, ($1).title, ($1).start_time, ($1).end_time,'
        || '   ($1).host_email, ($1).host_name, ($1).attendees, ($1).account_id, ($1).opportunity_id, ($1).lead_id,'
        || '   ($1).case_id, ($1).call_url, ($1).recording_url, ($1).transcript_hash, ($1).transcript_ends_hash,'
        || '   ($1).transcript_language, ($1).head)'
        || ' on conflict (organization_id, source_type, external_id) do nothing'
      using new, replace(new.action, 'meeting.', '');
    get diagnostics inserted = row_count;
    if inserted = 0 then
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
  if cardinality(new.deflated) > 0 then
    execute 'insert into ' || table_beside(this, name, 'meeting_transcript_pieces')
        || ' (organization_id, meeting_id, piece_number, deflated, crc32, raw_length, first_entry, end_seconds)'
        || ' select $1, $2, generate_series(0, cardinality($3) - 1), unnest($3), unnest($4), unnest($5), unnest($6), unnest($7)'
      using new.organization_id, new.meeting_id, new.deflated, new.crc32, new.raw_length, new.first_entry, new.end_seconds;
  end if;
  if cardinality(new.languages) > 0 then
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
