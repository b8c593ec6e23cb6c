import { createHash } from 'node:crypto';
import type { ListPlace } from './meeting-order.ts';

/** The maximum length of a cursor, in characters: a key of a title has at most 200 characters of 4 bytes. */
export const MAX_MEETING_CURSOR_CHARACTERS = 1200;

const CHECKSUM_BYTES = 4;

/**
 * Returns the cursor as a reader keeps it: opaque, and valid for the list that it comes from.
 * @param list everything that determines which meetings there are, and their order
 */
export function formatMeetingCursor(list: string, { key, id }: ListPlace): string {
  const content = `${id} ${key}`;
  return Buffer.concat([checksum(list, content), Buffer.from(content)]).toString('base64url');
}

/** @returns undefined if the text is not a cursor of the list */
export function parseMeetingCursor(list: string, text: string): ListPlace | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const content = bytes.subarray(CHECKSUM_BYTES).toString();
  if (bytes.toString('base64url') !== text) return undefined;
  if (!checksum(list, content).equals(bytes.subarray(0, CHECKSUM_BYTES))) return undefined;
  const space = content.indexOf(' ');
  return { id: Number(content.slice(0, space)), key: content.slice(space + 1) };
}

/** Detects mistakes, not forgery: a reader who forges a cursor sees only meetings that the list has. */
function checksum(list: string, content: string): Buffer {
  return createHash('sha256')
    .update(`parley meetings ${list} ${content}`)
    .digest()
    .subarray(0, CHECKSUM_BYTES);
}
