import { isDeepStrictEqual } from 'node:util';
import { meeting } from '../../support/meetings.ts';
import { seededRandom } from '../../support/random.ts';

/**
 * Meetings known by a number, which alone says all that is in them: so what is stored can be compared with what was
 * sent, without keeping it.
 */

/** Large ones take long enough for harm to fall into their transaction. */
const isLarge = (number: number) => number % 40 === 0;
const LARGE_SEGMENTS = 1500;
const MAX_SMALL_SEGMENTS = 12;

/** Known again by its id, else by host, title, start and end. */
const hasId = (number: number) => number % 3 !== 0;

/** Ingested with an Idempotency-Key. */
export const hasKey = (number: number) => number % 2 === 0;

/** Summary and signals run for it, and the signal of PHRASE fires. */
export const isProcessed = (number: number) => number % 10 === 3;

/** Given another CRM account by a remap, when it is stored. */
export const isRemapped = (number: number) => number % 10 === 7;

/** Asked for once only, also where no answer came: it may be there or not. */
export const isOnce = (number: number) => number % 10 === 9;

export const PHRASE = 'renewal at list price';

/** A minute each, so that days hold some hundreds of them. */
const FIRST_START_MS = Date.parse('2026-01-01T00:00:00Z');
const APART_MS = 60_000;

/** The CRM account that a remap gives the meeting. */
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

/** What is wrong with the meeting of a number as the API shows it; undefined if it is whole. */
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
