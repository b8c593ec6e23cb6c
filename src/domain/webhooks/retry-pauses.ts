import { FAILING_AFTER_MS } from './present-webhook.ts';

/** The pauses after the first, the second and each further failed attempt of a message, in seconds. */
const PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** The attempts of a message that are made by schedule; later ones are made once a day. */
export const SCHEDULED_ATTEMPTS = PAUSES.length + 1;

const HOUR_SECONDS = 3600;

/** The longest pause that a receiver can ask for. */
export const MAX_ASKED_SECONDS = 86_400;

/** The times after the first failure at which a webhook is probed that only fails, in seconds. */
const PROBES = PAUSES.map((_, index) => PAUSES.slice(0, index + 1).reduce((sum, pause) => sum + pause, 0));

/** Pauses are up to a tenth longer, so that messages that failed together do not all come again together. */
const jittered = (seconds: number, random: () => number) => seconds * (1 + random() / 10);

/**
 * Returns the pause before a message is sent again, in seconds.
 * @param attempts that have failed so far
 * @param askedSeconds the receiver's Retry-After, up to {@link MAX_ASKED_SECONDS}
 */
export function pauseAfter(
  attempts: number,
  askedSeconds: number | undefined,
  random: () => number = Math.random,
): number {
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1]!;
  return Math.max(jittered(pause, random), askedSeconds ?? 0);
}

/**
 * Returns the pause before a webhook is probed again that only fails: by the same schedule, and once an hour after five
 * days.
 * @param failingMs the time since its first failure
 */
export function pauseOfFailing(failingMs: number, random: () => number = Math.random): number {
  if (failingMs >= FAILING_AFTER_MS) return jittered(HOUR_SECONDS, random);
  const seconds = failingMs / 1000;
  const next = PROBES.find((one) => one > seconds) ?? seconds + PAUSES.at(-1)!;
  const untilFailing = FAILING_AFTER_MS / 1000 - seconds;
  return Math.min(jittered(Math.max(next - seconds, PAUSES[0]!), random), untilFailing);
}
