import { SOURCE_TYPES, type SourceType } from '../../domain/meetings/source-types.ts';
import { Fault } from '../../lib/faults.ts';
import { MOMENT_FORM, parseMoment } from '../moments.ts';

/** What flags or a row of the manifest say about a meeting. Not yet checked as the ingest operation checks. */
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

/** Columns of the manifest that are one field of a meeting each. */
export type DetailCells = Partial<Record<(typeof DETAIL_COLUMNS)[number], string>>;

export const DETAIL_COLUMNS = [
  'title',
  'startTime',
  'endTime',
  'hostEmail',
  'hostName',
  'attendees',
  'accountId',
  'opportunityId',
  'sourceType',
  'externalId',
] as const;

/**
 * Reads the cells of a manifest's row.
 * @throws Fault with every cell that is malformed
 */
export function readCells(cells: DetailCells): Details {
  const { startTime, endTime, attendees, sourceType, ...rest } = cells;
  const faults: string[] = [];
  const details: Details = rest;
  const read = <T>(cell: string | undefined, parse: (text: string) => T | undefined, fault: string) => {
    const value = cell === undefined ? undefined : parse(cell);
    if (cell !== undefined && value === undefined) faults.push(fault);
    return value;
  };
  details.startMs = read(startTime, parseMoment, `startTime must be ${MOMENT_FORM}`);
  details.endMs = read(endTime, parseMoment, `endTime must be ${MOMENT_FORM}`);
  details.attendees = read(
    attendees,
    parseAttendees,
    `attendees must be separated by semicolons, each ${ATTENDEE_FORM}`,
  );
  details.sourceType = read(sourceType, asSourceType, `sourceType must be one of ${SOURCE_TYPES.join(', ')}`);
  if (faults.length > 0) throw new Fault('invalid', faults.join('; '));
  return details;
}

/** The code, or undefined where it is none. */
export function asSourceType(text: unknown): SourceType | undefined {
  return SOURCE_TYPES.find((code) => code === text);
}

function parseAttendees(text: string): GivenAttendee[] | undefined {
  const attendees = text
    .split(';')
    .filter((one) => one.trim() !== '')
    .map(parseAttendee);
  return attendees.every((attendee) => attendee !== undefined) ? attendees : undefined;
}
