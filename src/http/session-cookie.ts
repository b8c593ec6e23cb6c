import type { IncomingHttpHeaders } from 'node:http';
import { Fault } from '../lib/faults.ts';

/** Holds the token of a session, which stands in for an API key. */
export const SESSION_COOKIE = 'parley_session';

/** @returns the token, or undefined where there is none; of two the first counts, as RFC 6265 orders them */
export function readSessionCookie({ cookie }: IncomingHttpHeaders): string | undefined {
  for (const pair of cookie?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals >= 0 && pair.slice(0, equals).trim() === SESSION_COOKIE) {
      return pair.slice(equals + 1).trim() || undefined;
    }
  }
  return undefined;
}

/**
 * The Set-Cookie header: no script reads it, and no other site has it sent.
 * @param publicUrl what people reach the service by; over https alone where it says so
 * @param maxAgeSeconds 0 or less removes the cookie
 */
export function sessionCookie(token: string, maxAgeSeconds: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const maxAge = Math.max(0, Math.floor(maxAgeSeconds));
  return `${SESSION_COOKIE}=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAge}${secure}`;
}

/** What changes nothing, so that no page of another origin gains by having it sent. */
const SAFE_METHODS = ['GET', 'HEAD'];

/**
 * Refuses what a page of another origin has a browser send with the session's cookie. SameSite does so for other
 * sites; another port of this host is the same site. Browsers send Origin with every method that is not safe.
 * @param publicOrigin the origin of PARLEY_PUBLIC_URL
 * @throws Fault 403
 */
export function refuseForeignOrigin(
  method: string,
  headers: IncomingHttpHeaders,
  publicOrigin: string,
): void {
  if (SAFE_METHODS.includes(method)) return;
  const origin = headers.origin?.toLowerCase();
  const host = headers.host?.toLowerCase();
  if (origin === publicOrigin || (host && (origin === `http://${host}` || origin === `https://${host}`)))
    return;
  throw new Fault(
    'forbidden',
    `The Origin header must be ${publicOrigin} (PARLEY_PUBLIC_URL) or that of the Host header where a session ` +
      'stands in for an API key',
  );
}
