/**
 * The least bits of a Bloom filter for each run of neighbouring words, with two of them set: of ten runs that a text does not
 * have, one seems to be there. A phrase has several runs.
 */
const BITS_PER_RUN = 4;

/** The number of words of a run. Each part has one filter of its pairs and one of its triples. */
export type RunLength = 2 | 3;

/**
 * Returns the hashes by which the filter is asked for a run.
 * @param words the hashes of its words, 2 or 3
 */
export function runHashes(words: readonly number[]): [number, number] {
  const last = words.at(-1)!;
  const one = words.length === 2 ? mix(words[0]!, last) : mix(mix(words[0]!, words[1]!), last);
  return [one, mixAgain(one, last)];
}

function mix(first: number, second: number): number {
  const mixed = Math.imul(first ^ ((second << 15) | (second >>> 17)), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

function mixAgain(one: number, second: number): number {
  const other = Math.imul(one ^ second, 0xc2b2ae35);
  return (other ^ (other >>> 16)) >>> 0;
}

/**
 * Makes the filter, whose bits PostgreSQL reads one by one.
 * @param hashes those of the words in their order, and 0 between words that are no neighbours
 */
export function runBits(hashes: readonly number[], length: RunLength): Buffer {
  // A power of two, because a division by any other number takes four times as long as the rest.
  const bits = Math.max(8, 2 ** Math.ceil(Math.log2(countRuns(hashes, length) * BITS_PER_RUN)));
  const bytes = Buffer.alloc(bits / 8);
  let neighbours = 0;
  for (let index = 0; index < hashes.length; index++) {
    const last = hashes[index]!;
    neighbours = last === 0 ? 0 : neighbours + 1;
    if (neighbours < length) continue;
    const before = length === 2 ? hashes[index - 1]! : mix(hashes[index - 2]!, hashes[index - 1]!);
    const one = mix(before, last);
    setBit(bytes, one & (bits - 1));
    setBit(bytes, mixAgain(one, last) & (bits - 1));
  }
  return bytes;
}

function countRuns(hashes: readonly number[], length: RunLength): number {
  let [runs, neighbours] = [0, 0];
  for (const hash of hashes) {
    neighbours = hash === 0 ? 0 : neighbours + 1;
    if (neighbours >= length) runs++;
  }
  return runs;
}

function setBit(bytes: Buffer, bit: number): void {
  bytes[bit >> 3]! |= 1 << (bit & 7);
}

/**
 * The SQL condition that `filter` lacks the bit of `hash`, a bigint; null if there is no filter. `substring` reads a single
 * chunk of a stored value, where `get_bit` would read all of it.
 */
export const LACKS_BIT = `(get_byte(substring(filter from (hash / 8 % octet_length(filter))::int + 1 for 1), 0)
  >> (hash % 8)::int) & 1 = 0`;
