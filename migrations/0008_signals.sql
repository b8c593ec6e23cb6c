create table signals (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  name text not null,
  context_source text not null check (context_source in ('MEETING', 'EMAIL', 'ALL')),
  enabled boolean not null,
  -- The version that judges now.
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  -- A deleted signal is shown nowhere; what it found stays until its meetings go.
  deleted_at timestamptz(3),
  primary key (organization_id, id)
);

-- What a signal asks: each change of prompt, phrases or follow-ups is a new version; versions never change.
create table signal_versions (
  organization_id bigint not null,
  signal_id bigint not null,
  version integer not null,
  prompt text not null,
  -- Where there are any, they alone decide, and no model is asked.
  phrases text[] not null,
  -- Array of {name, prompt}.
  follow_up_prompts jsonb not null,
  -- SHA-256 of prompt, phrases and follow-ups.
  prompt_hash bytea not null,
  -- The key that made it, or null for the command line.
  actor_key_id bigint,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, signal_id, version),
  foreign key (organization_id, signal_id) references signals (organization_id, id)
);

-- One pass of summary and signals over a meeting or an e-mail: made in the transaction that calls for it.
create table processing_runs (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  meeting_id bigint,
  email_id bigint,
  cause text not null check (cause in ('ingest', 'remap')),
  -- Null where it was not asked for. `superseded`: a newer run of the same conversation took its place.
  signals_state text check (signals_state in ('pending', 'done', 'failed', 'superseded')),
  summary_state text check (summary_state in ('pending', 'done', 'failed', 'superseded')),
  -- The signals that are to judge, and their versions at the same places, as they were when it was asked for.
  signal_ids bigint[] not null,
  signal_versions integer[] not null,
  -- Why it waits, or why it failed.
  note text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (organization_id, id),
  constraint processing_runs_one_source check (num_nonnulls(meeting_id, email_id) = 1),
  foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade,
  foreign key (organization_id, email_id) references emails (organization_id, id) on delete cascade
);

create index processing_runs_meeting on processing_runs (organization_id, meeting_id, id) where meeting_id is not null;
create index processing_runs_email on processing_runs (organization_id, email_id, id) where email_id is not null;

-- A judgement of one signal in one run, fired or not. The key is what makes a retry harmless.
create table signal_evaluations (
  organization_id bigint not null,
  run_id bigint not null,
  signal_id bigint not null,
  version integer not null,
  state text not null check (state in ('fired', 'not_fired', 'failed')),
  -- Why it fired or not, or why it failed.
  reason text not null,
  -- Array of {text, entryIndex?, speaker?, timestampSeconds?}: verified, word for word.
  quotes jsonb not null,
  provider text not null,
  model text not null,
  prompt_hash bytea not null,
  -- SHA-256 of the conversation as it was judged.
  input_hash bytea not null,
  -- Its share of what the call took.
  input_tokens integer not null,
  output_tokens integer not null,
  evaluated_at timestamptz(3) not null default now(),
  primary key (organization_id, run_id, signal_id),
  foreign key (organization_id, run_id) references processing_runs (organization_id, id) on delete cascade
);

-- An evaluation that fired, as a fact of its moment.
create table signal_executions (
  organization_id bigint not null,
  id bigint generated always as identity,
  signal_id bigint not null,
  run_id bigint not null,
  meeting_id bigint,
  email_id bigint,
  triggered_at timestamptz(3) not null,
  -- As the API shows it, but for sourceId and follow-ups: `{"signalId":…}`. Rendered by render-execution.ts.
  body text not null,
  -- Array of {name, prompt, response}, as the API shows it.
  follow_ups text not null,
  -- When a newer run judged the signal anew: out of the lists from then on.
  superseded_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, run_id, signal_id),
  foreign key (organization_id, run_id, signal_id)
    references signal_evaluations (organization_id, run_id, signal_id) on delete cascade
);

-- The lists, in their order; meeting_id lets v2, which has meetings only, count inside the index.
create index signal_executions_triggered_at on signal_executions (organization_id, signal_id, triggered_at, id)
  include (meeting_id) where superseded_at is null;

create table meeting_summaries (
  organization_id bigint not null,
  meeting_id bigint not null,
  -- As the API shows it, but for the meeting's id. Rendered by render-summary.ts.
  body text not null,
  input_hash bytea not null,
  input_tokens integer not null,
  output_tokens integer not null,
  generated_at timestamptz(3) not null default now(),
  primary key (organization_id, meeting_id),
  foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade
);

-- What an organization's day has cost. Tokens are reserved before a call and settled after it.
create table ai_usage (
  organization_id bigint not null references organizations (id),
  day date not null,
  calls integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  reserved_tokens bigint not null default 0,
  primary key (organization_id, day)
);
