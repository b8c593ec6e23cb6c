import { type Folding, foldText, originOf } from '../../lib/fold-text.ts';
import { gramFilter } from '../../lib/gram-filter.ts';
import { isWordBounded } from '../../lib/word-boundaries.ts';

/** A place of words: `[start, end)` of the text with that number. */
export type TextPlace = { text: number; start: number; end: number };

/** Texts that are searched many times. */
export type SearchableTexts = {
  /**
   * Prepares long texts in steps. Short texts, and long ones without this, are prepared when they are first searched.
   */
  prepare(): Generator<void, void>;
  /** Returns the first place of the words in each text from `from` on, in the order of the texts. */
  places(words: string, from?: number): Generator<TextPlace>;
  /** Converts a place to the corresponding place in the original text. */
  original(place: TextPlace): TextPlace;
};

/** Neighbouring texts that are searched as one string. */
type Block = {
  /** The number of its first text, and that of the first text after it. */
  first: number;
  end: number;
  /** Undefined until it is needed. */
  folded: Folded | undefined;
};

/** `starts` contains the offset of each text in the string. */
type Folded = { joined: string; starts: number[]; mayHave: (words: string) => boolean };

/** The separator of the folded texts, in which spaces are the only white space. */
const BETWEEN = '\n';

/** The size of a block, which is folded in one step of a few milliseconds: an hour's meeting is one block. */
const BLOCK_CHARACTERS = 131_072;

/**
 * Folds texts once, so that a search is one pass over few strings. The words have to be folded like the texts, and
 * trimmed; they are found only between word boundaries.
 */
export function searchableTexts(texts: readonly string[], folding: Folding): SearchableTexts {
  const blocks = splitIntoBlocks(texts);
  const foldedOf = (block: Block): Folded => {
    block.folded ??= fold(texts.slice(block.first, block.end), folding);
    return block.folded;
  };
  const origins = new Map<number, ReturnType<typeof originOf>>();

  return {
    *prepare() {
      if (blocks.length === 1) return;
      for (const block of blocks) {
        foldedOf(block);
        yield;
      }
    },
    *places(words, from = 0) {
      if (words === '') return;
      for (const block of blocks) {
        if (block.end <= from) continue;
        const { joined, starts, mayHave } = foldedOf(block);
        if (!mayHave(words)) continue;
        let found = joined.indexOf(words, starts[Math.max(0, from - block.first)]);
        while (found >= 0) {
          if (!isWordBounded(joined, found, found + words.length)) {
            found = joined.indexOf(words, found + 1);
            continue;
          }
          const place = textAt(starts, found);
          const start = found - starts[place]!;
          yield { text: block.first + place, start, end: start + words.length };
          const next = starts[place + 1];
          found = next === undefined ? -1 : joined.indexOf(words, next);
        }
      }
    },
    original({ text, start, end }) {
      const origin = origins.get(text) ?? originOf(texts[text]!, folding);
      origins.set(text, origin);
      const [from, to] = origin(start, end);
      return { text, start: from, end: to };
    },
  };
}

function splitIntoBlocks(texts: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const [place, text] of texts.entries()) {
    if (length + text.length > BLOCK_CHARACTERS) {
      blocks.push({ first: place, end: place, folded: undefined });
      length = 0;
    }
    blocks.at(-1)!.end = place + 1;
    length += text.length;
  }
  return blocks;
}

function fold(texts: readonly string[], folding: Folding): Folded {
  const folded = texts.map((text) => foldText(text, folding));
  const starts: number[] = [];
  let length = 0;
  for (const text of folded) {
    starts.push(length);
    length += text.length + BETWEEN.length;
  }
  const joined = folded.join(BETWEEN);
  return { joined, starts, mayHave: gramFilter(joined) };
}

/** Returns the last text that starts at or before the index. */
function textAt(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}
