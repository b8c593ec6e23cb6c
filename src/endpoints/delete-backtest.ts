import { deleteBacktest } from '../domain/signals/backtest/delete-backtest.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { backtestIdParam } from './schemas/backtest.ts';

export const deleteBacktestEndpoint = defineEndpoint({
  operationId: 'deleteBacktest',
  address: 'api',
  method: 'DELETE',
  path: '/admin/v1/signals/backtests/{id}',
  scope: ['admin', 'meetings:read'],
  tag: 'Signals',
  summary: 'Delete a backtest',
  description: 'Stops the backtest if it is running, and deletes it with its results.',
  params: { id: backtestIdParam },
  answers: {
    204: { description: 'The backtest is deleted.' },
    404: { description: 'The organization has no such backtest.' },
  },
  async handle({ params, caller, requestId }, { db }) {
    await deleteBacktest(db, { ...caller, requestId }, params.id);
    return { status: 204 };
  },
});
