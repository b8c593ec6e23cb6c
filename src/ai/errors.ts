/** The error that the provider is unreachable, overloaded, or refuses all our requests. A later attempt may succeed. */
export class ProviderUnavailable extends Error {
  /** The pause that the provider asked for; undefined if it did not ask for one. */
  readonly retryAfterMs: number | undefined;
  /** Whether it was called at all; it is not called while it is known to be unavailable. */
  readonly wasCalled: boolean;

  /** @param message for people; may contain what the provider says of the failure, in one line of bounded length */
  constructor(message: string, options: { retryAfterMs?: number; wasCalled: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'ProviderUnavailable';
    this.retryAfterMs = options.retryAfterMs;
    this.wasCalled = options.wasCalled;
  }
}

/** The error that the provider refuses one request because of what it contains; it answers others. */
export class RequestRefused extends Error {
  /** The provider's response, at most some kilobytes of it; it may repeat parts of the request, so it is not shown. */
  readonly response: string;
  /** Whether the provider will not answer this request however often it is sent. */
  readonly isFinal: boolean;

  /** @param message as of {@link ProviderUnavailable} */
  constructor(message: string, options: { response?: string; isFinal?: boolean } = {}) {
    super(message);
    this.name = 'RequestRefused';
    this.response = options.response ?? '';
    this.isFinal = options.isFinal ?? false;
  }
}

/** The error that an answer of the provider cannot be used, or leaves out what was asked for. */
export class InvalidAnswer extends Error {
  /** Whether another answer to the same request could be used: not if the model cannot see all of it. */
  readonly isRepeatable: boolean;

  constructor(message: string, options: { isRepeatable?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'InvalidAnswer';
    this.isRepeatable = options.isRepeatable ?? true;
  }
}
