import { createClient, ParleyError, unwrap } from '@parley/client';
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { onReturn, watchedFetch } from './connection.ts';

export { ParleyError, unwrap };

const FRESH_MS = 15_000;
const SESSION_FRESH_MS = 5 * 60_000;
const TIMEOUT_MS = 60_000;

/** The typed client of the API, on the console's own origin; the session's cookie goes along. */
export const api = createClient({
  baseUrl: window.location.origin,
  credentials: 'same-origin',
  fetch: watchedFetch,
  retries: 1,
  timeoutMs: TIMEOUT_MS,
});

const endListeners = new Set<() => void>();

/** Calls `listener` when the API rejects the session because it has ended or its key was revoked. */
export function onSessionEnd(listener: () => void): void {
  endListeners.add(listener);
}

function noticeSessionEnd(error: unknown): void {
  if (!(error instanceof ParleyError) || error.status !== 401) return;
  for (const listener of endListeners) listener();
}

/**
 * Responses stay fresh for 15 s. Nothing is retried here: the client retries according to the server's Retry-After, and
 * queries that failed while the API was unreachable run again once it responds.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: false, networkMode: 'always', refetchOnReconnect: false },
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.queryKey[0] !== 'session') noticeSessionEnd(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (mutation.options.mutationKey?.[0] !== 'sign-in') noticeSessionEnd(error);
    },
  }),
});

onReturn(() => void queryClient.invalidateQueries());

/** The current session: organization, key and scopes. Fails with a ParleyError 401 when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => unwrap(api.GET('/admin/v1/session', { signal })),
  staleTime: SESSION_FRESH_MS,
});

/** Describes any thrown value in one sentence for people. */
export function messageOf(error: unknown): string {
  if (error instanceof ParleyError && error.status === 403) {
    return `Your key does not allow this. ${error.message}`;
  }
  if (error instanceof ParleyError && error.status === 0)
    return 'Parley could not be reached. Check your connection and try again.';
  return error instanceof Error ? error.message : 'Something went wrong. Try again.';
}
