import type { components } from '@parley/client';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';

/** The library, with the languages of its phrases. */
export type ExampleSignals = components['schemas']['ExampleSignalList'];

/** The library stays the same as long as the service runs. */
export const examplesQuery = queryOptions({
  queryKey: ['signals', 'examples'],
  queryFn: ({ signal }) => unwrap(api.GET('/v1/signals/examples', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
