import type { ClaimedQuote } from '../types.ts';
import type { Line } from './lines.ts';
import { foldLine } from './text.ts';

/**
 * Returns as many of the lines nearest to the evidence as fit, in their order. If the evidence has no place in the
 * conversation, these are the first lines.
 */
export function excerptAround(
  lines: readonly Line[],
  evidence: readonly ClaimedQuote[],
  maxTokens: number,
): Line[] {
  const distances = distancesTo(placesOf(lines, evidence), lines.length);
  const byDistance = lines.map((_, place) => place).sort((a, b) => distances[a]! - distances[b]! || a - b);
  const chosen: number[] = [];
  let tokens = 0;
  for (const place of byDistance) {
    tokens += lines[place]!.tokens;
    if (tokens > maxTokens) break;
    chosen.push(place);
  }
  return chosen.sort((a, b) => a - b).map((place) => lines[place]!);
}

/** Returns the places of the lines that hold a quote; if no line of an entry holds it whole, the entry's first line. */
function placesOf(lines: readonly Line[], evidence: readonly ClaimedQuote[]): Set<number> {
  const linesOfEntry = Map.groupBy(lines.keys(), (place) => lines[place]!.entryIndex);
  const places = evidence.flatMap(({ entryIndex, text }) => {
    const candidates = entryIndex === undefined ? [] : (linesOfEntry.get(entryIndex) ?? []);
    const holding = candidates.filter((place) => lines[place]!.text.includes(foldLine(text)));
    return holding.length > 0 ? holding : candidates.slice(0, 1);
  });
  return new Set(places.length > 0 ? places : [0]);
}

/** Returns the distance of each place from the nearest given one, with one pass forward and one pass back. */
function distancesTo(places: ReadonlySet<number>, count: number): number[] {
  const distances = Array.from({ length: count }, (_, place) =>
    places.has(place) ? 0 : Number.MAX_SAFE_INTEGER,
  );
  for (let place = 1; place < count; place++) {
    distances[place] = Math.min(distances[place]!, distances[place - 1]! + 1);
  }
  for (let place = count - 2; place >= 0; place--) {
    distances[place] = Math.min(distances[place]!, distances[place + 1]! + 1);
  }
  return distances;
}
