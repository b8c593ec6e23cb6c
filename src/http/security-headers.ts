/**
 * The security headers of every response whose operation does not set others. Browsers take the content for what its
 * Content-Type says and neither run nor frame it, no cache stores it (it may hold a key or a transcript), and other sites
 * do not learn Parley's URLs.
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

/** The same headers as lines of a response that is written by hand. */
export const SECURITY_HEADER_LINES: string = Object.entries(ALWAYS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
