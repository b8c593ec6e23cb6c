-- The triples of the words of a new meeting (0054). Processes of earlier versions do not send them; the job index-words adds theirs.
alter table meeting_parts add column triples bytea[];

-- The statements name the tables as they are on the node, because Citus would plan them anew each time.
create or replace function store_meeting_parts() returns trigger language plpgsql as $$
declare
  this constant text := tg_table_name;
  name constant text := 'meeting_parts';
begin
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
