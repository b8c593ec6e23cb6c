-- What fired in the conversations of a window, counted by the day on which they took place: a conversation's executions,
-- with the signal in the index so that counting does not read the rows.
create index concurrently if not exists signal_executions_meeting on signal_executions (organization_id, meeting_id)
  include (signal_id) where superseded_at is null and meeting_id is not null;
create index concurrently if not exists signal_executions_email on signal_executions (organization_id, email_id)
  include (signal_id) where superseded_at is null and email_id is not null;
