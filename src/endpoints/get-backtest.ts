import { readBacktest } from '../domain/signals/backtest/read-backtests.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Backtest, backtestExample, backtestIdParam } from './schemas/backtest.ts';

export const getBacktestEndpoint = defineEndpoint({
  operationId: 'getBacktest',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/signals/backtests/{id}',
  scope: ['admin', 'meetings:read'],
  tag: 'Signals',
  summary: 'Get a backtest',
  description: 'Returns the progress of a backtest and its results so far.',
  params: { id: backtestIdParam },
  answers: {
    200: { description: 'The backtest.', schema: Backtest, example: backtestExample },
    404: { description: 'The organization has no such backtest.' },
  },
  async handle({ params, caller }, { db, aiSettings: { prices } }) {
    return { status: 200, body: await readBacktest(db, caller.organizationId, params.id, prices) };
  },
});
