import { InvalidAnswer, ProviderUnavailable } from '../errors.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** A pause is shortened by up to this share, so that several processes do not come back at the same moment. */
const JITTER = 0.25;
/** Told to who comes while somebody else is trying whether the provider is back. */
const PROBE_WAIT_MS = 1_000;

/** Keeps calls from a provider that is away or asked to be left alone. */
export type Gate = {
  /** @throws ProviderUnavailable with `wasCalled: false` where no call may be made now */
  check(): void;
  /** Makes the call, and learns from how it ends. @throws as check() and as the call does */
  pass<Result>(call: () => Promise<Result>): Promise<Result>;
};

export type GateClock = { nowMs(): number; random(): number };

/**
 * A gate for one provider. After a call that found the provider unavailable it is closed for as long as the provider
 * asked, else for a second, doubled with each further failure up to a minute. Then one call goes through and the
 * others wait for how it ends: any answer opens the gate.
 */
export function createGate(clock: GateClock = { nowMs: () => performance.now(), random: Math.random }): Gate {
  let failures = 0;
  let closedUntilMs = 0;
  let isProbing = false;
  // Counts the pauses. A call from before a pause knows nothing of how the provider is after it.
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
        if (error instanceof InvalidAnswer) answered(startedAfter);
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
