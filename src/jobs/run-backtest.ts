import { runBacktestJob } from '../domain/jobs.ts';
import { reasonOf } from '../domain/processing/waiting.ts';
import { failBacktest, runBacktest as run } from '../domain/signals/backtest/run-backtest.ts';
import { handles } from './handles.ts';

export const runBacktest = handles(
  runBacktestJob,
  ({ backtestId, part }, attempt, deps) =>
    run(deps, { organizationId: attempt.organizationId, backtestId, part }, attempt),
  (tx, { backtestId, part }, { organizationId, error }) =>
    failBacktest(tx, { organizationId, backtestId, part }, reasonOf(error)),
);
