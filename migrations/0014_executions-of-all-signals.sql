-- The list across signals, in its order; signal and meeting let its filters and counts stay inside the index.
create index concurrently if not exists signal_executions_all on signal_executions (organization_id, triggered_at, id)
  include (signal_id, meeting_id) where superseded_at is null;
