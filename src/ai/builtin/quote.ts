import type { ClaimedQuote } from '../types.ts';
import type { ConversationIndex } from './conversation-index.ts';
import type { Passage } from './passages.ts';
import { type Span, spanAround } from './sentences.ts';
import type { WeightedWord } from './weigh.ts';

/** A sentence of an entry, and the words of the query that it contains. */
type Candidate = { entry: number; span: Span; words: Set<number>; weight: number };

/** Quotes the text of an entry between two places, verbatim. */
export function quoteSpan(index: ConversationIndex, entry: number, { from, to }: Span): ClaimedQuote {
  return { entryIndex: entry, text: index.conversation.entries[entry]!.text.slice(from, to) };
}

/**
 * Returns the sentences of a passage that show its words: the heaviest first, then those that show a word that the
 * others do not. At most `limit`.
 */
export function quotePassage(index: ConversationIndex, passage: Passage, limit: number): ClaimedQuote[] {
  const shown = new Set<number>();
  const quotes: ClaimedQuote[] = [];
  const candidates = sentencesOf(index, passage).sort((a, b) => b.weight - a.weight);
  for (const { entry, span, words } of candidates) {
    if (quotes.length >= limit || [...words].every((word) => shown.has(word))) continue;
    for (const word of words) shown.add(word);
    quotes.push(quoteSpan(index, entry, span));
  }
  return quotes;
}

/** Returns the passage's sentences that contain a word of the query, in their order. */
function sentencesOf(index: ConversationIndex, passage: Passage): Candidate[] {
  const byTerm = new Map<number, WeightedWord>();
  for (const word of passage.words) {
    if (word.termNumber !== undefined) byTerm.set(word.termNumber, word);
  }
  const candidates: Candidate[] = [];
  for (let position = passage.first; position <= passage.last; position++) {
    const term = index.words[position]!;
    const word = byTerm.get(term);
    if (!word) continue;
    const entry = index.entryOf[position]!;
    const offset = index.offsets[position]!;
    let latest = candidates.at(-1);
    if (latest?.entry !== entry || offset >= latest.span.to) {
      const span = spanAround(index.conversation.entries[entry]!.text, offset);
      latest = { entry, span, words: new Set(), weight: 0 };
      candidates.push(latest);
    }
    if (latest.words.has(term)) continue;
    latest.words.add(term);
    latest.weight += word.weight;
  }
  return candidates;
}
