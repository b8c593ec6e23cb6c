type Facts = {
  status?: number;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
};

/** An unsuccessful call: Parley refused it, or no response arrived. `message` is for people. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  /** HTTP status; 0 if no response arrived (`cause` has the reason). */
  readonly status: number;
  /** ID under which the service logged the request; undefined if no response arrived. */
  readonly requestId: string | undefined;
  /** The time after which the service asks to be called again, in seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, facts: Facts = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.status = facts.status ?? 0;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}
