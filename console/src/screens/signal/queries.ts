import type { components } from '@parley/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { newestFirst } from '../../parts/newest-first.ts';
import type { Meeting, MeetingWithRecording } from '../../shapes.ts';
import type { EditorSearch } from './editor-search.ts';

type Schemas = components['schemas'];

/** A backtest with its state. */
export type Backtest = Schemas['Backtest'];

/** The result of a backtest for one meeting. */
export type BacktestResult = Schemas['BacktestResult'];

/** The definition of a signal in one version. */
export type SignalVersion = Schemas['SignalVersion'];

const BEGINNING = '1970-01-01T00:00:00Z';
const RECENT = 8;
const RUNNING_FRESH_MS = 1_000;
const ESTIMATE_FRESH_MS = 60_000;
/** Backtests and results on a page. */
export const PAGE_SIZE = 10;

/** A meeting, for its name. */
export const meetingQuery = (id: number) =>
  queryOptions({
    queryKey: ['meetings', 'one', String(id)],
    queryFn: async ({ signal }) => {
      const found = await unwrap(api.GET('/v1/meetings/{id}', { params: { path: { id } }, signal }));
      return found as MeetingWithRecording;
    },
  });

/** The newest meetings that a signal can evaluate. */
export const recentMeetingsQuery = queryOptions({
  queryKey: ['meetings', 'newest with a transcript'],
  queryFn: async ({ signal }) => {
    const { items } = await newestFirst(
      async (paging) => {
        const query = { from: BEGINNING, ...paging };
        const found = await unwrap(api.GET('/v1/meetings', { params: { query }, signal }));
        return { items: found.meetings as Meeting[], pageCount: found.pageCount };
      },
      { page: 1, size: RECENT },
    );
    return items
      .filter(({ transcript }) => transcript !== undefined)
      .map(({ id, title, startTime, host }) => ({ id, title, startTime, host: host.name ?? host.email }));
  },
});

/** The request for a backtest, without `dryRun`. */
export type BacktestPlan = Omit<Schemas['BacktestRequest'], 'dryRun'>;

/** Estimates a backtest without starting it. */
export const estimateQuery = (plan: BacktestPlan) =>
  queryOptions({
    queryKey: ['backtests', 'estimate', plan],
    staleTime: ESTIMATE_FRESH_MS,
    queryFn: async ({ signal }) => {
      const body = { ...plan, dryRun: true };
      return (await unwrap(api.POST('/admin/v1/signals/backtest', { body, signal }))).estimate;
    },
    placeholderData: keepPreviousData,
  });

/** A backtest, refreshed while it runs. */
export const backtestQuery = (id: number) =>
  queryOptions({
    queryKey: ['backtests', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/admin/v1/signals/backtests/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? RUNNING_FRESH_MS : false),
  });

/** A page of the backtests of the organization, newest first. */
export const backtestsQuery = (page: number) =>
  queryOptions({
    queryKey: ['backtests', 'list', page],
    queryFn: ({ signal }) => {
      const query = { pageNumber: page, pageSize: PAGE_SIZE };
      return unwrap(api.GET('/admin/v1/signals/backtests', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.backtests.some((one) => one.state === 'running') ? RUNNING_FRESH_MS : false,
  });

/** A page of the results of a backtest, newest meeting first. A change of `judged` reloads it. */
export const backtestResultsQuery = (
  id: number,
  { outcome, page, judged }: { outcome: EditorSearch['outcome']; page: number; judged: number },
) =>
  queryOptions({
    queryKey: ['backtests', id, 'results', outcome, page, judged],
    queryFn: ({ signal }) =>
      newestFirst(
        async (paging) => {
          const params = { path: { id }, query: { ...paging, ...(outcome ? { outcome } : {}) } };
          const found = await unwrap(api.GET('/admin/v1/signals/backtests/{id}/results', { params, signal }));
          return { items: found.results as BacktestResult[], pageCount: found.pageCount };
        },
        { page, size: PAGE_SIZE },
      ),
    placeholderData: keepPreviousData,
  });

/** The versions of a signal, newest first. */
export const versionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['signals', id, 'versions'],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      return (await unwrap(api.GET('/v1/signals/{id}/versions', { params, signal }))).versions;
    },
  });

/** The names of keys, by id. */
export const keyNamesQuery = queryOptions({
  queryKey: ['keys', 'names'],
  queryFn: async ({ signal }) => {
    const { keys } = await unwrap(api.GET('/admin/v1/keys', { signal }));
    return new Map(keys.map(({ id, name }) => [id, name]));
  },
});

/** The quotes of an execution. */
export const evidenceQuery = (signalId: number, executionId: number) =>
  queryOptions({
    queryKey: ['signals', signalId, 'evidence', executionId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => {
      const params = { path: { promptId: signalId, executionId } };
      return unwrap(api.GET('/v1/signals/{promptId}/executions/{executionId}/evidence', { params, signal }));
    },
  });
