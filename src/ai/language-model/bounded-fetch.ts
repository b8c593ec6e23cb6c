import { InvalidAnswer, ProviderUnavailable } from '../errors.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import { readRetryAfter } from './retry-after.ts';

/** The most white space that may come before an answer's JSON. */
const MAX_BLANK_START_BYTES = 1_024;

/**
 * A fetch for language models. It follows no redirects, bounds the size of answers, and reads only the status and
 * Retry-After of a refusal.
 * @throws ProviderUnavailable if there is no JSON with a status of 2xx, InvalidAnswer if it is too large, and the reason of
 *   the signal if it is aborted
 */
export const boundedFetch: typeof fetch = async (url, init) => {
  const response = await reach(() => fetch(url, { ...init, redirect: 'manual' }), init?.signal);
  if (!response.ok) {
    await response.body?.cancel().catch(() => {});
    throw refusal(response);
  }
  const bytes = await reach(() => readAll(response), init?.signal);
  // Models answer with an object. A page instead of it comes from a proxy or another server in between.
  if (
    !/^\s*\{/.test(Buffer.from(bytes.buffer, 0, Math.min(bytes.length, MAX_BLANK_START_BYTES)).toString())
  ) {
    throw new ProviderUnavailable('The AI provider did not answer with JSON', { wasCalled: true });
  }
  return new Response(bytes, { status: 200, headers: response.headers });
};

async function reach<Result>(
  step: () => Promise<Result>,
  signal: AbortSignal | null | undefined,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (signal?.aborted || error instanceof InvalidAnswer) throw error;
    const code = errorCode(error);
    const why = code === undefined ? '' : ` (${code})`;
    throw new ProviderUnavailable(`The AI provider could not be reached${why}`, { wasCalled: true });
  }
}

/** Returns the system's name of a failure, such as ECONNREFUSED; no text from the network has that form. */
function errorCode(error: unknown): string | undefined {
  const { cause = error } = error as { cause?: unknown };
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : undefined;
}

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) {
      throw new InvalidAnswer(`The AI provider's answer has more than ${MAX_ANSWER_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

function refusal({ status, headers }: Response): ProviderUnavailable {
  return new ProviderUnavailable(`The AI provider ${whatItDid(status)} (${status})`, {
    retryAfterMs: readRetryAfter(headers, sentMs(headers)),
    wasCalled: true,
  });
}

/** Returns the time of the answer by the provider's clock, to which its Retry-After refers; otherwise by ours. */
function sentMs(headers: Headers): number {
  const ms = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(ms) ? Date.now() : ms;
}

function whatItDid(status: number): string {
  if (status === 401 || status === 403) return 'refused the API key';
  if (status === 404) return 'does not know the model or the address';
  if (status === 429) return 'asks for fewer requests';
  if (status >= 500) return 'failed';
  if (status >= 400) return 'refused the request';
  return 'sent no answer; redirects are not followed';
}
