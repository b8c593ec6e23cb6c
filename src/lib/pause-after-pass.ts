/** Regular work takes at most about a twentieth of the time, which matters where a pass goes to several nodes. */
const FACTOR = 20;

/** A pause leaves more to the next pass, which then takes longer: without a maximum, pauses could grow for ever. */
const MAX_PAUSE_MS = 5000;

/** Returns the pause after a pass of regular work: a multiple of what it took, between `leastMs` and 5 seconds. */
export function pauseAfterPass(passMs: number, leastMs: number): number {
  return Math.min(Math.max(leastMs, FACTOR * passMs), MAX_PAUSE_MS);
}
