import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { toStorableText } from '../../lib/text.ts';
import { InvalidAnswer } from '../errors.ts';
import type { ClaimedQuote, Conversation, Finding, SummaryDraft, Verdict } from '../types.ts';
import {
  MAX_FINDING_CHARACTERS,
  MAX_FINDINGS_PER_KIND,
  MAX_OWNER_CHARACTERS,
  MAX_QUESTIONS_PER_CALL,
  MAX_QUOTE_CHARACTERS,
  MAX_QUOTES,
  MAX_REASON_CHARACTERS,
  MAX_RESPONSE_CHARACTERS,
  MAX_SENTENCES,
  TOLERANCE,
} from './limits.ts';
import { TITLE_ENTRY } from './prompts.ts';
import { cut } from './text.ts';

const FINDING_KINDS = ['decision', 'next_step', 'open_question', 'topic', 'answer'];

/**
 * Makes the schema of all answers. All tasks share it, because providers put it before the prompt: with a schema for each
 * task they could not cache a conversation from one task to the next. All fields are required and none has two types, as
 * the strict mode of every provider demands.
 * @param isBounded whether it has bounds; strict modes refuse them, so the prompt states them and we check them here
 */
function answerSchema(isBounded: boolean) {
  const text = (maxCharacters: number) =>
    Type.String(isBounded ? { maxLength: maxCharacters * TOLERANCE } : {});
  const list = (maxItems: number) => (isBounded ? { maxItems: maxItems * TOLERANCE } : {});
  const closed = { additionalProperties: false };
  const quotes = Type.Array(
    Type.Object({ entry: Type.Integer(), text: text(MAX_QUOTE_CHARACTERS) }, closed),
    list(MAX_QUOTES),
  );
  const verdict = Type.Object(
    { id: Type.Integer(), reason: text(MAX_REASON_CHARACTERS), fired: Type.Boolean(), quotes },
    closed,
  );
  const response = Type.Object({ id: Type.Integer(), text: text(MAX_RESPONSE_CHARACTERS) }, closed);
  const finding = Type.Object(
    {
      kind: Type.String({ enum: FINDING_KINDS }),
      text: text(MAX_FINDING_CHARACTERS),
      owner: text(MAX_OWNER_CHARACTERS),
      quotes,
    },
    closed,
  );
  return Type.Object(
    {
      verdicts: Type.Array(verdict, list(MAX_QUESTIONS_PER_CALL)),
      responses: Type.Array(response, list(MAX_QUESTIONS_PER_CALL)),
      findings: Type.Array(finding, list(MAX_FINDINGS_PER_KIND * FINDING_KINDS.length)),
    },
    closed,
  );
}

/** The schema as it is sent to providers. */
export const ANSWER_SCHEMA = answerSchema(false);

const exactAnswer = Compile(answerSchema(true));

export type ModelAnswer = Static<typeof ANSWER_SCHEMA>;

/** The reasons for the end of an answer that make it useless. */
const SPOILED: Record<string, string> = {
  length: 'was cut off',
  'content-filter': 'was withheld by the provider',
  'tool-calls': 'is a call of a tool, and there is none',
  error: 'ended with an error',
};

/**
 * Parses an answer and checks it.
 * @param text the text of the answer
 * @throws InvalidAnswer if it does not match the schema exactly; the message contains nothing of the text
 */
export function readAnswer(text: string, finishReason: string): ModelAnswer {
  const spoiled = SPOILED[finishReason];
  if (spoiled) throw new InvalidAnswer(`The AI provider's answer ${spoiled}`);
  if (text.trim() === '') throw new InvalidAnswer("The AI provider's answer is empty");
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new InvalidAnswer("The AI provider's answer is not JSON");
  }
  if (!exactAnswer.Check(answer)) {
    throw new InvalidAnswer("The AI provider's answer does not have the form asked for");
  }
  return answer;
}

/** Returns the verdicts on questions 1 to `count`, in this order. @throws InvalidAnswer unless there is one for each */
export function verdictsOf({ verdicts }: ModelAnswer, count: number, conversation: Conversation): Verdict[] {
  return inOrder(verdicts, count).map(({ fired, reason, quotes }) => {
    if (fired && reason.trim() === '') {
      throw new InvalidAnswer("The AI provider's answer has a signal that fired without a reason");
    }
    return {
      fired,
      reason: clean(reason, MAX_REASON_CHARACTERS),
      quotes: fired ? quotesOf(quotes, conversation) : [],
    };
  });
}

/** Returns the responses to questions 1 to `count`, in this order. @throws InvalidAnswer unless there is one for each */
export function responsesOf({ responses }: ModelAnswer, count: number): string[] {
  return inOrder(responses, count).map(({ text }) => {
    if (text.trim() === '') throw new InvalidAnswer("The AI provider's answer has an empty response");
    return clean(text, MAX_RESPONSE_CHARACTERS);
  });
}

/** Returns the findings by their kind, without those that have no words. */
export function draftOf(answer: ModelAnswer, conversation: Conversation): SummaryDraft {
  const ofKind = (kind: string) => findingsOf(answer, kind, MAX_FINDINGS_PER_KIND);
  const toFinding = (finding: ModelFinding) => findingOf(finding, conversation);
  return {
    decisions: ofKind('decision').map(toFinding),
    nextSteps: ofKind('next_step').map((finding) => {
      const owner = clean(finding.owner, MAX_OWNER_CHARACTERS).trim();
      return owner === '' ? toFinding(finding) : { ...toFinding(finding), owner };
    }),
    openQuestions: ofKind('open_question').map(toFinding),
    topics: ofKind('topic').map(toFinding),
  };
}

/** Returns the sentences of a reply, without those that have no words. */
export function sentencesOf(answer: ModelAnswer, conversation: Conversation): Finding[] {
  return findingsOf(answer, 'answer', MAX_SENTENCES).map((finding) => findingOf(finding, conversation));
}

type ModelFinding = ModelAnswer['findings'][number];

function findingsOf({ findings }: ModelAnswer, kind: string, limit: number): ModelFinding[] {
  return findings.filter((finding) => finding.kind === kind && finding.text.trim() !== '').slice(0, limit);
}

function findingOf({ text, quotes }: ModelFinding, conversation: Conversation): Finding {
  return { text: clean(text, MAX_FINDING_CHARACTERS), quotes: quotesOf(quotes, conversation) };
}

function inOrder<Item extends { id: number }>(items: readonly Item[], count: number): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  if (byId.size < items.length) throw new InvalidAnswer("The AI provider's answer has a question twice");
  if (items.some(({ id }) => id < 1 || id > count)) {
    throw new InvalidAnswer("The AI provider's answer has a question that was not asked");
  }
  if (items.length < count) throw new InvalidAnswer("The AI provider's answer leaves out a question");
  return Array.from({ length: count }, (_, place) => byId.get(place + 1)!);
}

/** Drops quotes without words, and those from entries that do not exist. */
function quotesOf(
  quotes: ModelAnswer['verdicts'][number]['quotes'],
  conversation: Conversation,
): ClaimedQuote[] {
  return quotes
    .filter(({ entry, text }) => {
      return entry >= TITLE_ENTRY && entry < conversation.entries.length && text.trim() !== '';
    })
    .slice(0, MAX_QUOTES)
    .map(({ entry, text }) => {
      const words = clean(text, MAX_QUOTE_CHARACTERS);
      return entry === TITLE_ENTRY ? { text: words } : { entryIndex: entry, text: words };
    });
}

function clean(text: string, maxCharacters: number): string {
  return cut(toStorableText(text), maxCharacters);
}
