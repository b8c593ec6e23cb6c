import type { components } from '@parley/client';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import type { Clock } from '../../parts/clock.tsx';
import { newestFirst } from '../../parts/newest-first.ts';

type Schemas = components['schemas'];

/** A signal as the lists give it. */
export type SignalItem = Schemas['SignalItem'];

/** A signal with what it asks. */
export type Signal = Schemas['Signal'];

/** The outcomes of the conversations in a period. */
export type Coverage = Schemas['Coverage'];

/** A window in moments, as the API takes it. */
export interface Window {
  from: string;
  to?: string;
}

const BEGINNING = '1970-01-01T00:00:00Z';
/** The state of the AI provider is refreshed often, because people act on it. */
const AI_FRESH_MS = 10_000;

/** All signals. Every key of this file begins with `signals`: what is changed of one may show in all. */
export const signalsQuery = queryOptions({
  queryKey: ['signals', 'list'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/v2/signals', { signal }))).signals,
});

/** A signal with what it asks; takes `admin`. */
export const signalQuery = (id: number) =>
  queryOptions({
    queryKey: ['signals', id, 'asked'],
    queryFn: ({ signal }) => unwrap(api.GET('/admin/v1/signals/{id}', { params: { path: { id } }, signal })),
  });

/** Matches by day, and the conversations that each signal evaluated. `judgedBy` is undefined by evaluation date. */
export interface Activity {
  days: Schemas['SignalActivity']['days'];
  judgedBy?: ReadonlyMap<number, number>;
}

/** Executions per day and signal, in whole days UTC, by conversation date unless the evaluation date is requested. */
export const activityQuery = (span: { first: string; last: string }, clock: Clock = 'call') =>
  queryOptions({
    queryKey: ['signals', 'activity', span, clock],
    queryFn: async ({ signal }): Promise<Activity> => {
      const window = { from: `${span.first}T00:00:00Z`, to: `${span.last}T23:59:59.999Z` };
      const query = { ...window, clock, includeJudged: clock === 'call' };
      const { days, judged } = await unwrap(api.GET('/v2/signals/activity', { params: { query }, signal }));
      if (!judged) return { days };
      return { days, judgedBy: new Map(judged.map((one) => [one.signalId, one.conversations])) };
    },
  });

/** The outcomes of the conversations in a period, for one signal. */
export const coverageQuery = (id: number, window: Window) =>
  queryOptions({
    queryKey: ['signals', id, 'coverage', window],
    queryFn: ({ signal }) => {
      const params = { path: { promptId: id }, query: window };
      return unwrap(api.GET('/v1/signals/{promptId}/coverage', { params, signal }));
    },
  });

/** A page of a signal's executions, newest first, with the answers to follow-ups. */
export const executionsQuery = (id: number, { page, size }: { page: number; size: number }) =>
  queryOptions({
    queryKey: ['signals', id, 'executions', page, size],
    queryFn: ({ signal }) =>
      newestFirst(
        async (paging) => {
          const flags = { includeCustomInstructions: true, includeExecutionId: true };
          const query = { executionFrom: BEGINNING, ...paging, ...flags };
          const params = { path: { promptId: id }, query };
          const found = await unwrap(api.GET('/v1/signals/{promptId}/executions', { params, signal }));
          return { items: found.signals, pageCount: found.pageCount };
        },
        { page, size },
      ),
  });

/** The AI provider and what was taken of it today; takes `admin`. */
export const aiQuery = queryOptions({
  queryKey: ['ai'],
  staleTime: AI_FRESH_MS,
  queryFn: ({ signal }) => unwrap(api.GET('/admin/v1/ai', { signal })),
});
