import type { DeliveryLine } from './delivery-line.ts';
import { FAILING_AFTER_MS } from './present-webhook.ts';
import { pauseAfter, pauseOfFailing } from './retry-pauses.ts';
import type { DeliveryOutcome } from './send-message.ts';

/** A webhook begins with so few messages at the same time, and one more for each that is accepted. */
const FIRST_SENDING = 2;

/** The most times that failures in a row halve the number of messages at the same time. */
const MAX_HALVINGS = 5;

/** The latest answers of a receiver, and the time from which it may be sent something. Times are of a monotonic clock, in milliseconds. */
export class ReceiverState {
  readonly #line: Pick<DeliveryLine, 'looksDown'>;
  #failures: number;
  #failingSinceMs: number | undefined;
  #pausedUntilMs = 0;
  #accepted = 0;

  /** @param failingMs the time since the first of the failures in a row; null if there are none */
  constructor(line: Pick<DeliveryLine, 'looksDown'>, failures: number, failingMs: number | null) {
    this.#line = line;
    this.#failures = failures;
    this.#failingSinceMs = failingMs === null ? undefined : performance.now() - failingMs;
  }

  /** Failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  get pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  isPaused(): boolean {
    return performance.now() < this.#pausedUntilMs;
  }

  /** Returns whether the receiver itself is taken for the cause of the failures: single messages try it then. */
  isDown(): boolean {
    if (this.#failures === 0) return false;
    const failingMs = performance.now() - (this.#failingSinceMs ?? performance.now());
    return failingMs >= FAILING_AFTER_MS || this.#line.looksDown(this.#failures);
  }

  /** Returns how many messages may be under way at the same time. */
  window(most: number): number {
    if (this.isDown()) return 1;
    const window = Math.min(most, FIRST_SENDING + this.#accepted);
    return Math.max(1, window >> Math.min(this.#failures, MAX_HALVINGS));
  }

  noteSuccess(): void {
    this.#failures = 0;
    this.#failingSinceMs = undefined;
    this.#accepted++;
  }

  /**
   * Notes a failure before the line learns of it.
   * @param attempts of the message that have failed, this one included
   * @returns the pause before the message is sent again, in seconds
   */
  noteFailure(attempts: number, { retryAfterSeconds }: DeliveryOutcome): number {
    const nowMs = performance.now();
    this.#failures++;
    this.#failingSinceMs ??= nowMs;
    if (retryAfterSeconds !== undefined) this.pause(pauseAfter(1, retryAfterSeconds));
    const failingMs = nowMs - this.#failingSinceMs;
    if (failingMs < FAILING_AFTER_MS) return pauseAfter(attempts, retryAfterSeconds);
    return Math.max(pauseOfFailing(failingMs), pauseAfter(1, retryAfterSeconds));
  }

  /** Pauses everything if the receiver is taken for the cause; to be called when the line has learned of a failure. */
  pauseIfDown(): void {
    if (this.isDown()) this.pause(pauseOfFailing(performance.now() - this.#failingSinceMs!));
  }

  pause(seconds: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, performance.now() + seconds * 1000);
  }
}
