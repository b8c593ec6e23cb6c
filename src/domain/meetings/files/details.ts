import { SOURCE_TYPES, type SourceType } from '../source-types.ts';

/** What is said about a file's meeting beside the file. Not yet checked as the ingest operation checks. */
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

/** Reads `Name <address>`, an address, or a name. Undefined where it is none of these. */
export function parseAttendee(text: string): GivenAttendee | undefined {
  const [, name = '', email] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  if (email !== undefined) {
    return name.trim() === '' ? { email: email.trim() } : { name: name.trim(), email: email.trim() };
  }
  const plain = text.trim();
  if (plain === '' || /[<>]/.test(plain)) return undefined;
  return plain.includes('@') ? { email: plain } : { name: plain };
}

/** What {@link parseAttendee} reads, for error messages. */
export const ATTENDEE_FORM = "an attendee as 'Ada Park <ada@acme.example>', an address or a name";

/** The code, or undefined if it is none. */
export function asSourceType(text: unknown): SourceType | undefined {
  return SOURCE_TYPES.find((code) => code === text);
}

/** Reads several, separated by semicolons. Undefined where one of them is none. */
export function parseAttendees(text: string): GivenAttendee[] | undefined {
  const attendees = text
    .split(';')
    .filter((one) => one.trim() !== '')
    .map(parseAttendee);
  return attendees.every((attendee) => attendee !== undefined) ? attendees : undefined;
}
