import type { Conversation, FollowUpQuestion, SignalQuestion, Tokens } from '../types.ts';
import { ANSWER_SCHEMA } from './answer.ts';
import type { Call } from './ask.ts';
import { MAX_LINE_SHARE, splitIntoChunks } from './chunks.ts';
import { excerptAround } from './excerpts.ts';
import {
  MAX_OUTPUT_TOKENS,
  MAX_QUESTIONS_PER_CALL,
  MIN_CHUNK_TOKENS,
  OUTPUT_LIMIT_BASE_TOKENS,
  OUTPUT_LIMIT_TOKENS_PER_QUESTION,
  OUTPUT_TOKENS_PER_FOLLOW_UP,
  OUTPUT_TOKENS_PER_SIGNAL,
  OUTPUT_TOKENS_PER_SUMMARY,
  TASK_SHARE,
} from './limits.ts';
import { linesOf } from './lines.ts';
import {
  followUpLine,
  followUpTask,
  headerOf,
  judgingTask,
  type Prompt,
  questionLine,
  renderConversation,
  SUMMARY_TASK,
  SYSTEM_TEXT,
} from './prompts.ts';
import { estimateTokens } from './text.ts';

export const FIXED_TOKENS = estimateTokens(SYSTEM_TEXT) + estimateTokens(JSON.stringify(ANSWER_SCHEMA));

/** A call, the number of questions that it asks, and the first of them. */
export type QuestionCall = Call & { firstQuestion: number; questionCount: number };

/**
 * Plans the calls that judge: one for each group of questions (mostly there is one) and each chunk, in the order of the
 * conversation. Like all plans it yields where it can be suspended.
 */
export function* planJudging(
  conversation: Conversation,
  questions: readonly SignalQuestion[],
  maxInputTokens: number,
): Generator<void, QuestionCall[]> {
  const groups = groupQuestions(questions.map(questionLine), judgingTask([]), maxInputTokens);
  const calls: QuestionCall[] = [];
  for (const text of yield* chunkTexts(conversation, maxInputTokens)) {
    for (const { first, count } of groups) {
      const prompt = { conversation: text, task: judgingTask(questions.slice(first, first + count)) };
      const call = callOf(prompt, count * OUTPUT_TOKENS_PER_SIGNAL, count);
      calls.push({ ...call, firstQuestion: first, questionCount: count });
      yield;
    }
  }
  return calls;
}

/** Plans the calls that answer follow-ups: one for each group of questions, of which there is mostly one. */
export function* planFollowUps(
  conversation: Conversation,
  questions: readonly FollowUpQuestion[],
  maxInputTokens: number,
): Generator<void, QuestionCall[]> {
  const groups = groupQuestions(questions.map(followUpLine), followUpTask([]), maxInputTokens);
  const chunks = yield* chunkTexts(conversation, maxInputTokens);
  const calls: QuestionCall[] = [];
  for (const { first, count } of groups) {
    const asked = questions.slice(first, first + count);
    const text = chunks.length === 1 ? chunks[0]! : yield* excerptText(conversation, asked, maxInputTokens);
    const prompt = { conversation: text, task: followUpTask(asked) };
    const call = callOf(prompt, count * OUTPUT_TOKENS_PER_FOLLOW_UP, count);
    calls.push({ ...call, firstQuestion: first, questionCount: count });
    yield;
  }
  return calls;
}

/** Plans the calls that summarize, one for each chunk. */
export function* planSummary(conversation: Conversation, maxInputTokens: number): Generator<void, Call[]> {
  const calls: Call[] = [];
  for (const text of yield* chunkTexts(conversation, maxInputTokens)) {
    calls.push(callOf({ conversation: text, task: SUMMARY_TASK }, OUTPUT_TOKENS_PER_SUMMARY, 0));
    yield;
  }
  return calls;
}

/** Returns the tokens that calls are expected to use. */
export function sumEstimates(calls: readonly Call[]): Tokens {
  return {
    inputTokens: calls.reduce((sum, { estimate }) => sum + estimate.inputTokens, 0),
    outputTokens: calls.reduce((sum, { estimate }) => sum + estimate.outputTokens, 0),
  };
}

export function callOf(prompt: Prompt, outputTokens: number, questionCount: number): Call {
  const inputTokens = FIXED_TOKENS + estimateTokens(`${prompt.conversation}\n\n${prompt.task}`);
  const limit = OUTPUT_LIMIT_BASE_TOKENS + questionCount * OUTPUT_LIMIT_TOKENS_PER_QUESTION;
  return {
    prompt,
    estimate: { inputTokens, outputTokens },
    maxOutputTokens: Math.min(MAX_OUTPUT_TOKENS, limit),
  };
}

/** Returns the same chunks for judging and for summaries, so that providers find them in their caches. */
function* chunkTexts(conversation: Conversation, maxInputTokens: number): Generator<void, string[]> {
  const maxTokens = lineBudget(conversation, maxInputTokens);
  const chunks = splitIntoChunks(yield* linesOf(conversation, maxTokens * MAX_LINE_SHARE), maxTokens);
  const texts: string[] = [];
  for (const [place, lines] of chunks.entries()) {
    texts.push(renderConversation(conversation, lines, { number: place + 1, count: chunks.length }));
    yield;
  }
  return texts;
}

function* excerptText(
  conversation: Conversation,
  questions: readonly FollowUpQuestion[],
  maxInputTokens: number,
): Generator<void, string> {
  const maxTokens = lineBudget(conversation, maxInputTokens);
  const evidence = questions.flatMap((question) => question.evidence);
  const lines = yield* linesOf(conversation, maxTokens * MAX_LINE_SHARE);
  return renderConversation(conversation, excerptAround(lines, evidence, maxTokens));
}

/** The most tokens that the marks around a conversation and the notes inside it have. */
const FRAME_TOKENS = 50;

function lineBudget(conversation: Conversation, maxInputTokens: number): number {
  const header = estimateTokens(headerOf(conversation).join('\n'));
  const left = maxInputTokens * (1 - TASK_SHARE) - FIXED_TOKENS - header - FRAME_TOKENS;
  return Math.max(MIN_CHUNK_TOKENS, Math.floor(left));
}

/** Groups as many questions as a task may hold; a question that is too long is a group of its own. */
function groupQuestions(
  lines: readonly string[],
  intro: string,
  maxInputTokens: number,
): { first: number; count: number }[] {
  const maxTokens = maxInputTokens * TASK_SHARE - estimateTokens(intro);
  const groups: { first: number; count: number }[] = [];
  let tokens = 0;
  lines.forEach((line, place) => {
    const group = groups.at(-1);
    const lineTokens = estimateTokens(`${line}\n`);
    if (group && group.count < MAX_QUESTIONS_PER_CALL && tokens + lineTokens <= maxTokens) {
      group.count++;
      tokens += lineTokens;
    } else {
      groups.push({ first: place, count: 1 });
      tokens = lineTokens;
    }
  });
  return groups;
}
