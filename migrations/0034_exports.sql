-- Exports of an organization's data. A job writes one file after another; the row says where the next one begins.
create table exports (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  state text not null default 'pending' check (state in ('pending', 'running', 'done', 'failed')),
  -- ndjson or parquet.
  format text not null,
  types text[] not null,
  with_transcripts boolean not null,
  -- The cursor that the request gave: only what changed after it is exported. Null: everything.
  after_cursor text,
  -- The place at which the next file begins, as domain/exports/export-place.ts has it. Null before the first one.
  place jsonb,
  -- The number of steps that were done. The job of another step has nothing to do.
  step integer not null default 0,
  -- The cursor of the changes that follow the export; null until it is done.
  changes_cursor text,
  -- Why it failed.
  reason text,
  -- The key that asked for it.
  actor_key_id bigint,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (organization_id, id)
);

-- The number of exports that run.
create index exports_running on exports (organization_id, id) where state in ('pending', 'running');
-- The clean-up goes through those of all organizations, oldest first.
create index exports_finished_at on exports (finished_at) where finished_at is not null;

-- The files that are complete. A file is listed in the transaction that moves its export on, so none is listed twice.
create table export_files (
  organization_id bigint not null,
  export_id bigint not null,
  -- Counted from 1: files are read in this order.
  number integer not null,
  name text not null,
  entity_type text not null,
  rows bigint not null,
  bytes bigint not null,
  sha256 bytea not null,
  blob_key text not null,
  primary key (organization_id, export_id, number),
  foreign key (organization_id, export_id) references exports (organization_id, id) on delete cascade
);

-- The sweep of orphans asks by key, over all organizations.
create index export_files_blob_key on export_files (blob_key);
