export type GuardedFetchReason =
  | 'bad url'
  | 'blocked address'
  | 'unknown host'
  | 'connection failed'
  | 'bad response'
  | 'too many redirects'
  | 'timeout'
  | 'too large'
  | 'truncated';

/** Trying again gives the same: these are about the URL and what is behind it, not about the moment. */
const PERMANENT: ReadonlySet<GuardedFetchReason> = new Set([
  'bad url',
  'blocked address',
  'too many redirects',
  'too large',
]);

/** By name: what undici's parser throws bears no code. */
const BAD_HTTP = new Set(['HTTPParserError', 'ResponseContentLengthMismatchError']);

/** The reason for which a guarded fetch gave nothing, or not all of it. */
export class GuardedFetchError extends Error {
  readonly reason: GuardedFetchReason;
  /** True if trying again is of no use. */
  readonly permanent: boolean;
  /** The status of the answer, if it was refused for its headers. */
  status: number | undefined;

  /** @param message for users: names no host and no address but those that they gave; `cause` is for the log */
  constructor(reason: GuardedFetchReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'GuardedFetchError';
    this.reason = reason;
    this.permanent = PERMANENT.has(reason);
  }
}

/**
 * Converts an error of undici, zlib or the resolver into one for users.
 *
 * @param place who was being asked, in words
 * @param phase 'body' once the headers were there
 */
export function translateError(error: unknown, place: string, phase: 'headers' | 'body'): GuardedFetchError {
  if (error instanceof GuardedFetchError) return error;
  const code = codeOf(error);
  const shown = code === '' ? '' : ` (${code})`;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    return new GuardedFetchError('timeout', `${place} took too long to take the connection`, error);
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new GuardedFetchError('bad response', `${place} sent headers that are too large`, error);
  }
  if (/^Z_(?!BUF)|^ERR_(?:_ERROR|BROTLI|ZSTD)|^ZSTD_/.test(code)) {
    return new GuardedFetchError('bad response', `${place} sent compressed content that is broken`, error);
  }
  if (phase === 'body') {
    return new GuardedFetchError(
      'truncated',
      `${place} broke off before all of its content was there`,
      error,
    );
  }
  if (BAD_HTTP.has((error as Error).name)) {
    return new GuardedFetchError('bad response', `${place} did not answer in valid HTTP`, error);
  }
  if (code === 'UND_ERR_SOCKET') {
    return new GuardedFetchError(
      'connection failed',
      `${place} closed the connection before it answered`,
      error,
    );
  }
  if (/CERT|SIGNATURE|ERR_TLS/.test(code)) {
    return new GuardedFetchError('connection failed', `${place} has no valid TLS certificate${shown}`, error);
  }
  return new GuardedFetchError('connection failed', `${place} could not be reached${shown}`, error);
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z]\w{1,60}$/.test(code) ? code : '';
}
