import { listBacktests } from '../domain/signals/backtest/read-backtests.ts';
import { PageCount, pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Backtest, backtestExample } from './schemas/backtest.ts';

export const listBacktestsEndpoint = defineEndpoint({
  operationId: 'listBacktests',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/signals/backtests',
  scope: ['admin', 'meetings:read'],
  tag: 'Signals',
  summary: 'List backtests',
  description: 'Returns the backtests of the organization, newest first.',
  query: pagingParams,
  answers: {
    200: {
      description: 'A page of backtests.',
      schema: Type.Object(
        { backtests: Type.Array(Backtest), pageCount: PageCount },
        { title: 'BacktestPage' },
      ),
      example: { backtests: [backtestExample], pageCount: 1 },
    },
  },
  async handle({ query, caller }, { db, aiSettings: { prices } }) {
    const { total, backtests } = await listBacktests(db, caller.organizationId, pageOf(query), prices);
    return { status: 200, body: { backtests, pageCount: pageCount(total, query.pageSize) } };
  },
});
