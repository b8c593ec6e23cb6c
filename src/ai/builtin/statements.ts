import type { ClaimedQuote, Entry } from '../types.ts';
import { MAX_QUOTE_LENGTH, type Span, sentenceEnd, trimSpan } from './sentences.ts';

/** A sentence as it was spoken, even if the transcript spreads it over several entries. */
export type SpokenSentence = {
  /** Its words, with white space collapsed. */
  text: string;
  /** The parts of entries that it consists of, verbatim. */
  quotes: ClaimedQuote[];
  speaker: string | undefined;
};

/** The most entries over which a sentence extends. */
const MAX_PARTS = 4;
/** The shortest sentence that a summary can use, in UTF-16 units; `Yes.` and `Go on.` are shorter. */
const MIN_LENGTH = 12;

const STARTS_LOWER_CASE = /^\p{Ll}/u;
/** Returns whether a sentence has a mark at its end. */
export const isComplete = (sentence: string): boolean => IS_COMPLETE.test(sentence);

const IS_COMPLETE = /[.!?…؟。！？]["'”’»)\]]*$/;

/**
 * Reads the sentences of a conversation in their order, without those that are too long for a quote or very short.
 * Yields between steps.
 */
export function* readStatements(entries: readonly Entry[]): Generator<void, SpokenSentence[]> {
  const statements: SpokenSentence[] = [];
  let open: SpokenSentence | undefined;
  const close = () => {
    if (open && open.text.length >= MIN_LENGTH && open.text.length <= MAX_QUOTE_LENGTH) statements.push(open);
    open = undefined;
  };
  for (const [entryIndex, { text, speaker }] of entries.entries()) {
    let sentences = 0;
    for (const { from, to } of sentencesOf(text)) {
      if (++sentences % SENTENCES_PER_STEP === 0) yield;
      if (from === to || to - from > MAX_QUOTE_LENGTH) continue;
      const part = text.slice(from, to);
      if (!open || !goesOn(open, part, speaker)) {
        close();
        open = { text: '', quotes: [], speaker };
      }
      open.text += (open.text === '' ? '' : ' ') + foldSpace(part);
      open.quotes.push({ entryIndex, text: part });
    }
    yield;
  }
  close();
  return statements;
}

const SENTENCES_PER_STEP = 64;

const UNEVEN_SPACE = /\s\s|[^\S ]/;
const foldSpace = (text: string): string => (UNEVEN_SPACE.test(text) ? text.replaceAll(/\s+/g, ' ') : text);

/** Returns whether the sentence is unfinished and the part continues it. */
function goesOn(open: SpokenSentence, part: string, speaker: string | undefined): boolean {
  return (
    open.speaker === speaker &&
    open.quotes.length < MAX_PARTS &&
    open.text.length + part.length < MAX_QUOTE_LENGTH &&
    !isComplete(open.text) &&
    (open.text.endsWith(',') || STARTS_LOWER_CASE.test(part))
  );
}

/** Returns the sentences of a text one after the other, without the white space around them; some are empty. */
function* sentencesOf(text: string): Generator<Span> {
  for (let at = 0; at < text.length; ) {
    const to = sentenceEnd(text, at);
    yield trimSpan(text, { from: at, to });
    at = Math.max(to, at + 1);
  }
}
