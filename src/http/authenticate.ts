import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../lib/faults.ts';
import type { Caller } from './endpoint.ts';
import type { RateLimit } from './rate-limit.ts';
import type { SessionCookies } from './session-cookie.ts';

const MAX_KEY_LENGTH = 256;

/** The message for a cookie that is no longer valid. */
export const SESSION_ENDED = 'The session has ended; sign in again';

/** The means by which a listener authenticates callers. */
export type Authentication = {
  /** @returns who holds the key, or undefined where nobody does; throws where that cannot be told now */
  authenticate(key: string): Promise<Caller | undefined>;
  /** Accepts a session's cookie in place of a key; without it cookies are ignored. */
  sessions?: {
    /** The same of a session's token. */
    verify(token: string): Promise<Caller | undefined>;
    cookies: SessionCookies;
  };
  /** The rate limit of each key, including its sessions; without it there is none. */
  rateLimit?: RateLimit | undefined;
};

/** The requirements of an operation on its callers. */
export type Requirements = {
  scopes: readonly string[];
  /** Whether one of the scopes is enough. */
  isAnyEnough: boolean;
  /** Whether a key is taken as a bearer token too, and requests from pages of other origins are refused. */
  isForAgents: boolean;
};

/**
 * Authenticates the caller by the X-API-Key header, or else by the session's cookie, before the body is read.
 * @throws Fault 401 for a key that is missing, malformed, unknown, expired or revoked, or a session that has ended;
 *   403 without one of the scopes, or for a change by a session from another origin; 429 over the key's rate limit
 */
export async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  by: Authentication,
  { scopes, isAnyEnough, isForAgents }: Requirements,
): Promise<Caller> {
  if (isForAgents) by.sessions?.cookies.refuseOtherPages(request.headers);
  const caller = await identify(request, by, isForAgents);
  // The log tells who was refused, too.
  request.caller = caller;
  if (by.rateLimit) countRequest(by.rateLimit, caller.keyId, reply);
  const lacking = scopes.filter((scope) => !caller.scopes.has(scope));
  if (isAnyEnough && lacking.length === scopes.length) {
    throw new Fault('forbidden', `The API key has none of the scopes ${lacking.join(', ')}`);
  }
  if (!isAnyEnough && lacking.length > 0) {
    throw new Fault(
      'forbidden',
      `The API key lacks the scope${lacking[1] ? 's' : ''} ${lacking.join(' and ')}`,
    );
  }
  return caller;
}

function countRequest(rateLimit: RateLimit, keyId: number, reply: FastifyReply): void {
  const { isSpent, resetSeconds, headers } = rateLimit.count(keyId);
  reply.headers(headers);
  if (!isSpent) return;
  const most = `The API key is limited to ${rateLimit.requestsPerMinute} requests per minute`;
  throw new Fault('too many', `${most}; try again in ${resetSeconds} s`, resetSeconds, 'rate_limit');
}

async function identify(request: FastifyRequest, by: Authentication, takesBearer: boolean): Promise<Caller> {
  const key = request.headers['x-api-key'] || (takesBearer ? bearerToken(request) : undefined);
  const token = by.sessions && !key ? by.sessions.cookies.read(request.headers) : undefined;
  if (by.sessions && token !== undefined) {
    by.sessions.cookies.refuseForeignOrigin(request.method, request.headers);
    const caller = await by.sessions.verify(token);
    if (!caller) throw new Fault('unauthenticated', SESSION_ENDED);
    return caller;
  }
  if (key === undefined || key === '') throw new Fault('unauthenticated', 'The X-API-Key header is missing');
  const isKey = typeof key === 'string' && key.length <= MAX_KEY_LENGTH;
  const caller = isKey ? await by.authenticate(key) : undefined;
  if (!caller) {
    throw new Fault('unauthenticated', 'The API key is not valid: it is unknown, expired or revoked');
  }
  return caller;
}

/** Returns the token of the Authorization header (RFC 6750); undefined for another scheme. */
function bearerToken(request: FastifyRequest): string | undefined {
  return /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}
