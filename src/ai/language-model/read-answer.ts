import { InvalidAnswer, RequestRefused } from '../errors.ts';
import { FINDING_KINDS } from './answer-schema.ts';
import { findJson } from './find-json.ts';
import { MAX_FINDINGS_PER_KIND, MAX_QUESTIONS_PER_CALL, MAX_QUOTES, TOLERANCE } from './limits.ts';
import { inOneLine } from './refusal.ts';

/** A quote of an answer; without an entry it may be from any. */
export type ModelQuote = { entry?: number; text: string };
export type ModelVerdict = {
  id: number;
  reason: string;
  fired: boolean;
  confidence?: number;
  quotes: ModelQuote[];
};
export type ModelResponse = { id: number; text: string };
export type ModelFinding = { kind: string; text: string; owner: string; quotes: ModelQuote[] };

/** What an answer has of each list; items that cannot be read are missing. A list that it does not have is undefined. */
export type ModelAnswer = {
  verdicts?: ModelVerdict[];
  responses?: ModelResponse[];
  findings?: ModelFinding[];
};

const LISTS = ['verdicts', 'responses', 'findings'] as const;

/** The reasons for the end of an answer that make it useless. */
const SPOILED: Record<string, string> = {
  'tool-calls': 'is a call of a tool, and there is none',
  error: 'ended with an error',
};

/**
 * Reads an answer as leniently as its meaning is certain: JSON in a fence, after thoughts or between other words, lists
 * that are cut off, ids and truth values as texts, and further fields. Items that lack something are left out.
 * @param text the text of the answer
 * @throws RequestRefused if the model does not want to answer, InvalidAnswer if it has none of the lists; its message
 *   contains nothing of the text
 */
export function readAnswer(text: string, finishReason: string): ModelAnswer {
  if (finishReason === 'content-filter') {
    const words = inOneLine(text);
    const said = words === '' ? '' : `: ${words}`;
    throw new RequestRefused(`The AI provider withheld its answer${said}`, { isFinal: true });
  }
  const spoiled = SPOILED[finishReason];
  if (spoiled) throw new InvalidAnswer(`The AI provider's answer ${spoiled}`);
  if (text.trim() === '') throw new InvalidAnswer("The AI provider's answer is empty");
  const found = findJson(text, (value) => listsIn(value) !== undefined);
  const lists = listsIn(found);
  if (lists) return itemsOf(lists);
  if (finishReason === 'length') throw new InvalidAnswer("The AI provider's answer was cut off");
  const isJson = findJson(text, (value) => typeof value === 'object' && value !== null) !== undefined;
  throw new InvalidAnswer(
    isJson
      ? "The AI provider's answer does not have the form asked for"
      : "The AI provider's answer is not JSON",
  );
}

type Item = Record<string, unknown>;
type Lists = Partial<Record<(typeof LISTS)[number], Item[]>>;

/** Returns the lists of a value, which may stand in an object around them, or be the only one, without its name. */
function listsIn(value: unknown): Lists | undefined {
  if (Array.isArray(value)) return listWithoutName(value);
  if (!isItem(value)) return undefined;
  const named = listsOf(value);
  if (named) return named;
  const inner = Object.values(value).filter(isItem);
  return inner.length === 1 ? listsOf(inner[0]!) : undefined;
}

function listsOf(value: Item): Lists | undefined {
  const lists: Lists = {};
  for (const name of LISTS) {
    const list = Object.hasOwn(value, name) ? value[name] : undefined;
    if (Array.isArray(list)) lists[name] = list.filter(isItem);
  }
  return Object.keys(lists).length > 0 ? lists : undefined;
}

function listWithoutName(list: readonly unknown[]): Lists | undefined {
  const items = list.filter(isItem);
  if (items.length === 0) return undefined;
  if (items.every((item) => 'fired' in item)) return { verdicts: items };
  if (items.every((item) => 'kind' in item)) return { findings: items };
  return items.every((item) => 'id' in item && 'text' in item) ? { responses: items } : undefined;
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function itemsOf({ verdicts, responses, findings }: Lists): ModelAnswer {
  const maxAnswers = MAX_QUESTIONS_PER_CALL * TOLERANCE;
  const maxFindings = MAX_FINDINGS_PER_KIND * FINDING_KINDS.length * TOLERANCE;
  return {
    ...(verdicts ? { verdicts: verdicts.slice(0, maxAnswers).flatMap(verdictOf) } : {}),
    ...(responses ? { responses: responses.slice(0, maxAnswers).flatMap(responseOf) } : {}),
    ...(findings ? { findings: findings.slice(0, maxFindings).flatMap(findingOf) } : {}),
  };
}

function verdictOf({ id, fired, reason, confidence, quotes }: Item): ModelVerdict[] {
  const number = integerOf(id);
  const isFired = truthOf(fired);
  if (number === undefined || isFired === undefined) return [];
  const sure = probabilityOf(confidence);
  const certainty = sure === undefined ? {} : { confidence: sure };
  return [{ id: number, fired: isFired, reason: textOf(reason), ...certainty, quotes: quotesOf(quotes) }];
}

function responseOf({ id, text }: Item): ModelResponse[] {
  const number = integerOf(id);
  return number === undefined ? [] : [{ id: number, text: textOf(text) }];
}

function findingOf({ kind, text, owner, quotes }: Item): ModelFinding[] {
  const isKnown = typeof kind === 'string' && FINDING_KINDS.includes(kind);
  return isKnown ? [{ kind, text: textOf(text), owner: textOf(owner), quotes: quotesOf(quotes) }] : [];
}

function quotesOf(value: unknown): ModelQuote[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return list.slice(0, MAX_QUOTES * TOLERANCE).flatMap((one: unknown): ModelQuote[] => {
    if (typeof one === 'string') return [{ text: one }];
    if (!isItem(one) || typeof one.text !== 'string') return [];
    const entry = integerOf(one.entry);
    return [entry === undefined ? { text: one.text } : { entry, text: one.text }];
  });
}

/** Reads a whole number, also as a text such as `"3"` or `"[3]"`. */
function integerOf(value: unknown): number | undefined {
  if (typeof value === 'string') {
    const digits = /^\s*[[#(]?\s*(-?\d{1,9})\s*[\])]?\s*$/.exec(value)?.[1];
    return digits === undefined ? undefined : Number(digits);
  }
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

/** Reads a probability, also as a text or in percent, such as `"0.8"`, `80` or `"80 %"`. */
function probabilityOf(value: unknown): number | undefined {
  const digits = typeof value === 'string' ? /^\s*(\d{1,3}(?:\.\d{1,9})?)\s*(%?)\s*$/.exec(value) : undefined;
  const number = typeof value === 'number' ? value : digits ? Number(digits[1]) : Number.NaN;
  if (!(number >= 0 && number <= PERCENT)) return undefined;
  return number > 1 || digits?.[2] === '%' ? number / PERCENT : number;
}

const PERCENT = 100;

function truthOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  if (/^\s*(?:true|yes)\s*$/i.test(value)) return true;
  return /^\s*(?:false|no)\s*$/i.test(value) ? false : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
