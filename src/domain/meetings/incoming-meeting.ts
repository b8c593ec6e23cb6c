import { FaultList } from '../../lib/faults.ts';
import { canonicalLanguage, LANGUAGE_FORM } from '../../lib/language.ts';
import { emailKey } from '../../lib/text.ts';
import type { IncomingAttendee } from '../conversations/attendees.ts';
import type { Segment } from '../conversations/transcript-pieces.ts';
import type { ExternalIdType } from './source-types.ts';

/**
 * A meeting as a source delivers it. For a known meeting, omitted fields keep their values; given fields replace the
 * old ones as a whole.
 */
export type IncomingMeeting = {
  externalId?: string;
  title: string;
  startMs: number;
  endMs: number;
  host: { email: string; name?: string };
  attendees?: IncomingAttendee[];
  accountId?: string;
  opportunityId?: string;
  callUrl?: string;
  recordingUrl?: string;
  externalIds?: { type: ExternalIdType; id: string }[];
  segments?: Segment[];
  /** The language of the transcript that is given, a BCP 47 tag in any case. */
  transcriptLanguage?: string;
};

/**
 * A segment may start this long after the meeting's end, or before the preceding one, because clocks and exports are
 * imprecise.
 */
const TOLERANCE_SECONDS = 60;

/**
 * Refuses a meeting whose details contradict each other.
 * @throws Fault 422 with every contradiction
 */
export function refuseContradictions(meeting: IncomingMeeting): void {
  const faults = new FaultList();
  if (meeting.endMs < meeting.startMs) faults.add('meeting.endTime must not be before meeting.startTime');
  checkAttendees(meeting.attendees ?? [], faults);
  checkSegments(meeting.segments ?? [], Math.max(0, meeting.endMs - meeting.startMs) / 1000, faults);
  const { transcriptLanguage } = meeting;
  if (transcriptLanguage !== undefined && canonicalLanguage(transcriptLanguage) === undefined) {
    faults.add(`meeting.transcript.language must be ${LANGUAGE_FORM}`);
  }
  faults.throwIfAny('unprocessable');
}

function checkAttendees(attendees: IncomingAttendee[], faults: FaultList): void {
  const known = new Map<string, IncomingAttendee>();
  for (const [index, attendee] of attendees.entries()) {
    if (attendee.email === undefined) continue;
    const key = emailKey(attendee.email);
    const other = known.get(key);
    if (other === undefined) known.set(key, { ...attendee });
    else {
      const field = `meeting.attendees[${index}]`;
      if (differs(other.name, attendee.name))
        faults.add(`${field} has an address that another attendee has with another name`);
      if (differs(other.isInternal, attendee.isInternal)) {
        faults.add(`${field} has an address that another attendee has with another isInternal`);
      }
      other.name ??= attendee.name;
      other.isInternal ??= attendee.isInternal;
    }
  }
}

function differs<T>(a: T | undefined, b: T | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

function checkSegments(segments: Segment[], durationSeconds: number, faults: FaultList): void {
  let latestSeconds = 0;
  for (const [index, { timestampSeconds, endSeconds }] of segments.entries()) {
    if (faults.isFull) return;
    if (endSeconds !== undefined) {
      const end = `meeting.transcript.segments[${index}].endSeconds`;
      if (endSeconds < (timestampSeconds ?? 0)) {
        faults.add(
          `${end} must not be ${timestampSeconds === undefined ? 'negative' : 'before timestampSeconds'}`,
        );
      } else if (endSeconds > durationSeconds + TOLERANCE_SECONDS) {
        faults.add(`${end} must not be more than ${TOLERANCE_SECONDS} seconds past the meeting's end`);
      }
    }
    if (timestampSeconds === undefined) continue;
    const field = `meeting.transcript.segments[${index}].timestampSeconds`;
    if (timestampSeconds < 0) faults.add(`${field} must not be negative`);
    else if (timestampSeconds > durationSeconds + TOLERANCE_SECONDS) {
      faults.add(`${field} must not be more than ${TOLERANCE_SECONDS} seconds past the meeting's end`);
    }
    if (timestampSeconds < latestSeconds - TOLERANCE_SECONDS) {
      faults.add(`${field} must not be more than ${TOLERANCE_SECONDS} seconds before an earlier segment's`);
    }
    latestSeconds = Math.max(latestSeconds, timestampSeconds);
  }
}
