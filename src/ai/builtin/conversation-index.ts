import type { Conversation } from '../types.ts';
import type { Tokenizer } from './tokenize.ts';

/**
 * The topic words of a conversation in the order in which they occur, and their places. Words are identified by their
 * position, counted over the whole conversation; terms by their number, in the order of their first occurrence.
 */
export type ConversationIndex = {
  tokenizer: Tokenizer;
  conversation: Conversation;
  /** Number of each term. */
  terms: ReadonlyMap<string, number>;
  /** Term of each position. */
  words: Int32Array;
  /** Offset in its entry's text at which the word of each position begins. */
  offsets: Int32Array;
  /** Entry of each position. */
  entryOf: Int32Array;
  /** First position of each entry, and the count of positions at the end. */
  entryStarts: Int32Array;
  /** Positions of all terms, ascending, term by term; those of term n begin at `termStarts[n]`. */
  positions: Int32Array;
  termStarts: Int32Array;
  /** Number of entries that contain each term. */
  entryCounts: Int32Array;
  /** Terms of the title. */
  titleTerms: ReadonlySet<string>;
};

/** Text read in one step, in UTF-16 units: about 0.3 ms. */
const STEP_LENGTH = 8_192;

/** The longest part of a title or a prompt that is read, in UTF-16 units; it is read in one step. */
export const MAX_SHORT_TEXT_LENGTH = 10_000;

/** Indexes a conversation once, for all questions. Yields between steps. */
export function* indexConversation(
  tokenizer: Tokenizer,
  conversation: Conversation,
): Generator<void, ConversationIndex> {
  const { entries } = conversation;
  const terms = new Map<string, number>();
  const words: number[] = [];
  const offsets: number[] = [];
  const entryStarts = new Int32Array(entries.length + 1);
  const take = (term: string, from: number) => {
    let number = terms.get(term);
    if (number === undefined) {
      number = terms.size;
      terms.set(term, number);
    }
    words.push(number);
    offsets.push(from);
  };
  let lengthOfStep = 0;
  for (const [index, { text }] of entries.entries()) {
    entryStarts[index] = words.length;
    for (let at = 0; at < text.length; ) {
      const until = Math.min(text.length, at + STEP_LENGTH - lengthOfStep);
      const end = tokenizer.scan(text, at, until, take);
      lengthOfStep += end - at;
      at = end;
      if (lengthOfStep < STEP_LENGTH) continue;
      lengthOfStep = 0;
      yield;
    }
  }
  entryStarts[entries.length] = words.length;
  yield;
  const read = { words: new Int32Array(words), entryStarts };
  yield;
  const titleTerms = new Set<string>();
  tokenizer.scan(conversation.title, 0, MAX_SHORT_TEXT_LENGTH, (term) => titleTerms.add(term));
  return {
    tokenizer,
    conversation,
    terms,
    titleTerms,
    offsets: new Int32Array(offsets),
    ...read,
    ...(yield* invert(read, terms.size)),
  };
}

/** Words handled in one step of the inversion. */
const INVERT_STEP = 65_536;

/** Converts the words of each entry to the positions of each term. */
function* invert(read: { words: Int32Array; entryStarts: Int32Array }, termCount: number) {
  const { words, entryStarts } = read;
  const entryOf = new Int32Array(words.length);
  for (let entry = 0; entry + 1 < entryStarts.length; entry++) {
    entryOf.fill(entry, entryStarts[entry]!, entryStarts[entry + 1]!);
  }
  const termStarts = new Int32Array(termCount + 1);
  for (const term of words) termStarts[term + 1]!++;
  for (let term = 0; term < termCount; term++) termStarts[term + 1]! += termStarts[term]!;
  yield;
  const ends = termStarts.slice(0, termCount);
  const positions = new Int32Array(words.length);
  const entryCounts = new Int32Array(termCount);
  for (let position = 0; position < words.length; position++) {
    const term = words[position]!;
    const end = ends[term]!++;
    positions[end] = position;
    const isFirst = end === termStarts[term] || entryOf[positions[end - 1]!] !== entryOf[position];
    if (isFirst) entryCounts[term]!++;
    if (position % INVERT_STEP === INVERT_STEP - 1) yield;
  }
  return { entryOf, termStarts, positions, entryCounts };
}
