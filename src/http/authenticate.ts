import type { FastifyRequest } from 'fastify';
import { Fault } from '../lib/faults.ts';
import type { Caller } from './endpoint.ts';

const MAX_KEY_LENGTH = 256;

/**
 * Who calls, by the X-API-Key header; runs before the body is read.
 * @throws Fault 401 for a key that is missing, malformed, unknown, expired or revoked; 403 without the scope
 */
export async function authenticate(
  request: FastifyRequest,
  verify: (key: string) => Promise<Caller | undefined>,
  scope: string,
): Promise<Caller> {
  const key = request.headers['x-api-key'];
  if (key === undefined || key === '') throw new Fault('unauthenticated', 'The X-API-Key header is missing');
  const caller = typeof key === 'string' && key.length <= MAX_KEY_LENGTH ? await verify(key) : undefined;
  if (!caller)
    throw new Fault('unauthenticated', 'The API key is not valid: it is unknown, expired or revoked');
  if (!caller.scopes.has(scope)) throw new Fault('forbidden', `The API key lacks the scope ${scope}`);
  return caller;
}
