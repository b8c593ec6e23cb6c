import type { Conversation, ClaimedQuote as QuotedWords } from '../../ai/types.ts';

/** Fewer words prove nothing: a word alone says neither who wants it nor whether it is so. */
const MIN_WORDS = 2;

/** A word, or a character of a script without spaces between words. */
const WORD =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;

/** Words that turn what follows into its opposite, in English, German, French, Spanish and Italian. */
const NEGATION =
  /^(?:not|never|no|none|nobody|nothing|neither|nor|cannot|without|hardly|\p{L}+n['’]t|nicht|nie|niemals|ohne|kein(?:e[nmrs]?)?|ne|n['’]\p{L}+|pas|jamais|sans|aucune?|nunca|jamás|sin|ning[uú]n[ao]?|non|mai|senza)$/iu;

/** The words before a quote, in the same clause, of which one may be a negation. */
const REACH_WORDS = 3;

/** The end of a clause. */
const CLAUSE = /[.,;:!?…–—()\n"“”«»]/;

/**
 * Returns true if words can prove a finding by themselves: they are more than one word, and no negation before them was
 * cut off, as in "discount" out of "We never discount".
 * @param parts of one quote, in their order
 */
export function carriesFinding(conversation: Conversation, parts: readonly QuotedWords[]): boolean {
  const [first] = parts;
  // A subject was written to stand alone.
  if (!first || first.entryIndex === undefined) return first !== undefined;
  const words = parts.reduce((sum, { text }) => sum + (text.match(WORD)?.length ?? 0), 0);
  return words >= MIN_WORDS && !isNegated(conversation, first.entryIndex, first.text);
}

function isNegated({ entries }: Conversation, entryIndex: number, words: string): boolean {
  const { text, speaker } = entries[entryIndex]!;
  const before = text.slice(0, Math.max(0, text.indexOf(words)));
  const previous = entries[entryIndex - 1];
  // A sentence may have begun in the entry before.
  const lead = before.trim() === '' && previous?.speaker === speaker ? `${previous?.text ?? ''} ` : '';
  const clause = `${lead}${before}`.split(CLAUSE).at(-1)!;
  return (clause.match(WORD) ?? []).slice(-REACH_WORDS).some((word) => NEGATION.test(word));
}
