import { type MomentPage, type MomentSearch, searchMoments } from '../../domain/moments/search-moments.ts';
import { Fault } from '../../lib/faults.ts';
import { count } from '../../lib/text.ts';
import { label } from './lines.ts';
import type { ToolCall } from './tool.ts';

/** The words of a query that are looked at if no entry has all of them; each costs up to two searches. */
const MAX_WORDS = 6;

/** The moments that were found, with the words that were searched for, and lines about those that were left out. */
type Found = { page: MomentPage; query: string; counts: string[] };

/** Returns whether a search that found nothing can be made with fewer words; queries with operators are taken as they are. */
export function mayHaveFewerWords({ query, after }: MomentSearch): boolean {
  return !after && /\S\s+\S/.test(query) && !/["*]|(?:^|\s)-/.test(query);
}

/**
 * Searches with fewer words if no entry has all of them: those that occur in the fewest meetings are kept as long as any
 * entry has them together.
 * @returns undefined if no entry has any of the words
 */
export async function searchWithFewerWords(
  { deps, caller }: ToolCall,
  search: MomentSearch,
): Promise<Found | undefined> {
  const find = (query: string, limit = search.limit) =>
    searchMoments(deps, caller.organizationId, { ...search, query, limit });
  const words = [...new Set(search.query.split(/\s+/).filter((word) => word !== ''))];
  const counted: { word: string; meetings: number }[] = [];
  for (const word of words.slice(0, MAX_WORDS)) {
    counted.push({ word, meetings: await countMeetings(() => find(word, 1)) });
  }
  const known = counted.filter(({ meetings }) => meetings > 0).sort((a, b) => a.meetings - b.meetings);
  let best: { page: MomentPage; query: string } | undefined;
  for (const { word } of known) {
    const query = best ? `${best.query} ${word}` : word;
    const found = await find(query);
    if (found.moments.length > 0) best = { page: found, query };
  }
  if (!best) return undefined;
  const occurrences = counted.map(({ word, meetings }) => `${label(word)} in ${count(meetings, 'meeting')}`);
  return { ...best, counts: [`No entry has all of these words: ${occurrences.join(', ')}.`] };
}

/** Returns 0 for a word that is too common to be searched for. */
async function countMeetings(find: () => Promise<MomentPage>): Promise<number> {
  try {
    const { moments, meetingCount } = await find();
    return moments.length > 0 ? meetingCount : 0;
  } catch (error) {
    if (error instanceof Fault && error.kind === 'invalid') return 0;
    throw error;
  }
}
