import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../api.ts';

/** Names of the signals, for filters and searches. */
export const signalNamesQuery = queryOptions({
  queryKey: ['signals', 'names'],
  queryFn: ({ signal }) => unwrap(api.GET('/v2/signals', { signal })),
});
