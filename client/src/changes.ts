import type { Change, ChangeType } from './change.ts';
import { readEvents, type StreamEvent } from './event-stream.ts';
import { ParleyError } from './parley-error.ts';
import type { Init } from './request-parts.ts';
import { MAX_RETRY_AFTER_MS, retryDelayMs } from './retry-delay.ts';
import { type CallResult, errorOf } from './unwrap.ts';
import { MAX_TIMER_MS, wait } from './wait.ts';

/** The longest silence of a stream by default: the service sends a comment every 20 s. */
export const DEFAULT_IDLE_TIMEOUT_MS = 60_000;

/** The options of a reader of the changes. */
export type ChangesOptions = {
  /**
   * `cursor` of the last change that was processed; `start`, or no value: the present state first; `now`: only what
   * follows.
   */
  after?: string;
  /** The types of the changes; by default all that the scopes of the key show. */
  types?: readonly ChangeType[];
  /** Adds the entity, as it is when the change is read. */
  includeData?: boolean;
  /** Ends the iteration at once; the signal's reason is thrown. */
  signal?: AbortSignal;
  /** The most connections in a row that may fail before the iteration fails: by default there is no limit. */
  retries?: number;
  /** The time until a response begins, in place of the client's. */
  timeoutMs?: number;
  /** The longest silence of a connection: {@link DEFAULT_IDLE_TIMEOUT_MS}. */
  idleTimeoutMs?: number;
  /** Is told of each failure that is followed by another attempt, and of the delay before it. */
  onRetry?: (error: ParleyError, delayMs: number) => void;
};

/** The changes, one after another, without an end. */
export type Changes = AsyncGenerator<Change, void> & {
  /**
   * The progress: every change up to here was processed, because the loop has asked for the next one. It also moves
   * past changes of types that were not requested, so a follower of rare changes stores it from time to time.
   */
  readonly cursor: string | undefined;
};

/** The service no longer keeps the changes after the cursor. */
export class CursorGoneError extends ParleyError {
  /** The value of `after` with which to begin again: the present state replaces what the reader has. */
  readonly restartAfter = 'start';
}

type Get = (path: string, init: Init) => Promise<CallResult>;

/** Follows the changes over one connection after another. */
export function followChanges(get: Get, options: ChangesOptions = {}): Changes {
  const progress = { cursor: options.after };
  const changes = follow(get, options, progress);
  return Object.defineProperty(changes, 'cursor', { get: () => progress.cursor }) as Changes;
}

async function* follow(
  get: Get,
  options: ChangesOptions,
  progress: { cursor: string | undefined },
): AsyncGenerator<Change, void> {
  const { signal, retries = Number.POSITIVE_INFINITY, onRetry } = options;
  for (let failures = 0; ; failures++) {
    let fault = new ParleyError('The service ended the stream of changes');
    const connection = connectionOf(signal);
    try {
      for await (const { id, data } of connect(get, options, progress.cursor, connection.signal)) {
        failures = 0;
        signal?.throwIfAborted();
        if (data !== undefined) yield { ...JSON.parse(data), cursor: id };
        progress.cursor = id ?? progress.cursor;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof ParleyError) || !isPassing(error) || failures >= retries) throw error;
      fault = error;
    } finally {
      connection.end();
    }
    const delayMs = delayOf(fault, failures);
    onRetry?.(fault, delayMs);
    await wait(delayMs, signal);
  }
}

/** Each connection has a signal of its own, so that none adds to the listeners of the caller's one for good. */
function connectionOf(signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  return {
    signal: ending.signal,
    end() {
      signal?.removeEventListener('abort', stop);
      ending.abort();
    },
  };
}

/** @throws ParleyError if the service refuses or cannot be reached */
async function* connect(
  get: Get,
  { types, includeData, timeoutMs, idleTimeoutMs = DEFAULT_IDLE_TIMEOUT_MS }: ChangesOptions,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void> {
  const { data, error, response } = await get('/v1/changes', {
    params: { query: { after, types: types?.join(','), includeData } },
    headers: { Accept: 'text/event-stream' },
    parseAs: 'stream',
    retries: 0,
    signal,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  if (!response.ok) throw refusalOf(errorOf(response, error));
  const type = response.headers.get('content-type');
  if (!type?.startsWith('text/event-stream')) {
    const { status } = response;
    throw new ParleyError(`/v1/changes was answered with ${type ?? 'no type'}, not a stream`, { status });
  }
  yield* readEvents(data as ReadableStream<Uint8Array>, idleTimeoutMs);
}

function refusalOf(error: ParleyError): ParleyError {
  if (error.status !== 410) return error;
  const { message, status, requestId } = error;
  return new CursorGoneError(message, { status, requestId });
}

/** Whether the failure may end by itself, as that of a service that is restarted or overloaded. */
function isPassing({ status }: ParleyError): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** The delay is never less than Retry-After, however long that is. */
function delayOf({ retryAfterSeconds }: ParleyError, failures: number): number {
  const askedMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
  const waitedMs = askedMs === undefined ? undefined : Math.min(askedMs, MAX_RETRY_AFTER_MS);
  const ownMs = retryDelayMs(failures, waitedMs, Math.random())!;
  return Math.min(Math.max(ownMs, askedMs ?? 0), MAX_TIMER_MS);
}
