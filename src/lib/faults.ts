/**
 * A request that cannot be done, told in the caller's terms. Thrown by the domain and by http/, turned into a
 * status by http/faults.ts. Everything else that is thrown is a defect or a broken part, and answers 500/503.
 */
export type FaultKind =
  | 'invalid' // 400
  | 'unauthenticated' // 401
  | 'forbidden' // 403
  | 'missing' // 404
  | 'too slow' // 408
  | 'conflict' // 409
  | 'gone' // 410
  | 'too large' // 413
  | 'unsupported media' // 415
  | 'unprocessable' // 422
  | 'too many' // 429
  | 'unavailable' // 503
  | 'over quota' // 507
  | 'full'; // 507, of a disk: the operator has to know

export class Fault extends Error {
  readonly kind: FaultKind;
  /** The time after which a retry may succeed, for `unavailable` and `too many`, if it is known. */
  readonly retryAfterSeconds: number | undefined;

  /** @param message one clear sentence for the caller; never holds secrets or internals */
  constructor(kind: FaultKind, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'Fault';
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Gathers all faults of one request, so that the caller reads them all at once. */
export class FaultList {
  static readonly maxShown = 20;
  readonly #messages: string[] = [];

  add(message: string): void {
    this.#messages.push(message);
  }

  /** True if further faults would not be shown: who looks for them can stop. */
  get isFull(): boolean {
    return this.#messages.length > FaultList.maxShown;
  }

  /** Throws one Fault with every message, if there is any. */
  throwIfAny(kind: FaultKind): void {
    if (this.#messages.length > 0) throw new Fault(kind, joinSentences(this.#messages));
  }
}

/** `a must be b; c is required; and more`. */
export function joinSentences(messages: string[]): string {
  const shown = messages.slice(0, FaultList.maxShown);
  return shown.join('; ') + (messages.length > shown.length ? '; and more' : '');
}
