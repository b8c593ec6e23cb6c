-- Versions of meetings. The current version of a meeting is its row, its transcript pieces and its recording; what was
-- current before a change is kept in the tables below. A meeting that never changed has nothing in them.
alter table meetings
  add column version integer not null default 1,
  -- When the current version was made; null: when the meeting was stored first.
  add column version_at timestamptz(3),
  -- The key that made it; null: the command line, or a Parley that did not record it.
  add column version_key_id bigint,
  -- 'ingest', 'import', 'upload' or 'restore'. No constraint: adding one would read the whole table under its lock.
  add column version_cause text not null default 'ingest',
  -- What it changed, as the API lists it.
  add column version_changed text[] not null default '{}',
  -- The version that brought the transcript of the current one: versions that share a transcript share this number.
  add column transcript_version integer not null default 1;

-- Versions that were replaced.
create table meeting_versions (
  organization_id bigint not null,
  meeting_id bigint not null,
  version integer not null,
  at timestamptz(3) not null,
  key_id bigint,
  cause text not null,
  changed text[] not null,
  -- The meeting's columns and external ids, as in domain/meetings/versions/version-fields.ts.
  fields jsonb not null,
  transcript_hash bytea,
  transcript_version integer not null,
  -- Null: the version had no recording.
  recording_id uuid,
  replaced_at timestamptz(3) not null default now(),
  primary key (organization_id, meeting_id, version),
  foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade
);

-- The daily clean-up goes through the versions of all organizations, oldest first.
create index meeting_versions_replaced_at on meeting_versions (replaced_at);

-- Transcripts that no current version has, by the version that brought them. A transcript is either here or in
-- meeting_transcript_pieces, never in both.
create table meeting_version_pieces (
  organization_id bigint not null,
  meeting_id bigint not null,
  version integer not null,
  piece_number integer not null,
  deflated bytea not null,
  crc32 bigint not null,
  raw_length integer not null,
  primary key (organization_id, meeting_id, version, piece_number),
  foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade
);
alter table meeting_version_pieces alter column deflated set storage external;

-- Recordings that no current version has. As with transcripts, a recording is either here or in recordings.
create table meeting_version_recordings (
  organization_id bigint not null,
  meeting_id bigint not null,
  recording_id uuid not null,
  state text not null,
  source_url text,
  source_hash bytea,
  blob_key text,
  content_type text,
  bytes bigint,
  reason text,
  updated_at timestamptz(3) not null,
  primary key (organization_id, meeting_id, recording_id),
  foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade
);

-- The sweep of orphans asks by key, over all organizations.
create index meeting_version_recordings_blob_key on meeting_version_recordings (blob_key) where blob_key is not null;
