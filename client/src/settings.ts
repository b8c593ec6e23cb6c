/** The default number of retries. */
export const DEFAULT_RETRIES = 3;
/** The upper limit of retries. */
export const MAX_RETRIES = 10;
/** The default timeout of each attempt. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** The settings of a client. */
export type ClientSettings = {
  /** `{base_url}`; in a browser '' for the page's own address. */
  baseUrl: string;
  /** `{receiver_url}`: needed for what ingests meetings, e-mails and recordings. */
  receiverUrl?: string;
  /** Sent as X-API-Key. If it is absent, the browser's session is used. */
  apiKey?: string;
  /** Used instead of the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
  /** Tries after the first: {@link DEFAULT_RETRIES}, at most {@link MAX_RETRIES}. */
  retries?: number;
  /** Time of each try in milliseconds: {@link DEFAULT_TIMEOUT_MS}; Infinity for no limit. */
  timeoutMs?: number;
  /** Whether a browser sends cookies. By default it sends them to the page's own origin. */
  credentials?: 'omit' | 'same-origin' | 'include';
};

/**
 * An address without slashes at its end. Relative ones mean something in a browser alone.
 * @throws TypeError naming the setting
 */
export function readUrl(name: string, value: string): string {
  const isAbsolute = /^https?:\/\//i.test(value) && URL.canParse(value);
  const isRelative = 'location' in globalThis && /^(?:\/.*)?$/.test(value);
  if (isAbsolute || isRelative) return value.replace(/\/+$/, '');
  throw new TypeError(`${name} takes an http or https address, not "${value}"`);
}

/** @throws TypeError if it is not an integer from 0 to {@link MAX_RETRIES} */
export function readRetries(value: unknown): number {
  const isOne = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_RETRIES;
  if (isOne) return value;
  throw new TypeError(`retries takes a whole number from 0 to ${MAX_RETRIES}, not ${value}`);
}

/** @throws TypeError if it is not a number greater than 0 */
export function readTimeoutMs(value: unknown): number {
  if (typeof value === 'number' && value > 0) return value;
  throw new TypeError(`timeoutMs takes milliseconds above 0, or Infinity, not ${value}`);
}
