import { InvalidAnswer, ProviderUnavailable } from '../errors.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import { readRetryAfter } from './retry-after.ts';

/** White space before an answer's JSON. */
const MAX_BLANK_START_BYTES = 1_024;

/**
 * A fetch for language models: an answer cannot lead elsewhere (redirects are not followed) nor be endless, and
 * nothing of a refusal but its status and Retry-After is looked at.
 * @throws ProviderUnavailable where there is no JSON of status 2xx, InvalidAnswer where it is too large, and
 *   the signal's reason
 */
export const boundedFetch: typeof fetch = async (url, init) => {
  const response = await reach(() => fetch(url, { ...init, redirect: 'manual' }), init?.signal);
  if (!response.ok) {
    await response.body?.cancel().catch(() => {});
    throw refusal(response);
  }
  const bytes = await reach(() => readAll(response), init?.signal);
  // What a model writes stands inside an object. A page in its place is from something on the way to it.
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

/** The system's name of a failure, such as ECONNREFUSED; nothing that came over the network has that form. */
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

/** When the provider answered, by the clock that its Retry-After is told by; else by ours. */
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
