import { isDeepStrictEqual } from 'node:util';
import { meeting } from '../../support/meetings.ts';
import { seededRandom } from '../../support/random.ts';

/**
 * A number determines the whole content of a meeting, so that stored meetings can be compared with those that were sent
 * without keeping them.
 */

/** Large meetings take long enough for harm to occur during their transaction. */
const isLarge = (number: number) => number % 40 === 0;
const LARGE_SEGMENTS = 1500;
const MAX_SMALL_SEGMENTS = 12;

/** Returns whether the meeting is identified by its id, otherwise by host, title, start and end. */
const hasId = (number: number) => number % 3 !== 0;

/** Returns whether the meeting is ingested with an Idempotency-Key. */
export const hasKey = (number: number) => number % 2 === 0;

/** Returns whether summary and signals run for the meeting; the signal of PHRASE then fires. */
export const isProcessed = (number: number) => number % 10 === 3;

/** Returns whether a remap gives the stored meeting another CRM account. */
export const isRemapped = (number: number) => number % 10 === 7;

/** Returns whether the ingest is sent only once, even without a response, so that the meeting may exist or not. */
export const isOnce = (number: number) => number % 10 === 9;

export const PHRASE = 'renewal at list price';

/** The start of the first meeting; each takes a minute, so that a day has some hundreds of them. */
const FIRST_START_MS = Date.parse('2026-01-01T00:00:00Z');
const APART_MS = 60_000;

/** Returns the CRM account that a remap gives the meeting. */
export function accountOf(number: number): string {
  return `remapped-account-${number}`;
}

export function meetingOf(number: number) {
  const random = seededRandom(number);
  const count = isLarge(number) ? LARGE_SEGMENTS : 1 + Math.floor(random() * MAX_SMALL_SEGMENTS);
  const segments = Array.from({ length: count }, (_, index) => ({
    text: `${isProcessed(number) && index === 0 ? PHRASE : number}/${index} ${random().toString(36).repeat(3)}`,
    timestampSeconds: index / 4,
    speaker: { name: index % 2 === 0 ? 'Ada Park' : `Guest ${number}` },
  }));
  const startMs = FIRST_START_MS + number * APART_MS;
  return meeting({
    ...(hasId(number) ? { id: `number-${number}` } : {}),
    title: `Meeting ${number}`,
    startTime: dateTime(startMs),
    endTime: dateTime(startMs + 1_800_000),
    attendees: [{ name: `Guest ${number}`, email: `guest-${number}@acme.example` }],
    transcript: { segments },
  }) as NumberedMeeting;
}

export function numberOf({ title }: { title: string }): number {
  return Number(title.split(' ')[1]);
}

/** Returns the fault of a meeting as the API shows it; undefined if it is complete. */
// biome-ignore lint/suspicious/noExplicitAny: a meeting as the API shows it
export function faultOf(number: number, stored: any): string | undefined {
  const { title, startTime, endTime, host, attendees, transcript } = meetingOf(number);
  const [{ id: attendeeId, ...attendee }] = stored.attendees;
  const head = [stored.title, stored.startTime, stored.endTime, stored.host, [attendee]];
  if (!isDeepStrictEqual(head, [title, startTime, endTime, host, attendees])) return 'its head';
  const { entries } = stored.transcript;
  if (entries.length !== transcript.segments.length) return `${entries.length} entries`;
  for (const [index, { text, timestampSeconds, speaker }] of transcript.segments.entries()) {
    const entry = entries[index];
    const isAttendee = speaker.name === attendee.name;
    if (
      entry.text !== text ||
      entry.timestampSeconds !== timestampSeconds ||
      entry.speaker.name !== speaker.name ||
      entry.speaker.attendeeId !== (isAttendee ? attendeeId : undefined)
    )
      return `entry ${index}`;
  }
  return undefined;
}

type NumberedMeeting = {
  title: string;
  startTime: string;
  endTime: string;
  host: { name: string; email: string };
  attendees: { name: string; email: string }[];
  transcript: { segments: { text: string; timestampSeconds: number; speaker: { name: string } }[] };
};

function dateTime(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
