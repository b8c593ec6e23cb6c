import { useSyncExternalStore } from 'react';

/** The state of the API. `away` means that it does not respond and is tried again at `nextTryMs` (of Date.now()). */
export type Connection = { state: 'ok' } | { state: 'away'; nextTryMs: number };

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15_000;
const PROBE_TIMEOUT_MS = 5_000;
const GATEWAY_FAULTS = new Set([502, 503, 504]);

let connection: Connection = { state: 'ok' };
let waitMs = FIRST_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();
const returnListeners = new Set<() => void>();

function set(next: Connection): void {
  connection = next;
  for (const notify of watchers) notify();
}

/** The API's state; a component that uses it renders again when it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    (notify) => {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    () => connection,
  );
}

/** Calls `listener` each time the API responds again. */
export function onReturn(listener: () => void): void {
  returnListeners.add(listener);
}

/** Probes the API now instead of at the next scheduled attempt. */
export async function probeNow(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const isReady = await fetch('/readyz', {
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    cache: 'no-store',
  }).then(
    (response) => response.ok,
    () => false,
  );
  if (isReady) {
    waitMs = FIRST_WAIT_MS;
    if (connection.state === 'ok') return;
    set({ state: 'ok' });
    for (const listener of returnListeners) listener();
    return;
  }
  set({ state: 'away', nextTryMs: Date.now() + waitMs });
  timer = setTimeout(probeNow, waitMs);
  waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
}

function suspect(): void {
  // One probe at a time, however many requests failed.
  if (timer !== undefined) return;
  timer = setTimeout(probeNow, 0);
}

/** A `fetch` that notices when the API does not respond: a network fault, or a gateway's answer in its place. */
export async function watchedFetch(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (GATEWAY_FAULTS.has(response.status)) suspect();
    return response;
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError';
    if (!isAborted) suspect();
    throw error;
  }
}

window.addEventListener('online', () => {
  if (connection.state === 'away') void probeNow();
});
