import type { ClaimedQuote, SignalQuestion, Verdict } from '../types.ts';
import type { ConversationIndex } from './conversation-index.ts';
import { findPassages, type Passage } from './passages.ts';
import { readQuery } from './query.ts';
import { quotePassage } from './quote.ts';
import { totalWeight, type WeightedWord, weighWords } from './weigh.ts';

/** Stands in every reason and answer: nobody shall take a word match for an understanding. */
export const HONESTY = '(builtin provider, no model)';

/** A word that is rarer than this is not more telling: it may be rare by chance, or not be said at all. */
const MAX_WORD_WEIGHT = 4;

/** A signal fires where a passage holds this share of its prompt's weight... */
const FIRING_SHARE = 0.5;
/** ...or this much, some four telling words: a long prompt lists more than is ever said at once. */
const FIRING_WEIGHT = 12;
/** One word alone is no match where the prompt has more. */
const MIN_FIRING_WORDS = 2;

const MAX_QUOTES = 3;
const MAX_REASON_WORDS = 8;

/** Judges the questions one after the other. Yields where it may rest. */
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

/** Proof from the best passage first, in the order of the conversation. */
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
