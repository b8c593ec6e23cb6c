import type { Conversation, Finding } from '../types.ts';
import { sentencesOf } from './answer.ts';
import { readAnswer } from './read-answer.ts';

/** An answer that begins differently, for example with thoughts, may still take back what it says. */
const BEGINNING_OF_JSON = /^\s*(?:```\w*\s*)?\{/;

/** Returns a reader of a growing text, which notes each sentence of the reply once the next one has begun. */
export function noteSentences(
  conversation: Conversation,
  note: (sentence: Finding) => void,
): (text: string) => void {
  let [read, noted] = [0, 0];
  return (text) => {
    const isOneMore = text.includes('}', read);
    read = text.length;
    if (!isOneMore || !BEGINNING_OF_JSON.test(text)) return;
    const complete = sentencesSoFar(text, conversation).slice(0, -1);
    for (const sentence of complete.slice(noted)) note(sentence);
    noted = Math.max(noted, complete.length);
  };
}

/** Returns the sentences of a text that has not ended; the last one may not be complete. */
function sentencesSoFar(text: string, conversation: Conversation): Finding[] {
  try {
    return sentencesOf(readAnswer(text, 'length'), conversation);
  } catch {
    return [];
  }
}
