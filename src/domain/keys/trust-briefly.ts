/**
 * How long an answer of the database is trusted. What was revoked is refused everywhere within a second: half of it
 * is left for the way to the database.
 */
const TRUSTED_MS = 500;

/** Bounds the memory that unknown secrets can take; the oldest answers go first. */
const MAX_REMEMBERED = 10_000;

type Remembered<Holder> = { atMs: number; holder: Promise<Holder | undefined> };

/** Who holds a secret, asked at most twice a second however many requests bear it. */
export type BrieflyTrusted<Holder> = {
  /** @returns the holder, or undefined where nobody holds it */
  holderOf(secret: string): Promise<Holder | undefined>;
  /** The next time is asked anew, for secrets that this process itself has made invalid. */
  forget(secret: string): void;
};

/** @param lookUp asks the database; undefined where it need not be asked, because nobody can hold such a secret */
export function trustBriefly<Holder>(
  lookUp: (secret: string) => Promise<Holder | undefined> | undefined,
): BrieflyTrusted<Holder> {
  const remembered = new Map<string, Remembered<Holder>>();
  return {
    async holderOf(secret) {
      // By the secret itself, as every request holds it anyway: hashing it again cost a thirtieth of a small request.
      const nowMs = performance.now();
      const known = remembered.get(secret);
      if (known && nowMs - known.atMs < TRUSTED_MS) return known.holder;
      const holder = lookUp(secret);
      if (!holder) return undefined;
      remembered.delete(secret);
      remembered.set(secret, { atMs: nowMs, holder });
      if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
      // A failed look-up is no answer: the next request asks again.
      holder.catch(() => remembered.delete(secret));
      return holder;
    },
    forget(secret) {
      remembered.delete(secret);
    },
  };
}
