import type { SpokenEntry } from './entries.ts';
import type { JsonPlace } from './place.ts';

/** Silence that ends an entry. */
const PAUSE_MS = 2000;

/** Speech without punctuation and pauses is divided here, so that its times are not lost. */
const MAX_WORDS = 80;

const SENTENCE_END = /[.?!…。？！।؟]["'”’»)\]]*$/;
/** A full stop behind these ends no sentence as a rule. */
const ABBREVIATION = /(?:^|\s)(?:\p{L}|Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e)\.$/u;

const WITHOUT_SPACES = new Set(['zh', 'ja', 'th', 'lo', 'my', 'km', 'bo', 'yue']);

/** A word as a speech-to-text service returns it. */
export type Word = {
  text: string;
  startMs?: number | undefined;
  endMs?: number | undefined;
  speaker?: string | undefined;
  place: JsonPlace;
  /** Whether the word follows the previous one without a space, as punctuation does. */
  isAttached?: boolean;
};

/** Returns whether words of a language are written without spaces between them. */
export function isWrittenWithoutSpaces(language: string | undefined): boolean {
  return language !== undefined && WITHOUT_SPACES.has(language.toLowerCase().split(/[-_]/)[0]!);
}

/**
 * Makes entries of words, of about one sentence each: an entry ends where the speaker changes, behind a sentence, at a
 * pause, and after 80 words at the latest. Its times are those of its first and its last word.
 */
export function entriesOfWords(words: readonly Word[]): SpokenEntry[] {
  const entries: SpokenEntry[] = [];
  let entry: SpokenEntry | undefined;
  let count = 0;
  for (const word of words) {
    if (word.text.trim() === '') continue;
    if (entry === undefined || (!word.isAttached && startsEntry(word, entry, count))) {
      entry = { ...word, text: word.text.trimStart() };
      entries.push(entry);
      count = 1;
      continue;
    }
    entry.text += word.isAttached ? word.text : ` ${word.text}`;
    entry.startMs ??= word.startMs;
    entry.endMs = word.endMs === undefined ? entry.endMs : Math.max(word.endMs, entry.endMs ?? 0);
    count += 1;
  }
  return entries;
}

function startsEntry(word: Word, entry: SpokenEntry, count: number): boolean {
  if (word.speaker !== entry.speaker || count >= MAX_WORDS) return true;
  if (word.startMs !== undefined && word.startMs - (entry.endMs ?? entry.startMs ?? 0) >= PAUSE_MS)
    return true;
  return SENTENCE_END.test(entry.text) && !ABBREVIATION.test(entry.text);
}
