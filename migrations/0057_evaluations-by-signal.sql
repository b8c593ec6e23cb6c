-- The evaluations of a version of a signal, which its quality is estimated from.
create index concurrently if not exists signal_evaluations_version on signal_evaluations
  (organization_id, signal_id, version, run_id) include (state);
