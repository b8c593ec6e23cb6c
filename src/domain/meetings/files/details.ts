import { SOURCE_TYPES, type SourceType } from '../source-types.ts';

/**
 * Details of a file's meeting that are given separately from the file. They are not yet validated as the ingest
 * operation validates them.
 */
export type Details = {
  externalId?: string;
  title?: string;
  startMs?: number;
  endMs?: number;
  durationMs?: number;
  hostEmail?: string;
  hostName?: string;
  attendees?: GivenAttendee[];
  accountId?: string;
  opportunityId?: string;
  sourceType?: SourceType;
};

export type GivenAttendee = { name?: string; email?: string };

/** Reads `Name <address>`, an address, or a name. Returns undefined if it is none of these. */
export function parseAttendee(text: string): GivenAttendee | undefined {
  const [, name = '', email] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  if (email !== undefined) {
    return name.trim() === '' ? { email: email.trim() } : { name: name.trim(), email: email.trim() };
  }
  const plain = text.trim();
  if (plain === '' || /[<>]/.test(plain)) return undefined;
  return plain.includes('@') ? { email: plain } : { name: plain };
}

/** The forms that {@link parseAttendee} reads, for error messages. */
export const ATTENDEE_FORM = "an attendee as 'Ada Park <ada@acme.example>', an address or a name";

/** Returns the code, or undefined if it is none. */
export function asSourceType(text: unknown): SourceType | undefined {
  return SOURCE_TYPES.find((code) => code === text);
}

/** Reads several attendees, separated by semicolons. Returns undefined if one of them is invalid. */
export function parseAttendees(text: string): GivenAttendee[] | undefined {
  const attendees = text
    .split(';')
    .filter((one) => one.trim() !== '')
    .map(parseAttendee);
  return attendees.every((attendee) => attendee !== undefined) ? attendees : undefined;
}
