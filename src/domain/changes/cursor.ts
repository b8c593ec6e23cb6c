import { createHash } from 'node:crypto';
import { ENTITY_TYPES, type EntityType } from '../events/record-event.ts';

/** A position in the changes of an organization, and a mark of the change at that position. */
export type FeedPlace = {
  /** The number of the change; 0 is before the first change. */
  position: number;
  /**
   * Distinguishes the change at the position from another one that later received the same number, which happens when a
   * database is restored from an older copy. 0 if there is no change at the position.
   */
  mark: number;
};

/** The progress of a reader of the feed. */
export type Cursor = FeedPlace & {
  /** The place in the present state, while the reader still receives that; undefined once it reads changes. */
  snapshot?: { type: EntityType; afterId: number };
};

/** The maximum length of a cursor, in characters. */
export const MAX_CURSOR_CHARACTERS = 200;

/** The version of the format, which changes if the meaning of its numbers changes. */
const FORM = 1;

const CHECKSUM_BYTES = 6;

/** A number of base 36, as long as the largest one that is exact. */
const DIGITS = /^[0-9a-z]{1,11}$/;

/**
 * Returns the cursor as a reader stores it: opaque, in characters of base64url, and valid only for its own
 * organization.
 */
export function formatCursor(organizationId: number, { position, mark, snapshot }: Cursor): string {
  const numbers = [FORM, organizationId, position, mark];
  if (snapshot) numbers.push(ENTITY_TYPES.indexOf(snapshot.type), snapshot.afterId);
  const content = numbers.map((number) => number.toString(36)).join('.');
  return Buffer.concat([checksum(content), Buffer.from(content)]).toString('base64url');
}

/** @returns undefined if the text is not a cursor of the organization */
export function parseCursor(organizationId: number, text: string): Cursor | undefined {
  if (text.length > MAX_CURSOR_CHARACTERS) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const content = bytes.subarray(CHECKSUM_BYTES).toString('latin1');
  if (bytes.toString('base64url') !== text) return undefined;
  if (!checksum(content).equals(bytes.subarray(0, CHECKSUM_BYTES))) return undefined;
  const numbers = content
    .split('.')
    .map((digits) => (DIGITS.test(digits) ? Number.parseInt(digits, 36) : -1));
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) return undefined;
  const [form, owner, position, mark, typeIndex, afterId] = numbers;
  if (form !== FORM || owner !== organizationId) return undefined;
  if (position === undefined || mark === undefined || numbers.length > 6) return undefined;
  if (typeIndex === undefined) return { position, mark };
  const type = ENTITY_TYPES[typeIndex];
  return type === undefined || afterId === undefined
    ? undefined
    : { position, mark, snapshot: { type, afterId } };
}

/** Detects mistakes, not forgery: a reader who forges a cursor sees nothing but its own changes. */
function checksum(content: string): Buffer {
  return createHash('sha256').update(`parley cursor ${content}`).digest().subarray(0, CHECKSUM_BYTES);
}
