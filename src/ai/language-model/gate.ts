import { InvalidAnswer, ProviderUnavailable, RequestRefused } from '../errors.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** A pause is shortened by up to this share, so that several processes do not retry at the same moment. */
const JITTER = 0.25;
/** The delay for calls that arrive while another call probes whether the provider is available again. */
const PROBE_WAIT_MS = 1_000;
/** A failure that nobody has tried to repeat for so long says nothing of the provider any more. */
const STALE_MS = 600_000;

/** Holds back calls while the provider is unavailable or has asked for a pause. */
export type Gate = {
  /** @throws ProviderUnavailable with `wasCalled: false` if no call may be made now */
  check(): void;
  /** Returns true from a failure on until a call is answered. */
  isClosed(): boolean;
  /** Makes the call and notes its outcome. @throws the errors of check() and of the call */
  pass<Result>(call: () => Promise<Result>): Promise<Result>;
};

export type GateClock = { nowMs(): number; random(): number };

/**
 * A gate for one provider. When a call finds the provider unavailable, the gate closes for as long as the provider asked,
 * otherwise for a second, which doubles with each further failure up to a minute. Then one call passes, and the others
 * wait for its outcome: any answer opens the gate, and so does the refusal of one request.
 */
export function createGate(clock: GateClock = { nowMs: () => performance.now(), random: Math.random }): Gate {
  let failures = 0;
  let closedUntilMs = 0;
  let isProbing = false;
  // This counts the pauses. The outcome of a call that began before a pause says nothing of the provider after it.
  let pauses = 0;

  const check = () => {
    const remainingMs = Math.ceil(closedUntilMs - clock.nowMs());
    if (remainingMs > 0) throw closed(remainingMs);
    if (isProbing) throw closed(PROBE_WAIT_MS);
  };

  const answered = (startedAfter: number) => {
    if (startedAfter === pauses) failures = 0;
  };

  const failed = (startedAfter: number, retryAfterMs: number | undefined) => {
    const isNews = startedAfter === pauses;
    if (!isNews && !retryAfterMs) return;
    if (isNews) {
      failures++;
      pauses++;
    }
    const backoffMs =
      Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (1 - JITTER * clock.random());
    closedUntilMs = Math.max(closedUntilMs, clock.nowMs() + (retryAfterMs || backoffMs));
  };

  return {
    check,
    isClosed: () => failures > 0 && clock.nowMs() < closedUntilMs + STALE_MS,
    async pass(call) {
      check();
      const startedAfter = pauses;
      const isProbe = failures > 0;
      if (isProbe) isProbing = true;
      try {
        const result = await call();
        answered(startedAfter);
        return result;
      } catch (error) {
        // A server that refuses one request is there for the others.
        if (error instanceof InvalidAnswer || error instanceof RequestRefused) answered(startedAfter);
        if (error instanceof ProviderUnavailable) failed(startedAfter, error.retryAfterMs);
        throw error;
      } finally {
        if (isProbe) isProbing = false;
      }
    },
  };
}

function closed(retryAfterMs: number): ProviderUnavailable {
  return new ProviderUnavailable('The AI provider is away and is left alone for now', {
    retryAfterMs,
    wasCalled: false,
  });
}
