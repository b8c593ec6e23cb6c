import type { Entry, FollowUpQuestion } from '../types.ts';
import { retrieve } from './bm25.ts';
import type { ConversationIndex } from './conversation-index.ts';
import { HONESTY } from './judge.ts';
import { NO_SLOT, slotsOf } from './passages.ts';
import { spanAround } from './sentences.ts';
import { readInquiry } from './speakers.ts';
import { totalWeight, type WeightedWord, weighWords } from './weigh.ts';

const NOTHING = `No passage matches ${HONESTY}.`;

const MAX_SENTENCES = 3;
/** The number of entries that are examined more closely. */
const MAX_CANDIDATES = 60;
/** The distance from the evidence, in entries, within which a sentence counts as related to it... */
const NEAR_ENTRIES = 8;
/** ...and the factor by which its score is multiplied. */
const NEAR_FACTOR = 3;
/** The share of the prompt's weight that a sentence must contain, near the evidence and elsewhere. */
const NEAR_SHARE = 0.25;
const FAR_SHARE = 0.5;
/** The lowest score, relative to the best, with which a sentence is used; worse matches only distract. */
const MIN_RELATIVE_SCORE = 0.5;

/**
 * Answers the questions one after the other with sentences of the conversation, each with its speaker. A question
 * without topic words is answered with the evidence. Yields between steps.
 */
export function* answerByExtracts(
  index: ConversationIndex,
  questions: readonly FollowUpQuestion[],
): Generator<void, string[]> {
  const responses: string[] = [];
  for (const question of questions) {
    const sentences = yield* findSentences(index, question);
    responses.push(sentences.length === 0 ? NOTHING : sentences.join('\n'));
    yield;
  }
  return responses;
}

function* findSentences(
  index: ConversationIndex,
  { prompt, evidence }: FollowUpQuestion,
): Generator<void, string[]> {
  const { entries } = index.conversation;
  const inquiry = readInquiry(index, prompt);
  if (inquiry.words.length === 0) {
    return evidence
      .slice(0, MAX_SENTENCES)
      .map(({ entryIndex, text }) => say(entryIndex === undefined ? undefined : entries[entryIndex], text));
  }
  const words = weighWords(index, inquiry.words);
  const total = totalWeight(words);
  const slots = slotsOf(index, words);
  const isNear = (entry: number) =>
    evidence.some((one) => one.entryIndex !== undefined && Math.abs(one.entryIndex - entry) <= NEAR_ENTRIES);
  const fitting: { entry: number; text: string; score: number }[] = [];
  for (const { entry, score } of yield* retrieve(index, inquiry, MAX_CANDIDATES)) {
    const near = isNear(entry);
    const best = bestSentence(index, words, slots, entry);
    if (best.weight < total * (near ? NEAR_SHARE : FAR_SHARE) || best.weight === 0) continue;
    fitting.push({ entry, text: best.text, score: score * (near ? NEAR_FACTOR : 1) });
  }
  fitting.sort((a, b) => b.score - a.score || a.entry - b.entry);
  return fitting
    .slice(0, MAX_SENTENCES)
    .filter(({ score }) => score >= fitting[0]!.score * MIN_RELATIVE_SCORE)
    .sort((a, b) => a.entry - b.entry)
    .map(({ entry, text }) => say(entries[entry], text));
}

const say = (entry: Entry | undefined, text: string): string =>
  entry?.speaker === undefined ? text : `${entry.speaker}: ${text}`;

/** The most words of an entry that are examined: more than an hour's monologue. */
const MAX_ENTRY_WORDS = 20_000;

/** Returns the sentence of an entry that contains the largest weight of the words. */
function bestSentence(
  index: ConversationIndex,
  words: readonly WeightedWord[],
  slots: Int16Array,
  entry: number,
): { text: string; weight: number } {
  const { text } = index.conversation.entries[entry]!;
  const first = index.entryStarts[entry]!;
  const end = Math.min(index.entryStarts[entry + 1]!, first + MAX_ENTRY_WORDS);
  let best = { text: '', weight: 0 };
  let [span, held] = [{ from: 0, to: 0 }, new Set<number>()];
  for (let position = first; position < end; position++) {
    const slot = slots[index.words[position]!]!;
    if (slot === NO_SLOT) continue;
    const offset = index.offsets[position]!;
    if (offset >= span.to) [span, held] = [spanAround(text, offset), new Set()];
    held.add(slot);
    const weight = totalWeight([...held].map((one) => words[one]!));
    if (weight > best.weight) best = { text: text.slice(span.from, span.to), weight };
  }
  return best;
}
