import type { Clause } from './parse-query.ts';

/** A span of the folded text, and whether its words are those of the query letter by letter. */
export type Occurrence = { from: number; to: number; isLiteral: boolean };

/** The words of all clauses that a word of a text matches, and those that it is letter by letter, as bits. */
export type WordBits = { matching: Int32Array; literal: Int32Array };

/** Finds the clauses of a query in the words of one text, which are added in their order. */
type Search = {
  /** @param bits undefined for a word that matches none of the query */
  add(from: number, to: number, isAfterSpace: boolean, bits: WordBits | undefined): void;
  /** Returns whether any word matched. */
  isAny(): boolean;
  wordCount(): number;
  /** By clause. */
  occurrences: Occurrence[][];
};

const BITS = 32;

/**
 * Makes the searches for clauses, each of which is words that follow each other. The words of all clauses have one bit each.
 * After each word of a text, the bit of a word is set if the text ends there with the words of its clause up to that one (the
 * Shift-And algorithm), so that the work for a word of a text does not depend on what the text repeats.
 */
export function createSequences(clauses: readonly Clause[]) {
  const asked = clauses.flatMap(({ words }) => words);
  const size = Math.ceil(asked.length / BITS);
  const bits = (indexes: readonly number[]) => {
    const all = new Int32Array(size);
    for (const index of indexes) all[Math.floor(index / BITS)]! |= 1 << (index % BITS);
    return all;
  };
  const lengths = clauses.map(({ words }) => words.length);
  const starts = lengths.map((_, clause) => lengths.slice(0, clause).reduce((sum, one) => sum + one, 0));
  const clauseAt = new Map(
    starts.flatMap((start, clause) =>
      lengths[clause] === 0 ? [] : [[start + lengths[clause]! - 1, clause] as const],
    ),
  );
  const startBits = bits(starts.filter((_, clause) => lengths[clause]! > 0));
  const endBits = bits([...clauseAt.keys()]);
  const indexes = asked.map((_, index) => index);
  const spaceBits = bits(indexes.filter((index) => starts.includes(index) || asked[index]!.mayFollowSpace));

  /** Moves a state on by one word. */
  const step = (state: Int32Array, word: Int32Array, isAfterSpace: boolean) => {
    let carry = 0;
    for (let at = 0; at < size; at++) {
      const before = state[at]!;
      const allowed = isAfterSpace ? word[at]! & spaceBits[at]! : word[at]!;
      state[at] = ((before << 1) | carry | startBits[at]!) & allowed;
      carry = before >>> (BITS - 1);
    }
  };

  return {
    /** Returns the bits of a word that matches some of the words of all clauses, by their indexes. */
    bitsOf: (matching: readonly number[], literal: readonly number[]): WordBits => ({
      matching: bits(matching),
      literal: bits(literal),
    }),
    start(): Search {
      const [state, literal] = [new Int32Array(size), new Int32Array(size)];
      const occurrences: Occurrence[][] = clauses.map(() => []);
      const froms: number[] = [];
      let isAny = false;
      /** Notes the clauses that end with a word. */
      const note = (to: number) => {
        for (let at = 0; at < size; at++) {
          for (let ends = state[at]! & endBits[at]!; ends !== 0; ends &= ends - 1) {
            const bit = ends & -ends;
            const clause = clauseAt.get(at * BITS + (BITS - 1 - Math.clz32(bit)))!;
            const from = froms[froms.length - lengths[clause]!]!;
            occurrences[clause]!.push({ from, to, isLiteral: (literal[at]! & bit) !== 0 });
          }
        }
      };
      return {
        add(from, to, isAfterSpace, word) {
          froms.push(from);
          if (!word) {
            state.fill(0);
            literal.fill(0);
            return;
          }
          isAny = true;
          step(state, word.matching, isAfterSpace);
          step(literal, word.literal, isAfterSpace);
          note(to);
        },
        isAny: () => isAny,
        wordCount: () => froms.length,
        occurrences,
      };
    },
  };
}
