/** The provider cannot answer now: it is away, overloaded, or refuses us. Another try later may succeed. */
export class ProviderUnavailable extends Error {
  /** When it asked to be left alone, for so long; else nobody knows. */
  readonly retryAfterMs: number | undefined;
  /** Whether it was called at all: while it is known to be away it is not. */
  readonly wasCalled: boolean;

  /** @param message without the provider's own words, which may hold anything */
  constructor(message: string, options: { retryAfterMs?: number; wasCalled: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'ProviderUnavailable';
    this.retryAfterMs = options.retryAfterMs;
    this.wasCalled = options.wasCalled;
  }
}

/** The provider answered, however often it was asked, but not in the form asked for: nothing of it is used. */
export class InvalidAnswer extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'InvalidAnswer';
  }
}
