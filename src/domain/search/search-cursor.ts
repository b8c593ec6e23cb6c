import { formatQueryCursor, parseQueryCursor } from '../../lib/query-cursor.ts';

/** The last meeting of a page; the next page has those before it. */
export type SearchPlace = { startMs: number; id: number };

/** The maximum length of a cursor, in characters. */
export const MAX_SEARCH_CURSOR_CHARACTERS = 100;

/** Returns the cursor as a reader keeps it, which is valid for the query that it comes from. */
export function formatSearchCursor(query: string, { startMs, id }: SearchPlace): string {
  return formatQueryCursor(`search ${query}`, `${startMs} ${id}`);
}

/** @returns undefined if the text is not a cursor of the query */
export function parseSearchCursor(query: string, text: string): SearchPlace | undefined {
  const [startMs, id] = parseQueryCursor(`search ${query}`, text)?.split(' ').map(Number) ?? [];
  return startMs === undefined || id === undefined ? undefined : { startMs, id };
}
