import type { Conversation, FollowUpQuestion, SignalQuestion, Tokens } from '../types.ts';
import { ANSWER_SCHEMA } from './answer-schema.ts';
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
  questionLines,
  renderConversation,
  SUMMARY_TASK,
  SYSTEM_TEXT,
} from './prompts.ts';
import { estimateTokens } from './text.ts';

export const FIXED_TOKENS = estimateTokens(SYSTEM_TEXT) + estimateTokens(JSON.stringify(ANSWER_SCHEMA));

/** The items that a call asks for: verdicts on the questions at these places, and the findings of a summary. */
export type Wanted = { places: readonly number[]; summary: boolean };

/** The questions about a conversation, or a part of it, in one call; `callFor` makes the call for some of it. */
export type Examination = Wanted & { callFor(wanted: Wanted): Call };

/**
 * Plans the calls that judge and summarize: one for each group of questions (mostly there is one) and each chunk, in the
 * order of the conversation. The summary of a chunk is asked for with its first questions. Like all plans it yields
 * where it can be suspended.
 */
export function* planExamination(
  conversation: Conversation,
  questions: readonly SignalQuestion[],
  { summary, vote }: { summary: boolean; vote?: number },
  maxInputTokens: number,
): Generator<void, Examination[]> {
  const groups = groupQuestions(questionLines(questions), judgingTask([]), maxInputTokens);
  if (summary && groups.length === 0) groups.push({ first: 0, count: 0 });
  const examinations: Examination[] = [];
  const texts = yield* chunkTexts(conversation, maxInputTokens);
  for (const text of texts) {
    for (const [place, { first, count }] of groups.entries()) {
      // An answer to a follow-up needs the whole conversation before it.
      const asked = texts.length === 1 ? questions : questions.map(withoutFollowUps);
      examinations.push({
        places: Array.from({ length: count }, (_, at) => first + at),
        summary: summary && place === 0,
        callFor: (wanted) => ({
          ...examinationCall(text, asked, wanted),
          ...(vote === undefined ? {} : { vote }),
        }),
      });
      yield;
    }
  }
  return examinations;
}

/** Returns a question whose follow-ups are not asked. */
export function withoutFollowUps({ followUps: _, ...question }: SignalQuestion): SignalQuestion {
  return question;
}

function examinationCall(
  conversation: string,
  questions: readonly SignalQuestion[],
  { places, summary }: Wanted,
): Call {
  const asked = places.map((place) => questions[place]!);
  const followUpCount = asked.reduce((sum, { followUps = [] }) => sum + followUps.length, 0);
  const tasks = [...(asked.length > 0 ? [judgingTask(asked)] : []), ...(summary ? [SUMMARY_TASK] : [])];
  const outputTokens =
    asked.length * OUTPUT_TOKENS_PER_SIGNAL +
    followUpCount * OUTPUT_TOKENS_PER_FOLLOW_UP +
    (summary ? OUTPUT_TOKENS_PER_SUMMARY : 0);
  return callOf({ conversation, task: tasks.join('\n\n') }, outputTokens, asked.length + followUpCount);
}

/** The questions of a call that answers follow-ups; `callFor` makes the call for some of them. */
export type FollowUpRound = { places: readonly number[]; callFor(places: readonly number[]): Call };

/** Plans the calls that answer follow-ups: one for each group of questions, of which there is mostly one. */
export function* planFollowUps(
  conversation: Conversation,
  questions: readonly FollowUpQuestion[],
  maxInputTokens: number,
): Generator<void, FollowUpRound[]> {
  const groups = groupQuestions(questions.map(followUpLine), followUpTask([]), maxInputTokens);
  const chunks = yield* chunkTexts(conversation, maxInputTokens);
  const rounds: FollowUpRound[] = [];
  for (const { first, count } of groups) {
    const group = questions.slice(first, first + count);
    const text = chunks.length === 1 ? chunks[0]! : yield* excerptText(conversation, group, maxInputTokens);
    rounds.push({
      places: Array.from({ length: count }, (_, at) => first + at),
      callFor(places) {
        const asked = places.map((place) => questions[place]!);
        const prompt = { conversation: text, task: followUpTask(asked) };
        return callOf(prompt, asked.length * OUTPUT_TOKENS_PER_FOLLOW_UP, asked.length);
      },
    });
    yield;
  }
  return rounds;
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

/** The most tokens that the marks around a conversation, the notes inside it and its first heading have. */
const FRAME_TOKENS = 100;

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
