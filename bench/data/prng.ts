/** A repeatable stream of numbers in [0, 1): the same seed gives the same data on every machine. */
export type Random = () => number;

/** Returns a Mulberry32 generator: 32 bits of state and only integer steps, so that no machine rounds differently. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a whole number from `min` to `max`, both included. */
export function whole(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** Returns one element of a list that is not empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}
