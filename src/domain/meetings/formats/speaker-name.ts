/** The longest display name that large conferencing products allow; measured real names have up to 31 characters. */
const MAX_NAME_CHARS = 64;
/** Measured real names have up to 5 words, such as `Marius Van Der Wijden (M)`. */
const MAX_NAME_WORDS = 8;
/** The name of a telephone participant may consist of digits; a time or a year is no name. */
const MIN_PHONE_DIGITS = 5;

const STARTS_LIKE_A_NAME = /^[\p{L}\p{N}\p{Extended_Pictographic}@+*([]/u;
const SENTENCE_PUNCTUATION = /[?!;"“”„«»…¿¡<>{}\n]/;
/** Captions mark a change of the speaker so: `>> ALICE: Hi`. */
const CHANGE_OF_SPEAKER = /^>>+ ?(?=[^\n:]{1,64}: )/;
/** WhisperX writes `[SPEAKER_00]: text`. */
const BRACKETED = /^\[([^[\]]+)\]$/;
const HAS_LETTER = /\p{L}/u;
const PHONE = /^[\d\s+*().-]+$/;
const WORD_THAT_ENDS_WITH_A_DOT = /^(?:\p{L}|Dr|Mr|Mrs|Ms|Prof|Jr|Sr|St|Ph\.D|M\.D|Inc|Ltd|Co)\.$/u;
const STARTS_UPPER_CASE = /^[^\p{Ll}]/u;

// These words come before a colon in speech and in notes, and are no names. They are English; for other languages only
// the general rules apply. They are compared in lower case, after a leading article or ordinal is removed.
const LABELS = new Set(
  `action item|action items|agenda|also|and|answer|basically|because|but|caution|conclusion|date|decision|
  disclaimer|example|fact|finally|first|for example|for instance|fun fact|fyi|goal|hint|http|https|idea|important|
  in other words|in short|in summary|issue|language|like|link|look|meaning|meanwhile|namely|next|next step|
  next steps|nota bene|note|notes|obviously|ok|okay|option|or|outcome|plus|point|problem|ps|p.s.|question|
  quick note|quick question|re|reason|remember|reminder|result|right|second|side note|so|source|spoiler|subject|
  summary|thing|third|time|tip|title|todo|to do|tldr|topic|update|url|warning|well|yes`
    .split('|')
    .map((label) => label.trim()),
);
const LEADING_ARTICLE = /^(?:the|a|an|one|another|first|second|third|last|final|next|my|our|your)\s+(?=\S)/;

// These words make a clause. They are considered only where a word begins in lower case, so that a person may be called
// `You` or `Are Hansen`.
const CLAUSE_WORDS = new Set(
  `are aren't be because been can't could did didn't does don't guess guessing had have he's here's i'd i'll i'm
  i've if is isn't it it's know let's means said saying says she's should that that's there's these they they're
  think thinks this those want was wasn't we we'll we're we've were what's which would you're your`.split(
    /\s+/,
  ),
);

/** The two parts of `Name: text`; `text` begins after the colon and one space. */
export type NamedText = { name: string; text: string };

/**
 * Reads the form `Name: text` of Zoom, Teams and caption exports. The rule was developed on 28 real transcripts with 159
 * names, and avoids taking spoken words for a name:
 * - the first line begins with 1–64 characters and a colon, the first in the text, then a space and words;
 * - the name has at most 8 words and begins with a letter, a digit, an emoji or one of `@ + * ( [`;
 * - it has a letter, or is a telephone number of 5 digits or more (so that `12: ` and `10:30` are no names);
 * - it has no sentence punctuation; a full stop only inside a word or behind an initial or title (`T. Wambsgans`,
 *   `Dr. No`); a comma only where every word begins in upper case (`Smith, John`);
 * - it is no label (`Note`, `The problem`) and has no words of a clause (`The thing is`).
 * Spaces that belong to the name are kept: only the colon and one space are removed.
 */
export function splitSpeakerPrefix(captions: string): NamedText | undefined {
  const text = captions.replace(CHANGE_OF_SPEAKER, '');
  const colon = text.slice(0, MAX_NAME_CHARS + 1).indexOf(':');
  if (colon < 1 || !/[ \t\u00A0]/.test(text.charAt(colon + 1))) return undefined;
  const name = text.slice(0, colon).replace(BRACKETED, '$1');
  const spoken = text.slice(colon + 2);
  return isPlausibleName(name) && spoken.trim() !== '' ? { name, text: spoken } : undefined;
}

/** Returns whether the text before a colon, or elsewhere, can be the name of a speaker; see {@link splitSpeakerPrefix}. */
export function isPlausibleName(name: string): boolean {
  if (!STARTS_LIKE_A_NAME.test(name) || SENTENCE_PUNCTUATION.test(name)) return false;
  if (!HAS_LETTER.test(name)) return isPhone(name);
  const words = name.trim().split(/\s+/);
  if (words.length > MAX_NAME_WORDS) return false;
  if (name.includes(',') && !words.every((word) => STARTS_UPPER_CASE.test(word))) return false;
  const stops = words.filter((word) => word.endsWith('.'));
  if (!stops.every((word) => WORD_THAT_ENDS_WITH_A_DOT.test(word))) return false;
  return !isLabel(words) && !isClause(words);
}

/** Teams hides digits of telephone numbers behind asterisks. */
function isPhone(name: string): boolean {
  return PHONE.test(name) && /\d/.test(name) && name.replace(/[^\d*]/g, '').length >= MIN_PHONE_DIGITS;
}

function isLabel(words: string[]): boolean {
  const label = words.join(' ').toLowerCase();
  return LABELS.has(label) || LABELS.has(label.replace(LEADING_ARTICLE, ''));
}

function isClause(words: string[]): boolean {
  if (words.length === 1 || words.every((word) => STARTS_UPPER_CASE.test(word))) return false;
  return words.some((word, index) => {
    // `IT support` is a name and `It was` is none; a surname that is also a word, as in `van If`, is ignored.
    const isUpperCase = word === word.toUpperCase();
    const isInsideName = index > 0 && STARTS_UPPER_CASE.test(word);
    return !isUpperCase && !isInsideName && CLAUSE_WORDS.has(word.toLowerCase().replaceAll('’', "'"));
  });
}
