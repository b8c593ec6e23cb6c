import { toStorableText } from '../../lib/text.ts';
import { ProviderUnavailable, RequestRefused } from '../errors.ts';
import { readRetryAfter } from './retry-after.ts';
import { cut, foldLine } from './text.ts';

/** The most bytes of a refusal that are read. */
const MAX_REFUSAL_BYTES = 16_384;
const MAX_WORDS_CHARACTERS = 300;

/** Shorter header values are no secrets worth hiding, and may be part of other words. */
const MIN_KEY_CHARACTERS = 8;

/** The statuses that say that something is wrong with this one request. */
const REQUEST_STATUSES = new Set([400, 413, 415, 422]);

/** The words by which servers name a conversation that their filter does not let through; asking again changes nothing. */
const FILTERED =
  /content[_ ]?(?:filter|policy|management)|responsible ?ai|moderation|safety (?:system|polic)/i;
const TOO_LONG =
  /context[_ ]?(?:length|window|size)|too (?:long|many (?:input )?tokens)|reduce the length|token limit|exceeds? .{0,40}tokens/i;
const LENGTH_ADVICE =
  'Set PARLEY_AI_MAX_INPUT_TOKENS to less than what the model reads, so that longer conversations are split.';

/** A status that is not 2xx as an error with the provider's own words, as far as it has some. */
export async function readRefusal(response: Response, sent: RequestInit['headers']): Promise<Error> {
  const body = await readBeginning(response);
  return refusalError(response.status, body, { headers: response.headers, sent });
}

/**
 * Makes the error of a refusal: of the one request, or of all of them.
 * @param body the response, or the beginning of it
 * @param told.sent the headers of the request, whose secrets must not be repeated
 */
export function refusalError(
  status: number,
  body: string,
  told: { headers?: Headers; sent?: RequestInit['headers'] } = {},
): ProviderUnavailable | RequestRefused {
  const words = withoutKeys(wordsOf(body), told.sent);
  const message = `The AI provider ${whatItDid(status)} (${status})${words === '' ? '' : `: ${words}`}`;
  if (REQUEST_STATUSES.has(status)) {
    const isTooLong = TOO_LONG.test(body);
    const advised = isTooLong ? `${message.replace(/\.?$/, '.')} ${LENGTH_ADVICE}` : message;
    return new RequestRefused(advised, { response: body, isFinal: isTooLong || FILTERED.test(body) });
  }
  const { headers = new Headers() } = told;
  const retryAfterMs = readRetryAfter(headers, sentMs(headers));
  return new ProviderUnavailable(message, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    wasCalled: true,
  });
}

async function readBeginning(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_REFUSAL_BYTES) break;
    }
  } catch {
    // The status says enough.
  }
  return Buffer.concat(chunks).toString('utf8', 0, MAX_REFUSAL_BYTES);
}

/** Returns what a provider says, in one line: `error.message`, `error`, `message` or `detail` of its JSON. */
function wordsOf(body: string): string {
  let told: unknown;
  try {
    told = JSON.parse(body);
  } catch {
    // A page is for browsers; its text says nothing of the request.
    return /^\s*</.test(body) ? '' : inOneLine(body);
  }
  return inOneLine(messageIn(told));
}

const MESSAGE_FIELDS = ['error', 'message', 'detail', 'msg', 'error_description'];

/** Lists and objects in each other are followed to this depth. */
const MAX_DEPTH = 4;

function messageIn(told: unknown, depth = 0): string {
  if (typeof told === 'string') return told;
  if (typeof told !== 'object' || told === null || depth === MAX_DEPTH) return '';
  if (Array.isArray(told)) {
    const [first] = told;
    const { loc } = (first ?? {}) as { loc?: unknown };
    const place = Array.isArray(loc) ? `${loc.join('.')}: ` : '';
    return `${place}${messageIn(first, depth + 1)}`;
  }
  for (const field of MESSAGE_FIELDS) {
    const found = messageIn((told as Record<string, unknown>)[field], depth + 1);
    if (found !== '') return found;
  }
  return '';
}

/** Makes words of a provider such that they can be stored and shown in a line. */
export function inOneLine(text: string): string {
  const line = foldLine(toStorableText(text)).trim();
  return line.length <= MAX_WORDS_CHARACTERS ? line : `${cut(line, MAX_WORDS_CHARACTERS)}…`;
}

function withoutKeys(words: string, sent: RequestInit['headers']): string {
  let clean = words;
  for (const [name, value] of new Headers(sent)) {
    if (!/key|authorization/.test(name)) continue;
    const key = value.replace(/^Bearer /, '');
    if (key.length >= MIN_KEY_CHARACTERS) clean = clean.replaceAll(key, '…');
  }
  return clean;
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
