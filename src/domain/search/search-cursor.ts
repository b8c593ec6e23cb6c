/** The last meeting of a page; the next page has those before it. */
export type SearchPlace = { startMs: number; id: number };

/** The maximum length of a cursor, in characters. */
export const MAX_SEARCH_CURSOR_CHARACTERS = 100;

const FIRST_MS = Date.parse('0000-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns the cursor as a reader keeps it. */
export function formatSearchCursor({ startMs, id }: SearchPlace): string {
  return Buffer.from(`${startMs} ${id}`).toString('base64url');
}

/** @returns undefined if the text is not a cursor */
export function parseSearchCursor(text: string): SearchPlace | undefined {
  const found = /^(-?\d{1,15}) (\d{1,16})$/.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (!found) return undefined;
  const place = { startMs: Number(found[1]), id: Number(found[2]) };
  const isPlace = place.startMs >= FIRST_MS && place.startMs <= LAST_MS && Number.isSafeInteger(place.id);
  return isPlace && formatSearchCursor(place) === text ? place : undefined;
}
