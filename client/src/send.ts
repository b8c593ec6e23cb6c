import { ParleyError } from './parley-error.ts';
import { readRetryAfterMs, retryDelayMs } from './retry-delay.ts';
import { MAX_TIMER_MS, wait } from './wait.ts';

/** Statuses that are worth a retry. */
const PASSING = new Set([429, 502, 503, 504]);
/** The status for an Idempotency-Key whose earlier attempt is still in progress. A later retry returns its response. */
const STILL_AT_WORK = 409;

/** The settings of one call. */
export type Sending = {
  fetch: (request: Request) => Promise<Response>;
  /** The number of retries; 0 if a retry might repeat the effect. */
  retries: number;
  /** The timeout of each attempt, including reading its response (of a stream: until it begins). Infinity: none. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** Whether the response body is passed on as a stream. */
  isStream: boolean;
};

type Try = { response: Response; fault?: never } | { response?: never; fault: unknown };

/**
 * Sends a request, again where that may help, and waits between tries as long as the service asks.
 * @returns the last answer, whatever its status
 * @throws ParleyError of status 0 where none came; the signal's reason where it was aborted
 */
export async function send(request: Request, sending: Sending): Promise<Response> {
  const { retries, signal } = sending;
  // A body can be read only once, so its bytes are kept for retries.
  const bytes = retries > 0 && request.body !== null ? await request.arrayBuffer() : undefined;
  for (let retry = 0; ; retry++) {
    const { response, fault } = await attempt(request, bytes, sending);
    if (response && !isPassing(response, request, retry)) return response;
    const retryAfterMs = response && readRetryAfterMs(response.headers, Date.now());
    const delayMs = retry < retries ? retryDelayMs(retry, retryAfterMs, Math.random()) : undefined;
    if (delayMs === undefined) {
      if (response) return response;
      throw faultOf(request, fault);
    }
    if (sending.isStream) await response?.body?.cancel();
    await wait(delayMs, signal);
  }
}

function isPassing(response: Response, request: Request, retry: number): boolean {
  if (PASSING.has(response.status)) return true;
  return retry > 0 && response.status === STILL_AT_WORK && request.headers.has('Idempotency-Key');
}

/** Makes one attempt within its timeout. An abort by the caller is thrown and ends the retries. */
async function attempt(request: Request, bytes: ArrayBuffer | undefined, sending: Sending): Promise<Try> {
  const { signal, timeoutMs } = sending;
  signal?.throwIfAborted();
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const timer =
    timeoutMs <= MAX_TIMER_MS
      ? setTimeout(
          () => ending.abort(new DOMException(`No answer within ${timeoutMs} ms`, 'TimeoutError')),
          timeoutMs,
        )
      : undefined;
  let isHandedOn = false;
  try {
    const init = { signal: ending.signal, ...(bytes ? { body: bytes } : {}) };
    const response = await sending.fetch(new Request(request, init));
    isHandedOn = sending.isStream;
    return { response: isHandedOn ? response : await readWhole(response) };
  } catch (fault) {
    if (signal?.aborted) throw signal.reason;
    return { fault: ending.signal.aborted ? ending.signal.reason : fault };
  } finally {
    clearTimeout(timer);
    // A stream that is still read ends with the caller's signal.
    if (!isHandedOn) signal?.removeEventListener('abort', stop);
  }
}

const BODILESS = new Set([204, 205, 304]);

/** Reads the body into memory, so that a response cut off in the middle counts as a failed attempt. */
async function readWhole(response: Response): Promise<Response> {
  // Browsers give answers without content an empty body, and make no Response with one.
  if (response.body === null || BODILESS.has(response.status)) return response;
  const whole = new Response(await response.arrayBuffer(), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
  Object.defineProperty(whole, 'url', { value: response.url });
  return whole;
}

function faultOf(request: Request, cause: unknown): ParleyError {
  const what = `${request.method} ${request.url.split('?')[0]}`;
  const why = cause instanceof Error ? reasonOf(cause) : String(cause);
  return new ParleyError(`${what} got no answer: ${why}`, { cause });
}

/** Node says `fetch failed` and gives the reason as the cause. */
function reasonOf(fault: Error): string {
  const { cause } = fault;
  return (cause instanceof Error && (cause.message || (cause as { code?: string }).code)) || fault.message;
}
