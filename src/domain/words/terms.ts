/**
 * The terms of the index. A word is indexed by its stem, and, if it does not begin with its stem, by itself too, marked
 * with `=`, so that prefixes are found. Scripts without spaces between words are indexed by pairs of neighbouring
 * characters, and by the last character of a run.
 */
export const OPEN_TERM = '*';

/** A tsvector holds at most 1 MiB. */
export const MAX_TERMS_BYTES = 900_000;

/** Longer words are indexed by their beginnings. */
const MAX_TERM_CHARACTERS = 60;

export function stemTerm(stem: string): string {
  return shorten(stem);
}

export function exactTerm(word: string): string {
  return `=${shorten(word)}`;
}

/** Returns true if the term of a word tells it from all other words. */
export function isWholeTerm(word: string): boolean {
  return word.length < MAX_TERM_CHARACTERS;
}

/** Cut between characters. */
function shorten(word: string): string {
  if (word.length <= MAX_TERM_CHARACTERS) return word;
  const cut = word.slice(0, MAX_TERM_CHARACTERS);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Returns the terms, as operands of a tsquery, one of which a text has if one of its words begins so. */
export function prefixOperands(prefix: string): { term: string; isPrefix: boolean }[] {
  const start = shorten(prefix);
  // The stems of words that begin with it begin with it too, or are themselves beginnings of it.
  const shorter = Array.from({ length: start.length - 1 }, (_, length) => start.slice(0, length + 1))
    .filter((one) => !/[\ud800-\udbff]$/.test(one))
    .map((term) => ({ term, isPrefix: false }));
  return [{ term: start, isPrefix: true }, { term: `=${start}`, isPrefix: true }, ...shorter];
}

/**
 * The least bits of a Bloom filter for each pair of words, with two of them set: of ten pairs that a text does not have, one
 * seems to be there. A phrase has several pairs.
 */
const BITS_PER_PAIR = 4;

/** Returns the hashes of two neighbouring words, by which the filter is asked. */
export function pairHashes(first: number, second: number): [number, number] {
  const one = firstHash(first, second);
  return [one, secondHash(one, second)];
}

function firstHash(first: number, second: number): number {
  const mixed = Math.imul(first ^ ((second << 15) | (second >>> 17)), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

function secondHash(one: number, second: number): number {
  const other = Math.imul(one ^ second, 0xc2b2ae35);
  return (other ^ (other >>> 16)) >>> 0;
}

/**
 * Makes the filter, which PostgreSQL reads with get_bit.
 * @param hashes those of the words in their order, and 0 between words that are no pair
 */
export function pairBits(hashes: readonly number[]): Buffer {
  let pairs = 0;
  for (let index = 1; index < hashes.length; index++) {
    if (hashes[index - 1] !== 0 && hashes[index] !== 0) pairs++;
  }
  // A power of two, because a division by any other number takes four times as long as the rest.
  const bits = Math.max(8, 2 ** Math.ceil(Math.log2(pairs * BITS_PER_PAIR)));
  const bytes = Buffer.alloc(bits / 8);
  for (let index = 1; index < hashes.length; index++) {
    const [first, second] = [hashes[index - 1]!, hashes[index]!];
    if (first === 0 || second === 0) continue;
    const one = firstHash(first, second);
    setBit(bytes, one & (bits - 1));
    setBit(bytes, secondHash(one, second) & (bits - 1));
  }
  return bytes;
}

function setBit(bytes: Buffer, bit: number): void {
  bytes[bit >> 3]! |= 1 << (bit & 7);
}
