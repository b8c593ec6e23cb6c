import { ParleyError } from './parley-error.ts';
import { readRetryAfterMs } from './retry-delay.ts';

/** The result of a call: `data`, or `error` with the body of the error response. */
export type CallResult = { data?: unknown; error?: unknown; response: Response };

/** The data of a successful response; undefined for an operation without a body (204). */
export type DataOf<A> = A extends { error?: never; data: infer Data }
  ? [Data] extends [never]
    ? undefined
    : Data
  : never;

/**
 * The data of a call, without a look at `error` each time: `const page = await unwrap(client.GET('/v1/users'))`.
 * @throws ParleyError where the service refused the call or no answer came
 */
export async function unwrap<A extends CallResult>(call: Promise<A>): Promise<DataOf<A>> {
  const { data, error, response } = await call;
  if (response.ok) return data as DataOf<A>;
  throw errorOf(response, error);
}

/** A refusal as an error; the message is Parley's own where the body has one. */
export function errorOf(response: Response, body: unknown): ParleyError {
  const retryAfterMs = readRetryAfterMs(response.headers, Date.now());
  return new ParleyError(messageOf(body) ?? `The service answered ${response.status}`, {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000),
  });
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  return typeof body.error === 'string' && body.error !== '' ? body.error : undefined;
}
