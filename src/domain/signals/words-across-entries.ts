import type { Conversation } from '../../ai/types.ts';
import { foldText, VERBATIM } from '../../lib/fold-text.ts';

/** Words of one entry: `[start, end)` of its text. */
export type WordsOfEntry = { entryIndex: number; start: number; end: number };

type Word = WordsOfEntry & { folded: string };

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Models name an entry that is at most this far from the one with the words. */
const REACH_ENTRIES = 12;
/** More words than any quote has. */
const MAX_WORDS = 400;

/** Returns the words of a text in the form in which they are compared: case and punctuation do not count. */
export function comparedWords(text: string): string[] {
  return [...text.matchAll(WORD)].map(([word]) => fold(word));
}

function fold(word: string): string {
  return foldText(word, VERBATIM).toLowerCase();
}

/**
 * Finds the words of a quote near an entry, whatever their case and the punctuation between them. They may run over
 * neighbouring entries of one speaker: captions cut a quarter of all sentences.
 * @returns the parts in their order, of each entry one; those of all but the last entry go on to the end of its text
 */
export function findAcrossEntries({ entries }: Conversation, quote: string, near: number): WordsOfEntry[] {
  const wanted = comparedWords(quote);
  if (wanted.length === 0 || wanted.length > MAX_WORDS) return [];
  let best: Word[] | undefined;
  const distanceOf = (words: readonly Word[]) => Math.abs(words[0]!.entryIndex - near);
  for (const words of turnsAround(entries, near)) {
    for (const found of placesOf(words, wanted)) {
      if (!best || distanceOf(found) < distanceOf(best)) best = found;
    }
  }
  return best ? partsOf(best, entries) : [];
}

/** Returns the words of each turn of a speaker near the entry. */
function* turnsAround(entries: Conversation['entries'], near: number): Generator<Word[]> {
  const first = Math.max(0, near - REACH_ENTRIES);
  let turn: Word[] = [];
  for (let entryIndex = first; entryIndex <= near + REACH_ENTRIES; entryIndex++) {
    const entry = entries[entryIndex];
    if (!entry) break;
    if (entryIndex > first && entry.speaker !== entries[entryIndex - 1]!.speaker) {
      yield turn;
      turn = [];
    }
    for (const { 0: word, index: start } of entry.text.matchAll(WORD)) {
      turn.push({ entryIndex, start, end: start + word.length, folded: fold(word) });
    }
  }
  yield turn;
}

function* placesOf(words: readonly Word[], wanted: readonly string[]): Generator<Word[]> {
  for (let at = 0; at + wanted.length <= words.length; at++) {
    if (wanted.every((word, place) => words[at + place]!.folded === word)) {
      yield words.slice(at, at + wanted.length);
    }
  }
}

function partsOf(words: readonly Word[], entries: Conversation['entries']): WordsOfEntry[] {
  const byEntry = [...Map.groupBy(words, ({ entryIndex }) => entryIndex)];
  return byEntry.map(([entryIndex, own], place) => {
    const isLast = place === byEntry.length - 1;
    const { text } = entries[entryIndex]!;
    return { entryIndex, start: own[0]!.start, end: isLast ? own.at(-1)!.end : text.trimEnd().length };
  });
}
