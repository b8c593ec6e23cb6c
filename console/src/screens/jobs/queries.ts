import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import type { JobsSearch } from './search.ts';
import { type Job, STATE_CODES } from './words.ts';

/** The interval at which the screen refreshes. */
export const REFRESH_MS = 5_000;

/** The API lists this many jobs at most. */
export const MAX_LISTED = 200;

/** The numbers of waiting, running and failed jobs by kind. */
export const summaryQuery = queryOptions({
  queryKey: ['jobs', 'summary'],
  queryFn: ({ signal }) => unwrap(api.GET('/admin/v1/jobs/summary', { signal })),
  select: ({ jobs }) => jobs,
  staleTime: 0,
});

/** The jobs that are not done, newest first, of the state and kind that the search names. */
export function jobsQuery({ state, kind }: JobsSearch) {
  return queryOptions({
    queryKey: ['jobs', 'list', state, kind],
    queryFn: async ({ signal }): Promise<{ jobs: Job[]; isCut: boolean }> => {
      const query = state === undefined ? {} : { state: STATE_CODES[state] };
      const { jobs } = await unwrap(api.GET('/admin/v1/jobs', { params: { query }, signal }));
      const fitting = kind === undefined ? jobs : jobs.filter(({ job }) => job === kind);
      return { jobs: fitting, isCut: jobs.length === MAX_LISTED };
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Puts a failed job back in its queue. */
export const retryJob = (id: string): Promise<unknown> =>
  unwrap(api.POST('/admin/v1/jobs/{id}/retry', { params: { path: { id } } }));
