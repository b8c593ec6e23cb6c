import { stemmer } from 'stemmer';
import type { Finding } from '../types.ts';
import type { ConversationIndex } from './conversation-index.ts';
import type { People } from './people.ts';
import { quoteSpan } from './quote.ts';
import { type Stretch, splitByCohesion } from './segments.ts';
import { spanAround } from './sentences.ts';
import { VAGUE_STEMS } from './words.ts';

const MAX_TITLE_WORDS = 4;
/** The fewest words of a title; fewer do not name a subject. */
const MIN_TITLE_WORDS = 2;
/** The number of occurrences that are read to find a word's most frequent spelling. */
const MAX_SPELLINGS_READ = 20;

const ONLY_DIGITS = /^\p{N}+$/u;
/** Pairs of hiragana are endings and particles of Japanese, rarely words. */
const ONLY_HIRAGANA = /^\p{Script=Hiragana}+$/u;

/**
 * Finds the subjects of a conversation one after the other, each by its most characteristic words. Yields between
 * steps.
 */
export function* findTopics(index: ConversationIndex, people: People): Generator<void, Finding[]> {
  const names = new Set<string>();
  for (const name of people.names) index.tokenizer.scan(name, 0, name.length, (term) => names.add(term));
  const nameTerms = new Set([...names].map((name) => index.terms.get(name)));
  const topics: Finding[] = [];
  for (const segment of yield* splitByCohesion(index)) {
    const terms = characteristicTerms(index, segment, nameTerms);
    yield;
    if (terms.length < MIN_TITLE_WORDS) continue;
    const title = terms.map((term) => mostUsedSpelling(index, segment, term)).join(', ');
    topics.push({ text: capitalize(title), quotes: quotesOf(index, segment, terms) });
    yield;
  }
  return topics;
}

/**
 * Returns the terms that are significantly more frequent in the segment than in the rest (Dunning's log-likelihood
 * ratio, 1993); for a segment that is the whole conversation, its frequent terms. Names, numbers and vague words are
 * excluded.
 */
function characteristicTerms(
  index: ConversationIndex,
  { first, end }: Stretch,
  nameTerms: ReadonlySet<number | undefined>,
): number[] {
  const counts = new Map<number, number>();
  for (let position = first; position < end; position++) {
    const term = index.words[position]!;
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const share = (end - first) / index.words.length;
  const minCount = end - first < LONG_SEGMENT_WORDS ? 1 : 2;
  const scored: { term: number; score: number }[] = [];
  for (const [term, count] of counts) {
    const total = index.termStarts[term + 1]! - index.termStarts[term]!;
    if (count < minCount || nameTerms.has(term) || (share < 1 && count <= share * total)) continue;
    scored.push({ term, score: share < 1 ? likelihoodRatio(count, total, share) : count });
  }
  return scored
    .sort((a, b) => b.score - a.score || a.term - b.term)
    .slice(0, MAX_TITLE_CANDIDATES)
    .filter(({ term }) => !isVague(wordAt(index, index.positions[index.termStarts[term]!]!)))
    .slice(0, MAX_TITLE_WORDS)
    .map(({ term }) => term);
}

const MAX_TITLE_CANDIDATES = 40;
/** The number of topic words above which a term that occurs only once is not a topic of the segment. */
const LONG_SEGMENT_WORDS = 120;

/**
 * Computes the log-likelihood ratio of a term.
 * @param share of the words that belong to the segment, which would be the term's share too if it were distributed
 *   evenly
 */
function likelihoodRatio(count: number, total: number, share: number): number {
  const outside = total - count;
  const surprise = (seen: number, expected: number) => (seen === 0 ? 0 : seen * Math.log(seen / expected));
  return surprise(count, total * share) + surprise(outside, total * (1 - share));
}

const isVague = (word: string): boolean =>
  ONLY_DIGITS.test(word) || ONLY_HIRAGANA.test(word) || VAGUE_STEMS.has(stemmer(word.toLowerCase()));

/** Returns the word as it is written at a position. */
function wordAt(index: ConversationIndex, position: number): string {
  const { text } = index.conversation.entries[index.entryOf[position]!]!;
  const offset = index.offsets[position]!;
  let word = '';
  index.tokenizer.scan(text, offset, offset + 1, (_, from, to) => {
    word ||= text.slice(from, to);
  });
  return word;
}

function mostUsedSpelling(index: ConversationIndex, { first, end }: Stretch, term: number): string {
  const counts = new Map<string, number>();
  let read = 0;
  for (let position = first; position < end && read < MAX_SPELLINGS_READ; position++) {
    if (index.words[position] !== term) continue;
    read++;
    const word = wordAt(index, position);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

function capitalize(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0)!);
  return first.toUpperCase() + text.slice(first.length);
}

/**
 * Quotes the beginning of the segment, and the sentence with most of its characteristic words if that is another one.
 */
function quotesOf(index: ConversationIndex, { first, end }: Stretch, terms: readonly number[]) {
  const beginning = index.entryOf[first]!;
  const quotes = [quoteAt(index, first)];
  let best = { position: first, held: 0 };
  let [entry, held] = [NO_ENTRY, new Set<number>()];
  for (let position = first; position < end; position++) {
    const term = index.words[position]!;
    if (!terms.includes(term)) continue;
    if (index.entryOf[position] !== entry) [entry, held] = [index.entryOf[position]!, new Set()];
    held.add(term);
    if (held.size > best.held) best = { position, held: held.size };
  }
  if (index.entryOf[best.position] !== beginning) quotes.push(quoteAt(index, best.position));
  return quotes;
}

const NO_ENTRY = -1;

function quoteAt(index: ConversationIndex, position: number) {
  const entry = index.entryOf[position]!;
  return quoteSpan(
    index,
    entry,
    spanAround(index.conversation.entries[entry]!.text, index.offsets[position]!),
  );
}
