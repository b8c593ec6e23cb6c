type Facts = {
  status?: number;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
};

/** A call that did not succeed: Parley refused it, or no answer came. `message` is for people. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  /** HTTP status; 0 where no answer came (`cause` has the reason). */
  readonly status: number;
  /** Id under which the service logged the request; undefined where no answer came. */
  readonly requestId: string | undefined;
  /** How long the service asks to be left alone, in seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, facts: Facts = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.status = facts.status ?? 0;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}
