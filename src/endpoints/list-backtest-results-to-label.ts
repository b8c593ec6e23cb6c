import { listOutcomesToLabel } from '../domain/signals/backtest/label-outcomes.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { toLabelLimit } from './list-evaluations-to-label.ts';
import { backtestIdParam } from './schemas/backtest.ts';
import { BacktestResultsToLabel, evaluationsToLabelExample } from './schemas/label.ts';

const { total, evaluations } = evaluationsToLabelExample;

export const listBacktestResultsToLabelEndpoint = defineEndpoint({
  operationId: 'listBacktestResultsToLabel',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/signals/backtests/{id}/results/to-label',
  scope: ['admin', 'meetings:read'],
  tag: 'Signals',
  summary: 'List results of a backtest to label',
  description:
    'Returns results of the draft that no label says anything about: those that fire and those that do not in turns, each in an ' +
    'order that is random and always the same. The draft must be of a signal, which the labels belong to.',
  params: { id: backtestIdParam },
  query: { limit: toLabelLimit },
  answers: {
    200: {
      description: 'The results.',
      schema: BacktestResultsToLabel,
      example: { total, evaluations },
    },
    404: { description: 'The organization has no such backtest.' },
    409: { description: 'The backtest is of a draft without a signal.' },
  },
  async handle({ params, query, caller }, { db }) {
    const body = await listOutcomesToLabel(db, caller.organizationId, params.id, query.limit);
    return { status: 200, body };
  },
});
