import { AS_WORDS, foldText } from '../../lib/fold-text.ts';
import { scanWords } from '../words/scan-words.ts';

/**
 * Makes the test of names by a name or a part of it: each of its words has to be a word of the name. Case, accents, width and
 * punctuation do not count.
 */
export function nameTest(wanted: string): (name: string) => boolean {
  const words = wordsOf(wanted);
  const known = new Map<string, boolean>();
  return (name) => {
    const told = known.get(name);
    if (told !== undefined) return told;
    const own = new Set(wordsOf(name));
    // A name may consist of emoji alone.
    const isWanted =
      words.length === 0 ? name.trim() === wanted.trim() : words.every((word) => own.has(word));
    known.set(name, isWanted);
    return isWanted;
  };
}

function wordsOf(name: string): string[] {
  const folded = foldText(name, AS_WORDS);
  const words: string[] = [];
  scanWords(folded, (from, to) => words.push(folded.slice(from, to)));
  return words;
}
