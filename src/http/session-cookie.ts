import type { IncomingHttpHeaders } from 'node:http';
import { Fault } from '../lib/faults.ts';

/** Holds the token of a session, which stands in for an API key. */
export const SESSION_COOKIE = 'parley_session';

/**
 * Its name where people reach the API over https. Browsers take a cookie of this name from the host itself over https
 * alone: no other host of the domain can set one. A session under the plain name is not accepted there.
 */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/** The cookies that carry sessions between browsers and the API. */
export type SessionCookies = {
  /** @returns the token, or undefined where there is none; of two the first counts, as RFC 6265 orders them */
  read(headers: IncomingHttpHeaders): string | undefined;
  /**
   * The Set-Cookie header: no script reads it, and no other site has it sent.
   * @param maxAgeSeconds 0 or less removes the cookie
   */
  set(token: string, maxAgeSeconds: number): string;
  /**
   * Refuses what a page of another origin has a browser send with the session's cookie. SameSite does so for other
   * sites; another port of this host is the same site. Browsers send Origin with every method that is not safe.
   * @throws Fault 403
   */
  refuseForeignOrigin(method: string, headers: IncomingHttpHeaders): void;
  /**
   * Refuses what a page of another origin sends, whatever it authenticates with. Programs send no Origin.
   * @throws Fault 403
   */
  refuseOtherPages(headers: IncomingHttpHeaders): void;
};

/** Methods that change nothing, so that pages of other origins gain nothing by sending them. */
const SAFE_METHODS = ['GET', 'HEAD'];

/**
 * @param publicUrl how people reach the API
 * @param isSet true if PARLEY_PUBLIC_URL is set: only its origin may then change something. Otherwise the origin of the
 *   Host header is accepted as well, so that the API can be tried under any address
 */
export function createSessionCookies(publicUrl: string, isSet: boolean): SessionCookies {
  const publicOrigin = new URL(publicUrl).origin;
  const isHttps = publicOrigin.startsWith('https:');
  const name = isHttps ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
  const isOwn = ({ origin, host }: IncomingHttpHeaders) =>
    origin?.toLowerCase() === publicOrigin || (!isSet && isOriginOf(host, origin?.toLowerCase()));
  const accepted = `${publicOrigin} (PARLEY_PUBLIC_URL)${isSet ? '' : ' or that of the Host header'}`;
  return {
    read({ cookie }) {
      for (const pair of cookie?.split(';') ?? []) {
        const equals = pair.indexOf('=');
        if (equals >= 0 && pair.slice(0, equals).trim() === name)
          return pair.slice(equals + 1).trim() || undefined;
      }
      return undefined;
    },
    set(token, maxAgeSeconds) {
      const maxAge = Math.max(0, Math.floor(maxAgeSeconds));
      const secure = isHttps ? '; Secure' : '';
      return `${name}=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAge}${secure}`;
    },
    refuseForeignOrigin(method, headers) {
      if (SAFE_METHODS.includes(method)) return;
      if (isOwn(headers)) return;
      throw new Fault(
        'forbidden',
        `The Origin header must be ${accepted} if a session is used instead of an API key`,
      );
    },
    refuseOtherPages(headers) {
      if (headers.origin === undefined || isOwn(headers)) return;
      throw new Fault('forbidden', `The Origin header must be ${accepted}, or absent`);
    },
  };
}

function isOriginOf(host: string | undefined, origin: string | undefined): boolean {
  const own = host?.toLowerCase();
  return own !== undefined && own !== '' && (origin === `http://${own}` || origin === `https://${own}`);
}
