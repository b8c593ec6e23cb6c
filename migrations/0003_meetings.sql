create table meetings (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  source_type text not null,
  -- The source's own id, or a hash of host, title, start and end where it gave none.
  external_id text not null,
  title text not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  host_email text not null,
  host_name text,
  -- Array of {id, name?, email?, isInternal?}, as in the answer.
  attendees jsonb not null,
  account_id text,
  opportunity_id text,
  lead_id text,
  case_id text,
  call_url text,
  recording_url text,
  -- SHA-256 of the segments as they were given; null without a transcript.
  transcript_hash bytea,
  -- The meeting as the API shows it, without id and transcript: `{"title":…}`. Rendered by render-head.ts.
  head text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  constraint meetings_end_after_start check (end_time >= start_time)
);

-- One meeting per external id: ingesting again finds it.
create unique index meetings_external_id on meetings (organization_id, source_type, external_id);

-- The list, in its order, whole and by each CRM filter. end_time and source_type let counts stay inside the index.
create index meetings_start_time on meetings (organization_id, start_time, id) include (end_time, source_type);
create index meetings_account on meetings (organization_id, account_id, start_time, id)
  include (end_time, source_type) where account_id is not null;
create index meetings_opportunity on meetings (organization_id, opportunity_id, start_time, id)
  include (end_time, source_type) where opportunity_id is not null;

-- Everybody whose address filters find the meeting: its host and attendees, addresses in lower case.
create table meeting_participants (
  organization_id bigint not null,
  email_key text collate "C" not null,
  start_time timestamptz(3) not null,
  meeting_id bigint not null,
  primary key (organization_id, email_key, start_time, meeting_id),
  foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade
);

create index meeting_participants_meeting on meeting_participants (organization_id, meeting_id, email_key);

-- Under which ids other systems know the meeting.
create table meeting_external_ids (
  organization_id bigint not null,
  type text not null,
  external_id text not null,
  meeting_id bigint not null,
  primary key (organization_id, type, external_id, meeting_id),
  foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade
);

create index meeting_external_ids_meeting on meeting_external_ids (organization_id, meeting_id);

-- Transcripts, made ready to serve: see domain/meetings/transcript-pieces.ts.
create table meeting_transcript_pieces (
  organization_id bigint not null,
  meeting_id bigint not null,
  piece_number integer not null,
  deflated bytea not null,
  crc32 bigint not null,
  raw_length integer not null,
  primary key (organization_id, meeting_id, piece_number),
  foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade
);

-- Already deflated: PostgreSQL's own compression would only cost time.
alter table meeting_transcript_pieces alter column deflated set storage external;
