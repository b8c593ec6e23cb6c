import type { components } from '@parley/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { windowOf } from '../../parts/date-range.ts';
import { newestFirst } from '../../parts/newest-first.ts';
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
  };
}

/** A page of the executions that a search of the screen finds, newest first, with how many there are in all. */
export function executionsQuery(search: ExecutionsSearch) {
  const { page = 1, size = DEFAULT_PAGE_SIZE } = search;
  const filter = executionFilter(search);
  return queryOptions({
    queryKey: ['executions', filter, page, size],
    queryFn: ({ signal }) =>
      newestFirst(
        async (paging) => {
          const query = { ...filter, ...paging };
          const found = await unwrap(api.GET('/v2/executions', { params: { query }, signal }));
          return { items: found.signals, pageCount: found.pageCount };
        },
        { page, size },
      ),
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

/** Names of the signals, for the filter. */
export const signalNamesQuery = queryOptions({
  queryKey: ['signals', 'names'],
  queryFn: ({ signal }) => unwrap(api.GET('/v2/signals', { signal })),
});
