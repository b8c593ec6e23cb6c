-- Whose words count for a signal: those of anyone, of customers, or of the organization's own people.
alter table signal_versions add column said_by text not null default 'anyone';
alter table signal_versions add constraint signal_versions_said_by check (said_by in ('anyone', 'customer', 'us'));
alter table backtests add column said_by text not null default 'anyone';
alter table backtests add constraint backtests_said_by check (said_by in ('anyone', 'customer', 'us'));

-- The probability, by the model's own estimate, that its first verdict is right; null if it gave none.
alter table signal_evaluations add column confidence double precision;
-- The verdicts of a borderline case in their order, true if the signal fired; null if there was only one.
alter table signal_evaluations add column votes boolean[];
alter table backtest_meetings add column draft_confidence double precision;
alter table backtest_meetings add column draft_votes boolean[];
alter table backtest_meetings add column current_confidence double precision;
alter table backtest_meetings add column current_votes boolean[];

-- The first verdict of the labelled evaluation, from which the confidence below which a signal votes is calibrated.
alter table signal_labels add column model text;
alter table signal_labels add column confidence double precision;
alter table signal_labels add column first_fired boolean;
