/** A NUL character or an unpaired surrogate: neither can be stored as text in PostgreSQL nor sent as UTF-8. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The part of {@link isStorableText} that JSON Schema can express; surrogates are left to the encoding. */
export const NO_NUL = '^[^\\u0000]*$';

/** The requirement of {@link isStorableText}, for error messages. */
export const STORABLE_TEXT_FORM = 'text without NUL characters and unpaired surrogates';

/** Makes text of unknown origin storable: NUL characters go, unpaired surrogates become U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Joins words as a sentence does: `a, b and c`. */
export function listInWords(words: readonly string[], lastJoint: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${lastJoint} ${last}`;
}

/** `1 meeting`, `2 meetings`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

const MAX_EMAIL_LENGTH = 320;

/** One `@`, no white space, controls or list separators, no empty label in the domain. Unicode is allowed. */
const EMAIL = /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}.]+(?:\.[^\s@,;:<>()[\]\\"\p{Cc}.]+)*$/u;

/** Returns true if the text is one e-mail address without a display name. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text) && isStorableText(text);
}

/** The form in which e-mail addresses are compared. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** The candidate with the fewest edits from `word`, case aside, or undefined where more than half would change. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestEdits = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const maxEdits = Math.min(bestEdits - 1, Math.floor(Math.max(word.length, candidate.length) / 2));
    if (Math.abs(candidate.length - word.length) > maxEdits) continue;
    const edits = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (edits > maxEdits) continue;
    best = candidate;
    bestEdits = edits;
  }
  return best;
}

/** Levenshtein distance; words are parameter names, so the product of their lengths is small. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
