/** The error that the provider is unreachable, overloaded, or refuses our requests. A later attempt may succeed. */
export class ProviderUnavailable extends Error {
  /** The pause that the provider asked for; undefined if it did not ask for one. */
  readonly retryAfterMs: number | undefined;
  /** Whether it was called at all; it is not called while it is known to be unavailable. */
  readonly wasCalled: boolean;

  /** @param message must not contain the provider's own words, which can be anything */
  constructor(message: string, options: { retryAfterMs?: number; wasCalled: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'ProviderUnavailable';
    this.retryAfterMs = options.retryAfterMs;
    this.wasCalled = options.wasCalled;
  }
}

/** The error that an answer of the provider does not match the schema; nothing of it is used. */
export class InvalidAnswer extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'InvalidAnswer';
  }
}
