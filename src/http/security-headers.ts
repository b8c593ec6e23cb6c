/**
 * What every answer tells browsers, unless its operation says otherwise: that it is what its Content-Type says, no page
 * and no part of one; that nobody keeps it, as it may hold a key or what was said in a call; and that URLs of ours are
 * not told to other sites.
 */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** A year: what lists of sites that are reached over https ask for. */
const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' };

/** @param isHttps whether people reach the listener over https, and are to do so alone from now on */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return isHttps ? { ...ALWAYS, ...STRICT_TRANSPORT } : ALWAYS;
}

/** The same as lines of an answer that is written by hand. */
export const SECURITY_HEADER_LINES: string = Object.entries(ALWAYS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
