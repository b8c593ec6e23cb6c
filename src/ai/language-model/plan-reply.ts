import { joinExcerpts } from '../excerpts.ts';
import type { Conversation, Excerpt } from '../types.ts';
import type { Call } from './ask.ts';
import { MAX_LINE_SHARE } from './chunks.ts';
import {
  MAX_FINDING_CHARACTERS,
  MAX_QUOTES,
  MAX_SENTENCES,
  MIN_CHUNK_TOKENS,
  OUTPUT_TOKENS_PER_REPLY,
  TASK_SHARE,
} from './limits.ts';
import { type Line, linesOf, renderLines } from './lines.ts';
import { callOf, FIXED_TOKENS } from './plan.ts';
import { enclose, headerOf } from './prompts.ts';

/** The tokens of excerpts that a call has room for besides the question; the headers of the meetings count. */
export function maxExcerptTokens(maxInputTokens: number): number {
  return Math.max(MIN_CHUNK_TOKENS, Math.floor(maxInputTokens * (1 - TASK_SHARE) - FIXED_TOKENS));
}

/**
 * Plans the call that answers a question. Entries are numbered through all excerpts, so that one number names an entry.
 * @returns the call, and the conversation of all entries to which the numbers refer
 */
export function* planReply(
  excerpts: readonly Excerpt[],
  question: string,
  maxInputTokens: number,
): Generator<void, { call: Call; conversation: Conversation }> {
  const conversation = joinExcerpts(excerpts);
  const lines = yield* linesOf(conversation, maxExcerptTokens(maxInputTokens) * MAX_LINE_SHARE, {
    withTimes: true,
  });
  const prompt = { conversation: renderExcerpts(excerpts, lines), task: replyTask(question) };
  return { call: callOf(prompt, OUTPUT_TOKENS_PER_REPLY, 0), conversation };
}

function renderExcerpts(excerpts: readonly Excerpt[], lines: readonly Line[]): string {
  const places = excerpts.flatMap(({ entries }) => entries.map(({ place }) => place));
  const placeOf = ({ entryIndex }: Line) => places[entryIndex]!;
  let first = 0;
  const parts = excerpts.map((excerpt) => {
    const end = first + excerpt.entries.length;
    const own = lines.filter(({ entryIndex }) => entryIndex >= first && entryIndex < end);
    first = end;
    return [...headerOf({ ...excerpt, kind: 'meeting' }), '', ...renderLines(own, placeOf)].join('\n');
  });
  return enclose(parts.join('\n\n'));
}

/** Asks for the reply to a question, which is one line of JSON whatever it contains. */
function replyTask(question: string): string {
  return [
    'Task: reply.',
    'Reply to the question below from the entries of the meetings above, and from nothing else.',
    `Fill "findings" with at most ${MAX_SENTENCES} findings of kind "answer": the sentences of the reply, in the order in`,
    "which they are to be read, in the question's language.",
    `"text": one sentence of at most ${MAX_FINDING_CHARACTERS} characters that states what its quotes prove; name who said`,
    'it and when, where that matters, and prefer what was said last where statements contradict each other.',
    `"owner": empty. "quotes": 1 to ${MAX_QUOTES} quotes that prove the sentence.`,
    'Where the meetings do not answer the question, leave the list empty.',
    JSON.stringify({ question }),
  ].join('\n');
}
