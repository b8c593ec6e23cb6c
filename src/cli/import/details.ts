import {
  ATTENDEE_FORM,
  asSourceType,
  type Details,
  parseAttendees,
} from '../../domain/meetings/files/details.ts';
import { SOURCE_TYPES } from '../../domain/meetings/source-types.ts';
import { Fault } from '../../lib/faults.ts';
import { MOMENT_FORM, parseMoment } from '../../lib/moments.ts';

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
