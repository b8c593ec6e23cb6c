-- The rows that belong to a new meeting, written by one statement. Parley uses it on a Citus cluster, where each statement costs
-- several times as much as on a single server (docs/decisions/0033-citus.md).

-- Returns the table that has the rows of the same organizations as another one: on a single server, that is the one of the given
-- name; on a node of a cluster, it is a shard. A session looks each shard up once.
create function table_beside(this text, name text, wanted text) returns text language plpgsql volatile as $$
declare
  setting text := 'parley.' || wanted || '_beside_' || this;
  found_table text;
begin
  if this = name then return wanted; end if;
  found_table := nullif(current_setting(setting, true), '');
  if found_table is null then
    select shard_name(other.logicalrelid, other.shardid) into strict found_table
    from pg_dist_shard own
    join pg_dist_shard other on other.logicalrelid = wanted::regclass and other.shardminvalue = own.shardminvalue
    where own.logicalrelid = name::regclass and own.shardid = substring(this from '\d+$')::bigint;
    perform set_config(setting, found_table, false);
  end if;
  return found_table;
end $$;

-- A row is a meeting that has just been inserted, with everything that belongs to it. The trigger stores that in the tables where
-- it belongs and keeps no row, so this table is always empty.
create table meeting_parts (
  organization_id bigint not null,
  meeting_id bigint not null,
  created_at timestamptz(3) not null,
  start_time timestamptz(3) not null,
  email_keys text[] not null,
  id_types text[] not null,
  external_ids text[] not null,
  -- The pieces of the transcript, each at the same place of these arrays.
  deflated bytea[] not null,
  crc32 bigint[] not null,
  raw_length integer[] not null,
  first_entry integer[] not null,
  end_seconds text[] not null,
  -- The parts of its words.
  languages text[] not null,
  first_entries integer[] not null,
  entry_counts integer[] not null,
  terms text[] not null,
  pairs bytea[] not null,
  -- The audit record.
  audit_id bigint not null,
  actor_key_id bigint,
  request_id text,
  action text not null,
  -- The run over it; null if none is requested.
  run_id bigint,
  -- Citus moves no table without one while it is in use.
  primary key (organization_id, meeting_id)
);

-- The statements name the tables as they are on the node, because Citus would plan them anew each time.
create function store_meeting_parts() returns trigger language plpgsql as $$
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
        || ' (organization_id, meeting_id, part, language, first_entry, entry_count, fresh_terms, pairs)'
        || ' select $1, $2, generate_series(0, cardinality($3) - 1), unnest($3), unnest($4), unnest($5),'
        || ' array_to_tsvector(string_to_array(unnest($6), '' '')), unnest($7)'
      using new.organization_id, new.meeting_id, new.languages, new.first_entries, new.entry_counts, new.terms, new.pairs;
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

create trigger store_meeting_parts before insert on meeting_parts for each row execute function store_meeting_parts();

-- As before, except that on a node of a cluster the count of a new meeting is written to the shard itself as well.
create or replace function count_meeting() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and tg_table_name <> 'meetings' then
    -- A meeting is inserted once, and the numbers of other changes are positive.
    execute 'insert into ' || table_beside(tg_table_name, 'meetings', 'meeting_day_changes')
        || ' (organization_id, id, day, meetings, latest_end) overriding system value'
        || ' values ($1, $2, ($3 at time zone ''UTC'')::date, 1, $4)'
      using new.organization_id, -new.id, new.start_time, new.end_time;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into meeting_day_changes (organization_id, day, meetings, latest_end)
    values (old.organization_id, (old.start_time at time zone 'UTC')::date, -1, old.end_time);
  end if;
  if tg_op <> 'DELETE' then
    insert into meeting_day_changes (organization_id, day, meetings, latest_end)
    values (new.organization_id, (new.start_time at time zone 'UTC')::date, 1, new.end_time);
  end if;
  return null;
end $$;
