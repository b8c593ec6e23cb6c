import { type ConversationIndex, MAX_SHORT_TEXT_LENGTH } from './conversation-index.ts';
import { type QueryWord, readQuery } from './query.ts';
import type { Tokenizer } from './tokenize.ts';

/** A prompt as retrieve() takes it: the words to look for, and the speakers that it names. */
export type Inquiry = { words: readonly QueryWord[]; speakers: ReadonlySet<string> };

/** More people than speak in a meeting; in a hostile one, every entry may have another speaker. */
const MAX_SPEAKERS = 1_000;
const MAX_NAME_LENGTH = 100;

/** A lone letter of a name (`Professor B`) is often left out. */
const MIN_TERM_LENGTH = 2;

/**
 * Reads a prompt about a conversation. The names of speakers are not looked for among the words that were said, because
 * people rarely say their own names, unless the prompt has no other words.
 */
export function readInquiry(index: ConversationIndex, prompt: string): Inquiry {
  const { tokenizer } = index;
  const words = readQuery(tokenizer, prompt);
  const asked = termsOf(tokenizer, prompt, MAX_SHORT_TEXT_LENGTH);
  const speakers = new Set<string>();
  const names = new Set<string>();
  for (const speaker of speakersOf(index)) {
    const terms = [...termsOf(tokenizer, speaker, MAX_NAME_LENGTH)];
    const telling = terms.filter(({ length }) => length >= MIN_TERM_LENGTH);
    if (telling.length === 0 || !telling.every((term) => asked.has(term))) continue;
    speakers.add(speaker);
    for (const term of terms) names.add(term);
  }
  const others = words.filter(({ term }) => !names.has(term));
  return { words: others.length > 0 ? others : words, speakers };
}

function speakersOf({ conversation }: ConversationIndex): Set<string> {
  const speakers = new Set<string>();
  for (const { speaker } of conversation.entries) {
    if (speaker !== undefined) speakers.add(speaker);
    if (speakers.size >= MAX_SPEAKERS) break;
  }
  return speakers;
}

function termsOf(tokenizer: Tokenizer, text: string, until: number): Set<string> {
  const terms = new Set<string>();
  tokenizer.scan(text, 0, until, (term) => terms.add(term));
  return terms;
}
