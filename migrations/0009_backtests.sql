-- A draft of a signal, tried on past meetings. It is no part of what signals say: no list or count holds it.
create table backtests (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  -- What the draft is compared with: a version of a signal, which never changes. Null where it stands alone.
  signal_id bigint,
  version integer,
  prompt text not null,
  phrases text[] not null,
  -- The window of the meetings' starts; null where the meetings were named.
  from_time timestamptz(3),
  to_time timestamptz(3),
  -- {meetingsInWindow, meetings, calls, inputTokens, outputTokens, costUsd?}, as it was told before.
  estimate jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- Why it waits, or why it failed.
  note text,
  -- The part that is to be judged next: a job that comes for an earlier one has nothing to do.
  part integer not null default 0,
  -- The key that made it, or null for the command line.
  actor_key_id bigint,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, signal_id, version) references signal_versions (organization_id, signal_id, version),
  constraint backtests_compared_or_not check (num_nulls(signal_id, version) in (0, 2)),
  constraint backtests_window_or_not check (num_nulls(from_time, to_time) in (0, 2))
);

-- How many run.
create index backtests_running on backtests (organization_id, id) where state = 'running';

-- The meetings of a backtest, chosen when it began, and what was said of each. The key is what makes a retry harmless.
create table backtest_meetings (
  organization_id bigint not null,
  backtest_id bigint not null,
  meeting_id bigint not null,
  -- Counted from 0: a job judges one part.
  part integer not null,
  -- Null, with all that follows, until it is judged.
  draft_state text check (draft_state in ('fired', 'not_fired', 'failed')),
  draft_reason text,
  -- Array of {text, entryIndex?, speaker?, timestampSeconds?}: verified, word for word.
  draft_quotes jsonb,
  -- Null where the draft stands alone.
  current_state text check (current_state in ('fired', 'not_fired', 'failed')),
  current_reason text,
  current_quotes jsonb,
  input_tokens integer,
  output_tokens integer,
  judged_at timestamptz(3),
  primary key (organization_id, backtest_id, meeting_id),
  foreign key (organization_id, backtest_id) references backtests (organization_id, id) on delete cascade,
  foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade
);

-- What a job takes up, and what goes with a meeting.
create index backtest_meetings_waiting on backtest_meetings (organization_id, backtest_id, part, meeting_id)
  where draft_state is null;
create index backtest_meetings_meeting on backtest_meetings (organization_id, meeting_id);
