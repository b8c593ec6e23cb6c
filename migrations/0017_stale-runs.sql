-- When the words that a run judged were replaced. Nothing that the run found is current from then on: its executions are
-- superseded, its evaluations are shown nowhere, and what it had not done yet is done by a run over the new words.
alter table processing_runs add column stale_at timestamptz(3);
