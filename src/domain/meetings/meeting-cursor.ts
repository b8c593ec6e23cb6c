import { formatQueryCursor, parseQueryCursor } from '../../lib/query-cursor.ts';
import type { ListPlace } from './meeting-order.ts';

/** The maximum length of a cursor, in characters: a key of a title has at most 200 characters of 4 bytes. */
export const MAX_MEETING_CURSOR_CHARACTERS = 1200;

/**
 * Returns the cursor as a reader keeps it: opaque, and valid for the list that it comes from.
 * @param list everything that determines which meetings there are, and their order
 */
export function formatMeetingCursor(list: string, { key, id }: ListPlace): string {
  return formatQueryCursor(`meetings ${list}`, `${id} ${key}`);
}

/** @returns undefined if the text is not a cursor of the list */
export function parseMeetingCursor(list: string, text: string): ListPlace | undefined {
  const content = parseQueryCursor(`meetings ${list}`, text);
  if (content === undefined) return undefined;
  const space = content.indexOf(' ');
  return { id: Number(content.slice(0, space)), key: content.slice(space + 1) };
}
