/**
 * The time for which a result of the database is trusted. A revocation takes effect everywhere within a second; the other half is
 * left for the query.
 */
const TRUSTED_MS = 500;

/**
 * The number of cached results, which bounds the memory that unknown secrets can take; the oldest are evicted first.
 */
const MAX_REMEMBERED = 10_000;

type Remembered<Holder> = { atMs: number; holder: Promise<Holder | undefined> };

/** The result for secrets that nobody can hold. */
const NOBODY: Promise<undefined> = Promise.resolve(undefined);

/** Returns the holder of a secret, with at most two queries a second regardless of the number of requests. */
export type BrieflyTrusted<Holder> = {
  /** Returns the holder of the secret; undefined if nobody holds it. */
  holderOf(secret: string): Promise<Holder | undefined>;
  /** Removes a secret from the cache after this process itself has invalidated it. */
  forget(secret: string): void;
};

/**
 * Caches the results of a look-up for half a second.
 * @param lookUp queries the database; it returns undefined without a query for secrets that nobody can hold
 */
export function trustBriefly<Holder>(
  lookUp: (secret: string) => Promise<Holder | undefined> | undefined,
): BrieflyTrusted<Holder> {
  const remembered = new Map<string, Remembered<Holder>>();
  return {
    // Not an async function, whose promise would be one more to wait for: this answers every request.
    holderOf(secret) {
      // The cache is keyed by the secret itself, which every request holds anyway: hashing it again took a thirtieth of
      // a small request.
      const nowMs = performance.now();
      const known = remembered.get(secret);
      if (known && nowMs - known.atMs < TRUSTED_MS) return known.holder;
      const holder = lookUp(secret);
      if (!holder) return NOBODY;
      remembered.delete(secret);
      remembered.set(secret, { atMs: nowMs, holder });
      if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
      // A failed look-up is not cached: the next request tries again.
      holder.catch(() => remembered.delete(secret));
      return holder;
    },
    forget(secret) {
      remembered.delete(secret);
    },
  };
}
