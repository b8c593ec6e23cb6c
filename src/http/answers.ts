import type { AnswerSpec, Endpoint } from './endpoint.ts';
import { ErrorBody } from './faults.ts';

/** Derives the responses that follow from an operation's other declarations, so that no file has to repeat them. */
const SHARED = {
  400: {
    description: 'A parameter or the body is invalid; the message names each fault.',
  },
  401: { description: 'The API key is missing, malformed, unknown, expired or revoked.' },
  403: { description: 'The API key lacks a scope of the operation.' },
  408: { description: 'The body, or the request as a whole, took too long to arrive.' },
  409: { description: 'A request with the same Idempotency-Key is still in progress.' },
  413: { description: 'The body is larger than the operation accepts.' },
  415: { description: 'The Content-Type is not application/json, or the body is compressed.' },
  422: { description: 'The Idempotency-Key was used for another request.' },
  429: {
    description:
      'The API key has exceeded the limit of requests per minute, if the installation sets one; the Retry-After ' +
      'header says when to retry.',
  },
  // Told before it is known which operation was meant, so never in an operation's own form.
  431: {
    description: 'The path and the headers together are larger than 16 KiB.',
    schema: ErrorBody,
    example: { error: 'The path and the headers must be at most 16384 bytes' },
  },
  500: { description: 'Internal error.' },
  503: {
    description:
      'The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header ' +
      'says when to retry.',
  },
} satisfies Record<number, AnswerSpec>;

/** The same for operations that take a session too. */
const WITH_SESSION = {
  401: { description: `${SHARED[401].description.slice(0, -1)}, or the session has ended.` },
  403: {
    description: 'The API key lacks a scope of the operation, or a change by session has a wrong Origin.',
  },
} satisfies Record<number, AnswerSpec>;

/** The 404 of a request that was sent to the other address. */
const AT_THE_API =
  'The request was sent to the address of the API; the message names that of the receiver, which takes it.';

/** Every status that the operation may answer, its own and those that follow, in ascending order. */
export function answersOf<Deps>(endpoint: Endpoint<Deps>): Map<number, AnswerSpec> {
  const statuses: (keyof typeof SHARED)[] = [400, 431, 500];
  if (endpoint.scope !== null) statuses.push(401, 403, 429, 503);
  if (endpoint.body || endpoint.upload) statuses.push(408, 413, 415);
  if (endpoint.idempotent) statuses.push(409, 422);
  const answers = new Map<number, AnswerSpec>(statuses.map((status) => [status, SHARED[status]]));
  if (endpoint.scope !== null && endpoint.address === 'api') {
    for (const status of [401, 403] as const) answers.set(status, WITH_SESSION[status]);
  }
  for (const [status, answer] of Object.entries(endpoint.answers)) answers.set(Number(status), answer);
  if (endpoint.address === 'receiver') {
    const own = answers.get(404);
    answers.set(404, { ...own, description: own ? `${own.description} Or: ${AT_THE_API}` : AT_THE_API });
  }
  return new Map([...answers].sort(([a], [b]) => a - b));
}
