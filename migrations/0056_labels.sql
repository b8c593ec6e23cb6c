-- Whether an evaluation of a signal was right, as people say. A label outlives the run or the backtest that it was given on: it says
-- something about a moment of the conversation, and is deleted with the conversation.
create table signal_labels (
  organization_id bigint not null,
  -- The id of the evaluation, as the API shows it.
  evaluation_id text collate "C" not null,
  -- The key that gave it; 0 for the command line.
  key_id bigint not null,
  signal_id bigint not null,
  meeting_id bigint,
  email_id bigint,
  -- The hash of the transcript or e-mail as it was then.
  words_hash bytea,
  -- The result of the evaluation: whether the signal fired, and its quotes, as an array of {text, entryIndex?, …}.
  is_fired boolean not null,
  quotes jsonb not null,
  -- What the label says of that.
  is_right boolean not null,
  note text,
  -- Whether the evaluation was next in the random order of those that did not fire, so that recall can be estimated from it.
  is_drawn boolean not null,
  labelled_at timestamptz(3) not null,
  primary key (organization_id, evaluation_id, key_id),
  constraint signal_labels_one_source check (num_nonnulls(meeting_id, email_id) = 1)
);

alter table signal_labels add foreign key (organization_id, meeting_id)
  references meetings (organization_id, id) on delete cascade;
alter table signal_labels add foreign key (organization_id, email_id)
  references emails (organization_id, id) on delete cascade;

create index signal_labels_signal on signal_labels (organization_id, signal_id);
create index signal_labels_meeting on signal_labels (organization_id, meeting_id) where meeting_id is not null;
create index signal_labels_email on signal_labels (organization_id, email_id) where email_id is not null;
