import type { AskedQuestion, Excerpt, ExcerptEntry, Finding } from '../types.ts';
import { type Span, spanAround } from './sentences.ts';

const MAX_EXTRACTS = 6;
/** The share of the weight of all words that were found anywhere which a sentence must contain. */
const MIN_SHARE = 0.3;
/** The lowest score, relative to the best, with which a sentence is shown; worse matches only distract. */
const MIN_RELATIVE_SCORE = 0.5;
/** The part that the relevance of the entry, which includes its neighbours, has in the score of a sentence. */
const RELEVANCE_SHARE = 0.5;
/** A question asks for what the asker asks for; the sentence that answers it is a better extract. */
const QUESTION_FACTOR = 0.6;
const QUESTION = /[?？؟;]\s*["'”’»)]*$/u;

type Extract = { entryIndex: number; text: string; weight: number; relevance: number };

/**
 * Answers a question with the sentences that contain most of its words, in their order. The search has found the places of
 * the words by the rules of each language. Yields between steps.
 */
export function* replyByExtracts(
  excerpts: readonly Excerpt[],
  { weights }: AskedQuestion,
): Generator<void, Finding[]> {
  const extracts: Extract[] = [];
  const found = new Set<number>();
  let entryIndex = 0;
  for (const { entries } of excerpts) {
    for (const entry of entries) {
      for (const { word } of entry.hits) found.add(word);
      extracts.push(...extractsOf(entry, weights, entryIndex++));
      yield;
    }
  }
  const needed = MIN_SHARE * sum([...found], weights);
  const ranked = extracts
    .filter(({ weight }) => weight >= needed)
    .map((extract) => ({ ...extract, score: scoreOf(extract) }))
    .sort((a, b) => b.score - a.score || a.entryIndex - b.entryIndex);
  return distinct(ranked)
    .slice(0, MAX_EXTRACTS)
    .filter(({ score }) => score >= ranked[0]!.score * MIN_RELATIVE_SCORE)
    .sort((a, b) => a.entryIndex - b.entryIndex)
    .map(({ entryIndex: entry, text }) => ({ text, quotes: [{ entryIndex: entry, text }] }));
}

function scoreOf({ text, weight, relevance }: Extract): number {
  return (weight + RELEVANCE_SHARE * relevance) * (QUESTION.test(text) ? QUESTION_FACTOR : 1);
}

/** Returns each text once: some sentences are said in every meeting. */
function distinct<One extends Extract>(extracts: readonly One[]): One[] {
  const byText = new Map<string, One>();
  for (const extract of extracts) if (!byText.has(extract.text)) byText.set(extract.text, extract);
  return [...byText.values()];
}

/** Returns the sentences of an entry that contain words of the question. */
function extractsOf(
  { text, hits, relevance }: ExcerptEntry,
  weights: readonly number[],
  entryIndex: number,
): Extract[] {
  const sentences: { span: Span; words: Set<number> }[] = [];
  for (const { at, word } of hits) {
    const latest = sentences.at(-1);
    if (latest && at < latest.span.to) latest.words.add(word);
    else sentences.push({ span: spanAround(text, at), words: new Set([word]) });
  }
  return sentences.map(({ span, words }) => {
    const weight = sum([...words], weights);
    return { entryIndex, text: text.slice(span.from, span.to), weight, relevance };
  });
}

function sum(words: readonly number[], weights: readonly number[]): number {
  return words.reduce((total, word) => total + weights[word]!, 0);
}
