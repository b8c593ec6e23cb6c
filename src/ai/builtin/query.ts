import { MAX_SHORT_TEXT_LENGTH } from './conversation-index.ts';
import type { Tokenizer } from './tokenize.ts';
import { INSTRUCTION_STEMS } from './words.ts';

/** A topic word of a prompt: its term, and the word as it first occurs in the prompt. */
export type QueryWord = { term: string; word: string };

/** More subjects than a prompt has; later words are ignored. */
const MAX_QUERY_WORDS = 64;

/** Returns the distinct topic words of a prompt in their order, without those that only instruct the judge. */
export function readQuery(tokenizer: Tokenizer, prompt: string): QueryWord[] {
  const words = new Map<string, string>();
  tokenizer.scan(prompt, 0, MAX_SHORT_TEXT_LENGTH, (term, from, to) => {
    if (words.size >= MAX_QUERY_WORDS || words.has(term) || INSTRUCTION_STEMS.has(term)) return;
    words.set(term, prompt.slice(from, to));
  });
  return [...words].map(([term, word]) => ({ term, word }));
}
