import { reasonOf } from '../domain/ai-usage/waiting.ts';
import { runBacktestJob } from '../domain/jobs.ts';
import { failBacktest, runBacktest } from '../domain/signals/backtest/run-backtest.ts';
import { handles } from './handles.ts';

export const runBacktestHandler = handles(
  runBacktestJob,
  ({ backtestId, part }, attempt, deps) =>
    runBacktest(deps, { organizationId: attempt.organizationId, backtestId, part }, attempt),
  (tx, { backtestId, part }, { organizationId, error }) =>
    failBacktest(tx, { organizationId, backtestId, part }, reasonOf(error)),
);
