import Type from 'typebox';
import { listResults, OUTCOMES } from '../domain/signals/backtest/read-results.ts';
import { PageCount, pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { oneOf } from '../http/params.ts';
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
    'The meetings that were judged so far, by startTime then id, with what the draft says of each and why; beside ' +
    'it what the current version says, where the two are compared.',
  params: { id: backtestIdParam },
  query: {
    ...pagingParams,
    outcome: oneOf({
      description:
        'Only meetings where the draft fires, does not fire, or failed; changed: only those where one of the draft ' +
        'and the current version fires and the other does not.',
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
