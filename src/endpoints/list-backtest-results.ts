import { listResults, OUTCOMES } from '../domain/signals/backtest/read-results.ts';
import { PageCount, pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { oneOf } from '../http/params.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { BacktestResult, backtestIdParam, backtestResultExample } from './schemas/backtest.ts';

export const listBacktestResultsEndpoint = defineEndpoint({
  operationId: 'listBacktestResults',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/signals/backtests/{id}/results',
  scope: ['admin', 'meetings:read'],
  tag: 'Signals',
  summary: "List a backtest's results",
  description:
    'Returns the meetings evaluated so far, by startTime then id, with the result of the draft and its reason, ' +
    'and with the result of the current version if the two are compared.',
  params: { id: backtestIdParam },
  query: {
    ...pagingParams,
    outcome: oneOf({
      description:
        'Only meetings in which the draft fires, does not fire, or failed. With `changed`, only those in which ' +
        'exactly one of the draft and the current version fires.',
      values: OUTCOMES,
      example: 'changed',
    }),
  },
  answers: {
    200: {
      description: 'A page of results.',
      schema: Type.Object(
        { results: Type.Array(BacktestResult), pageCount: PageCount },
        { title: 'BacktestResultPage' },
      ),
      example: { results: [backtestResultExample], pageCount: 1 },
    },
    404: { description: 'The organization has no such backtest.' },
  },
  async handle({ params, query, caller }, { db }) {
    const page = pageOf(query);
    const { total, results } = await listResults(db, caller.organizationId, params.id, query.outcome, page);
    return { status: 200, body: { results, pageCount: pageCount(total, query.pageSize) } };
  },
});
