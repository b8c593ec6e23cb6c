import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { newestFirst } from '../../parts/newest-first.ts';
import type { Meeting } from '../../shapes.ts';

const QUEUE_FRESH_MS = 10_000;
const LATEST = 6;
const BEGINNING = '1970-01-01T00:00:00Z';

/** A span of whole days, by UTC as the API counts them. */
export interface Span {
  first: string;
  last: string;
}

const bounds = ({ first, last }: Span) => ({ from: `${first}T00:00:00Z`, to: `${last}T23:59:59.999Z` });

/** Meetings per day and source. */
export const meetingActivityQuery = (span: Span) =>
  queryOptions({
    queryKey: ['meetings', 'activity', span],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/v1/meetings/activity', { params: { query: bounds(span) }, signal }))).days,
  });

/** All signals, for their names. */
export const signalNamesQuery = queryOptions({
  queryKey: ['signals', 'list'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/v2/signals', { signal }))).signals,
});

/** The jobs screen keeps the same under the same key. */
const jobSummary = {
  queryKey: ['jobs', 'summary'],
  queryFn: ({ signal }: { signal: AbortSignal }) => unwrap(api.GET('/admin/v1/jobs/summary', { signal })),
  refetchInterval: QUEUE_FRESH_MS,
};

/** The counts of waiting, running and failed jobs by kind. */
export const jobSummaryQuery = queryOptions({ ...jobSummary, select: ({ jobs }) => jobs });

/** Warnings for the operator, one sentence each. */
export const warningsQuery = queryOptions({ ...jobSummary, select: ({ warnings = [] }) => warnings });

/** The AI provider and what was taken of it today. */
export const aiQuery = queryOptions({
  queryKey: ['ai'],
  queryFn: ({ signal }) => unwrap(api.GET('/admin/v1/ai', { signal })),
});

/** The newest meetings, and how many there are in all. */
export const latestMeetingsQuery = queryOptions({
  queryKey: ['meetings', 'latest'],
  queryFn: ({ signal }) =>
    newestFirst(
      async (paging) => {
        const found = await unwrap(
          api.GET('/v1/meetings', {
            params: { query: { from: BEGINNING, includeTranscript: false, ...paging } },
            signal,
          }),
        );
        return { items: found.meetings as Meeting[], pageCount: found.pageCount };
      },
      { page: 1, size: LATEST },
    ),
});

/** The newest e-mail, and how many there are in all. */
export const latestEmailQuery = queryOptions({
  queryKey: ['emails', 'latest'],
  queryFn: ({ signal }) =>
    newestFirst(
      async (paging) => {
        const query = { from: BEGINNING, ...paging };
        const found = await unwrap(api.GET('/v1/emails', { params: { query }, signal }));
        return { items: found.emails, pageCount: found.pageCount };
      },
      { page: 1, size: 1 },
    ),
});

/** The newest executions across signals. */
export const latestExecutionsQuery = queryOptions({
  queryKey: ['executions', 'latest'],
  queryFn: ({ signal }) =>
    newestFirst(
      async (paging) => {
        const query = { executionFrom: BEGINNING, ...paging };
        const found = await unwrap(api.GET('/v2/executions', { params: { query }, signal }));
        return { items: found.signals, pageCount: found.pageCount };
      },
      { page: 1, size: LATEST },
    ),
});
