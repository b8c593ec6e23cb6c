import { GuardedFetchError } from '../../lib/guarded-fetch/errors.ts';
import type { GuardedResponse } from '../../lib/guarded-fetch/types.ts';
import { toStorableText } from '../../lib/text.ts';
import { MAX_ASKED_SECONDS } from './retry-pauses.ts';

/** The part of an answer that the log keeps, in bytes. */
const KEPT_BYTES = 2048;

/** Posts to a URL that somebody else chose; the operator sets the limits and the allowed networks. */
export type PostGuarded = (
  url: string,
  request: { headers: Record<string, string>; body: string; signal?: AbortSignal },
) => Promise<GuardedResponse>;

/** The outcome of an attempt. */
export type DeliveryOutcome = {
  isSuccess: boolean;
  /** The HTTP status, if there was an answer. */
  status?: number;
  /** The reason for which it failed, for users. */
  error?: string;
  /** The beginning of the answer. */
  answer?: string;
  /** The time that it took. */
  ms: number;
  /** The pause that the receiver asked for. */
  retryAfterSeconds?: number;
};

/**
 * Sends a message once. Any 2xx whose answer ends in time is a success; redirects are not followed.
 * @throws the reason of the signal if it was aborted; everything else is an outcome
 */
export async function sendMessage(
  post: PostGuarded,
  url: string,
  request: { headers: Record<string, string>; body: string; signal?: AbortSignal },
): Promise<DeliveryOutcome> {
  const startMs = performance.now();
  const elapsed = () => Math.round(performance.now() - startMs);
  const seen: { status?: number; chunks: Uint8Array[]; retryAfterSeconds?: number } = { chunks: [] };
  const told = () => ({
    ...(seen.status === undefined ? {} : { status: seen.status }),
    ...(seen.chunks.length === 0 ? {} : { answer: textOf(seen.chunks) }),
    ...(seen.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: seen.retryAfterSeconds }),
    ms: elapsed(),
  });
  try {
    const response = await post(url, request);
    seen.status = response.status;
    const pause = readRetryAfter(response.headers['retry-after']);
    if (pause !== undefined) seen.retryAfterSeconds = pause;
    let bytes = 0;
    for await (const chunk of response.bytes) {
      if (bytes < KEPT_BYTES) seen.chunks.push(chunk.slice(0, KEPT_BYTES - bytes));
      bytes += chunk.length;
    }
    const isSuccess = response.status >= 200 && response.status < 300;
    return { isSuccess, ...told(), ...(isSuccess ? {} : { error: refusalOf(response) }) };
  } catch (error) {
    request.signal?.throwIfAborted();
    if (!(error instanceof GuardedFetchError)) throw error;
    if (error.status !== undefined) seen.status = error.status;
    return { isSuccess: false, ...told(), error: error.message };
  }
}

function refusalOf({ status, headers }: GuardedResponse): string {
  if (status < 300 || status > 399 || headers.location === undefined)
    return `The receiver answered ${status}`;
  return `The receiver answered ${status}, and redirects are not followed; give the URL that it redirects to`;
}

function textOf(chunks: readonly Uint8Array[]): string {
  // A character that is cut in two at the end is not shown.
  const text = new TextDecoder('utf-8').decode(Buffer.concat(chunks), { stream: true });
  return toStorableText(text);
}

/** @returns seconds from now, from 0 to {@link MAX_ASKED_SECONDS}; undefined if the header is not there or not understood */
function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const [text] = [header].flat();
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), MAX_ASKED_SECONDS);
}
