import type { ClaimedQuote, Entry } from '../types.ts';
import { MAX_QUOTE_LENGTH, type Span, sentenceEnd, trimSpan } from './sentences.ts';

/** A sentence as somebody says it, also where the transcript spreads it over several entries. */
export type Statement = {
  /** Its words, white space folded. */
  text: string;
  /** What it stands in, part by part, word for word. */
  quotes: ClaimedQuote[];
  speaker: string | undefined;
};

/** A sentence that goes on after so many entries is none. */
const MAX_PARTS = 4;
/** What is shorter says nothing that a summary could use: `Yes.`, `Go on.` */
const MIN_LENGTH = 12;

const STARTS_LOWER_CASE = /^\p{Ll}/u;
const IS_COMPLETE = /[.!?…؟。！？]["'”’»)\]]*$/;

/**
 * Reads the sentences of a conversation, in their order. Too long ones, which no quote could hold, and very short ones
 * are left out. Yields where it may rest.
 */
export function* readStatements(entries: readonly Entry[]): Generator<void, Statement[]> {
  const statements: Statement[] = [];
  let open: Statement | undefined;
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

/** Whether a sentence is not over yet and the part is the rest of it, or more of it. */
function goesOn(open: Statement, part: string, speaker: string | undefined): boolean {
  return (
    open.speaker === speaker &&
    open.quotes.length < MAX_PARTS &&
    open.text.length + part.length < MAX_QUOTE_LENGTH &&
    !IS_COMPLETE.test(open.text) &&
    (open.text.endsWith(',') || STARTS_LOWER_CASE.test(part))
  );
}

/** The sentences of a text, one after the other, without the white space around them; some are empty. */
function* sentencesOf(text: string): Generator<Span> {
  for (let at = 0; at < text.length; ) {
    const to = sentenceEnd(text, at);
    yield trimSpan(text, { from: at, to });
    at = Math.max(to, at + 1);
  }
}
