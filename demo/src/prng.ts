/** A repeatable source of choices: the same seed gives the same choices on every machine. */
export type Rng = {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns a whole number from min to max, both included. */
  int(min: number, max: number): number;
  /** Returns one element of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** Returns true with the given probability (0 to 1). */
  chance(probability: number): boolean;
};

/** Computes FNV-1a over UTF-16 code units with a final mixing step, so that similar seeds give different states. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Returns a generator for one object, seeded by the object's name, so that a change of one object does not change the
 * people, dates and numbers of others. All steps are integer operations (mulberry32), so that no machine rounds
 * differently.
 */
export function seeded(seed: string): Rng {
  let state = hash32(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick: (list) => {
      if (list.length === 0) throw new Error('pick takes a list that is not empty');
      return list[int(0, list.length - 1)]!;
    },
    chance: (probability) => next() < probability,
  };
}
