import type { components } from '@parley/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { windowOf } from '../../parts/date-range.ts';
import { DEFAULT_PAGE_SIZE } from '../../parts/pager.tsx';
import type { ExecutionsSearch } from './search.ts';

/** A signal that fired, as the list across signals gives it. */
export type Execution = components['schemas']['Execution'];

/** The API's filter parameters, without the page. */
export function executionFilter(search: ExecutionsSearch) {
  const { from, to } = windowOf(search);
  return {
    executionFrom: from,
    ...(to === undefined ? {} : { executionTo: to }),
    ...(search.signals ? { signalIds: search.signals } : {}),
    ...(search.sources ? { sourceTypes: search.sources.join(',') } : {}),
    includeFollowUpPrompts: true,
    includeQuotes: true,
    includeSourceTime: true,
  };
}

type Sort = NonNullable<ExecutionsSearch['sort']> | 'judged';
type ApiOrder = { sort: 'triggeredAt' | 'sourceTime' | 'signalName'; order: 'asc' | 'desc' };

/** The orders as the API names them. */
const ORDERS: Record<Sort, ApiOrder> = {
  judged: { sort: 'triggeredAt', order: 'desc' },
  'judged-oldest': { sort: 'triggeredAt', order: 'asc' },
  call: { sort: 'sourceTime', order: 'desc' },
  'call-oldest': { sort: 'sourceTime', order: 'asc' },
  signal: { sort: 'signalName', order: 'asc' },
};

/** A page of the executions that a search of the screen finds, with how many there are in all. */
export function executionsQuery(search: ExecutionsSearch) {
  const { page = 1, size = DEFAULT_PAGE_SIZE, sort = 'judged' } = search;
  const filter = executionFilter(search);
  return queryOptions({
    queryKey: ['executions', filter, sort, page, size],
    queryFn: async ({ signal }) => {
      const ask = (query: { pageNumber: number; pageSize: number } & Partial<ApiOrder>) =>
        unwrap(api.GET('/v2/executions', { params: { query: { ...filter, ...query } }, signal }));
      const [found, counted] = await Promise.all([
        ask({ pageNumber: page, pageSize: size, ...ORDERS[sort] }),
        // Pages of one row tell the total.
        ask({ pageNumber: 1, pageSize: 1 }),
      ]);
      return { items: found.signals, pageCount: found.pageCount, total: counted.pageCount };
    },
    placeholderData: keepPreviousData,
  });
}

/** The evidence of an execution. It never changes. */
export function evidenceQuery(signalId: number, executionId: number) {
  return queryOptions({
    queryKey: ['evidence', signalId, executionId],
    queryFn: ({ signal }) => {
      const path = { promptId: signalId, executionId };
      return unwrap(
        api.GET('/v1/signals/{promptId}/executions/{executionId}/evidence', { params: { path }, signal }),
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
