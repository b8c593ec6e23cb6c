import { type KnownWord, knownWords } from './known-words.ts';
import { isSoughtWord } from './match-words.ts';
import type { Clause } from './parse-query.ts';
import { readWords } from './read-words.ts';

/** The words of a query that have a bit each; the sign is left for what is known. */
const MAX_WORDS = 31;
const IS_KNOWN = 1 << MAX_WORDS;

/** The words of the text that is being looked at. */
const read: number[] = [];

/**
 * Makes a test of which texts a matcher of the same query need not look at. It finds the clauses as `word-sequences.ts`
 * does, without their places.
 * @returns a function of a span of a text, false only if the matcher does not match it
 */
export function createEntryFilter(
  clauses: readonly Clause[],
  language: string,
): (text: string, from: number, to: number) => boolean {
  const known = knownWords(language);
  let [starts, ends, count] = [0, 0, 0];
  const asked = clauses
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ words, isExact }) => words.map((word) => ({ ...word, isExact })));
  for (const { words, isExcluded } of clauses) {
    if (isExcluded || words.length === 0 || count >= MAX_WORDS) continue;
    starts |= 1 << count;
    count = Math.min(MAX_WORDS, count + words.length);
    ends |= 1 << (count - 1);
  }
  asked.length = count;
  const stems = asked.map(({ word }) => known.find(word).stem);
  const bitsOf = (word: KnownWord): number => {
    let bits = IS_KNOWN;
    for (const [index, one] of asked.entries()) {
      if (isSoughtWord(word, one, stems[index]!)) bits |= 1 << index;
    }
    return bits;
  };
  // By the numbers of the words.
  let remembered = new Int32Array(4096);
  let timesForgotten = known.timesForgotten();
  return (text, from, to) => {
    const words = readWords(text, from, to, { known, into: read });
    if (words < 0) return true;
    if (timesForgotten !== known.timesForgotten()) {
      timesForgotten = known.timesForgotten();
      remembered.fill(0);
    }
    let [state, found] = [0, 0];
    for (let index = 0; index < words; index++) {
      const number = read[index]!;
      if (number >= remembered.length) {
        const all = remembered;
        remembered = new Int32Array(Math.max(2 * all.length, number + 1));
        remembered.set(all);
      }
      if (remembered[number] === 0) remembered[number] = bitsOf(known.at(number));
      state = ((state << 1) | starts) & remembered[number]! & ~IS_KNOWN;
      found |= state & ends;
      if (found === ends) return true;
    }
    return false;
  };
}
