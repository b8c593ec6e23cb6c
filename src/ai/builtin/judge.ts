import type { ClaimedQuote, SignalQuestion, Verdict } from '../types.ts';
import type { ConversationIndex } from './conversation-index.ts';
import { findPassages, type Passage } from './passages.ts';
import { readQuery } from './query.ts';
import { quotePassage } from './quote.ts';
import { totalWeight, type WeightedWord, weighWords } from './weigh.ts';

/** Part of every reason and answer, so that nobody mistakes a word match for an understanding. */
export const HONESTY = '(builtin provider, no model)';

/**
 * The largest weight of a word. A word that occurs even less often is not more informative: it may be rare by chance.
 */
const MAX_WORD_WEIGHT = 4;

/** A signal fires if a passage contains this share of its prompt's weight... */
const FIRING_SHARE = 0.5;
/** ...or this weight, that of about four rare words, because a long prompt lists more than anybody says at once. */
const FIRING_WEIGHT = 12;
/** The fewest words that are a match, unless the prompt has only one. */
const MIN_FIRING_WORDS = 2;

const MAX_QUOTES = 3;
const MAX_REASON_WORDS = 8;

/** Judges the questions one after the other. Yields between steps. */
export function* judgeQuestions(
  index: ConversationIndex,
  questions: readonly SignalQuestion[],
): Generator<void, Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { prompt } of questions) {
    verdicts.push(yield* judgePrompt(index, prompt));
    yield;
  }
  return verdicts;
}

function* judgePrompt(index: ConversationIndex, prompt: string): Generator<void, Verdict> {
  const words = weighWords(index, readQuery(index.tokenizer, prompt), MAX_WORD_WEIGHT);
  if (words.length === 0) return notFired('The prompt has no topic words to match');
  const passages = yield* findPassages(index, words, MAX_QUOTES);
  const nearest = passages[0];
  if (!nearest) return notFired("None of the prompt's words are said");
  const neededWeight = Math.min(FIRING_SHARE * totalWeight(words), FIRING_WEIGHT);
  const neededWords = Math.min(words.length, MIN_FIRING_WORDS);
  const firing = passages.filter(
    (passage) => passage.weight >= neededWeight && passage.words.length >= neededWords,
  );
  if (firing.length === 0) {
    return notFired(
      `No passage holds enough of the prompt's words; the nearest: ${listWords(nearest.words)}`,
    );
  }
  return {
    fired: true,
    reason: `Word match: ${listWords(firing[0]!.words)} ${HONESTY}`,
    quotes: quotePassages(index, firing),
  };
}

const notFired = (why: string): Verdict => ({ fired: false, reason: `${why} ${HONESTY}`, quotes: [] });

function listWords(words: readonly WeightedWord[]): string {
  const listed = words.slice(0, MAX_REASON_WORDS).map(({ word }) => `"${word}"`);
  return listed.join(', ') + (words.length > MAX_REASON_WORDS ? ', ...' : '');
}

/** Quotes the passages, starting with the best, and returns the quotes in the order of the conversation. */
function quotePassages(index: ConversationIndex, passages: readonly Passage[]): ClaimedQuote[] {
  const quotes: ClaimedQuote[] = [];
  for (const passage of passages) {
    const more = quotePassage(index, passage, MAX_QUOTES - quotes.length);
    for (const quote of more) {
      if (!quotes.some((one) => one.entryIndex === quote.entryIndex && one.text === quote.text)) {
        quotes.push(quote);
      }
    }
  }
  return quotes.sort((a, b) => a.entryIndex! - b.entryIndex!);
}
