-- A meeting's recording; none where there is no row.
create table recordings (
  organization_id bigint not null references organizations (id),
  meeting_id bigint not null,
  -- Changes with every new recording, so that a fetch of an older one finds that it is no longer wanted.
  recording_id uuid not null,
  state text not null check (state in ('pending', 'stored', 'failed')),
  source_url text,
  blob_key text,
  content_type text,
  bytes bigint,
  reason text,
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, meeting_id),
  foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade
);

-- Keys that sign download URLs of the file store: the newest signs, all that are here verify.
create table signing_keys (
  id bigint generated always as identity primary key,
  secret bytea not null,
  created_at timestamptz(3) not null default now()
);

-- The sweep of orphans asks by key, over all organizations.
create index recordings_blob_key on recordings (blob_key) where blob_key is not null;
