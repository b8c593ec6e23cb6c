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

/** The reasons for which a request is refused that another time, or another process, would have served. */
export const SHED_REASONS = [
  'connections',
  'large_requests',
  'waiting_readers',
  'rate_limit',
  'sign_ins',
  'slow_body',
  'database_busy',
  'database_unavailable',
  'database_full',
  'statement_timeout',
  'store_full',
  'store_unavailable',
  'ai_unavailable',
  'other',
] as const;
export type ShedReason = (typeof SHED_REASONS)[number];

export class Fault extends Error {
  readonly kind: FaultKind;
  /** The time after which a retry may succeed, for `unavailable` and `too many`, if it is known. */
  readonly retryAfterSeconds: number | undefined;
  /** The reason for metrics, if the request was refused for lack of room. */
  readonly shed: ShedReason | undefined;

  /** @param message one clear sentence for the caller; never holds secrets or internals */
  constructor(kind: FaultKind, message: string, retryAfterSeconds?: number, shed?: ShedReason) {
    super(message);
    this.name = 'Fault';
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
    this.shed = shed;
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
