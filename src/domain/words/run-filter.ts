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

/** The filters of a part, whose bits PostgreSQL reads one by one. */
export type RunFilters = { pairs: Buffer; triples: Buffer };

/**
 * Makes both filters in one pass.
 * @param hashes those of the words in their order, and 0 between words that are no neighbours
 */
export function runFilters(hashes: readonly number[]): RunFilters {
  const { pairs: pairCount, triples: tripleCount } = countRuns(hashes);
  const [pairs, triples] = [emptyFilter(pairCount), emptyFilter(tripleCount)];
  const [pairBits, tripleBits] = [pairs.length * 8 - 1, triples.length * 8 - 1];
  let neighbours = 0;
  let before = 0;
  let pair = 0;
  for (let index = 0; index < hashes.length; index++) {
    const last = hashes[index]!;
    neighbours = last === 0 ? 0 : neighbours + 1;
    if (neighbours >= 2) {
      if (neighbours > 2) {
        const triple = mix(pair, last);
        setBit(triples, triple & tripleBits);
        setBit(triples, mixAgain(triple, last) & tripleBits);
      }
      pair = mix(before, last);
      setBit(pairs, pair & pairBits);
      setBit(pairs, mixAgain(pair, last) & pairBits);
    }
    before = last;
  }
  return { pairs, triples };
}

/** Its size is a power of two, because a division by any other number takes four times as long as the rest. */
function emptyFilter(runs: number): Buffer {
  return Buffer.alloc(Math.max(8, 2 ** Math.ceil(Math.log2(runs * BITS_PER_RUN))) / 8);
}

function countRuns(hashes: readonly number[]): { pairs: number; triples: number } {
  let [pairs, triples, neighbours] = [0, 0, 0];
  for (let index = 0; index < hashes.length; index++) {
    neighbours = hashes[index] === 0 ? 0 : neighbours + 1;
    if (neighbours >= 2) pairs++;
    if (neighbours > 2) triples++;
  }
  return { pairs, triples };
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
