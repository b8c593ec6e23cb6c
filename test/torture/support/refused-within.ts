import { setTimeout as delay } from 'node:timers/promises';

const STEP_MS = 10;
const GIVEN_UP_MS = 10_000;

/** A place that accepts a secret; `isOpen` resolves to true if it was accepted. */
export type Door = { name: string; isOpen(): Promise<boolean> };

/**
 * Uses a secret continuously at every door, so that all caches contain it, revokes it, and continues.
 * @param revoke resolves when the revocation is acknowledged
 * @returns the time from then to its last acceptance, by door; Infinity if it was never refused
 */
export async function refusedWithin(
  doors: readonly Door[],
  revoke: () => Promise<void>,
): Promise<Map<string, number>> {
  let isRevoking = false;
  let revokedMs = Number.POSITIVE_INFINITY;
  const watch = async ({ name, isOpen }: Door): Promise<[string, number]> => {
    let lastMs = Number.NEGATIVE_INFINITY;
    for (;;) {
      const askedMs = performance.now();
      const open = await isOpen();
      if (open) lastMs = askedMs;
      else if (isRevoking) return [name, Math.max(0, lastMs - revokedMs)];
      else throw new Error(`${name} was closed before the revocation`);
      if (askedMs - revokedMs > GIVEN_UP_MS) return [name, Number.POSITIVE_INFINITY];
      await delay(STEP_MS);
    }
  };
  for (const { name, isOpen } of doors) if (!(await isOpen())) throw new Error(`${name} is closed`);
  const watched = Promise.all(doors.map(watch));
  // By then, every door has asked again and has cached the response.
  await delay(20 * STEP_MS);
  isRevoking = true;
  await revoke();
  revokedMs = performance.now();
  return new Map(await watched);
}
