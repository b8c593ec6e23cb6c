import type { Entry, Evaluation, QuoteOf } from './shapes.ts';

/** The reasons for a mark: evidence of a signal (`strong`: of the chosen one), or a search result. */
export type MarkKind = 'evidence' | 'strong' | 'found' | 'current';

/** Letters of an entry, from and to as string indices. */
export interface Mark {
  from: number;
  to: number;
  kind: MarkKind;
}

/** The position of a search result: the entry and its characters. */
export interface Match {
  entry: number;
  from: number;
  to: number;
}

const STRENGTH: Record<MarkKind, number> = { evidence: 0, strong: 1, found: 2, current: 3 };
/** The most search results; `findAll` stops there. */
export const MAX_MATCHES = 10_000;

/** The letters that a quote stands for: its words where they are found, else the whole entry. */
export function placeOf(quote: QuoteOf, entries: readonly Entry[]): Match | undefined {
  if (quote.entryIndex === undefined) return undefined;
  const text = entries[quote.entryIndex]?.text;
  if (text === undefined) return undefined;
  const at = text.indexOf(quote.text);
  return at < 0
    ? { entry: quote.entryIndex, from: 0, to: text.length }
    : { entry: quote.entryIndex, from: at, to: at + quote.text.length };
}

/** The evidence of all signals that fired, or of the chosen one alone, by entry. */
export function evidenceMarks(
  evaluations: readonly Evaluation[],
  chosen: number | undefined,
  entries: readonly Entry[],
): Map<number, Mark[]> {
  const marks = new Map<number, Mark[]>();
  for (const { signalId, state, quotes } of evaluations) {
    if (state !== 'fired' || (chosen !== undefined && chosen !== signalId)) continue;
    for (const quote of quotes) {
      const place = placeOf(quote, entries);
      if (!place) continue;
      const kind = chosen === undefined ? 'evidence' : 'strong';
      marks.set(place.entry, [
        ...(marks.get(place.entry) ?? []),
        { from: place.from, to: place.to, kind } as const,
      ]);
    }
  }
  return marks;
}

/** Every place of the words in the transcript, in order, in any case; at most MAX_MATCHES. */
export function findAll(entries: readonly Entry[], words: string): Match[] {
  const wanted = words.trim();
  if (wanted === '') return [];
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'), 'giu');
  const matches: Match[] = [];
  for (const [entry, { text }] of entries.entries()) {
    for (const found of text.matchAll(pattern)) {
      matches.push({ entry, from: found.index, to: found.index + found[0].length });
    }
    if (matches.length >= MAX_MATCHES) break;
  }
  return matches.slice(0, MAX_MATCHES);
}

/** A piece of a text with what it is marked as. */
export interface Piece {
  text: string;
  kind?: MarkKind;
}

/** Cuts a text at the marks. Where marks overlap the stronger shows. */
export function piecesOf(text: string, marks: readonly Mark[]): Piece[] {
  if (marks.length === 0) return [{ text }];
  const cuts = [...new Set([0, text.length, ...marks.flatMap(({ from, to }) => [from, to])])]
    .filter((at) => at >= 0 && at <= text.length)
    .sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1]!;
    const [kind] = marks
      .filter((mark) => mark.from <= from && mark.to >= to)
      .map((mark) => mark.kind)
      .sort((a, b) => STRENGTH[b] - STRENGTH[a]);
    return { text: text.slice(from, to), ...(kind ? { kind } : {}) };
  });
}
