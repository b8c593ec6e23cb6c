import { pickWord } from '../../../bench/data/words.ts';
import { seededRandom } from '../../support/random.ts';

/** The largest body that the receiver accepts. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** The space for everything except the segments, and for the name. */
const SPARE_BYTES = 1000;

/** The placeholder for the name in the body's text. */
const NAME = '#NAME#';

export type LargeMeeting = {
  /** The body of its ingest, split at the places of the meeting's name, which is its id and title. */
  parts: [Buffer, Buffer, Buffer];
  segments: { text: string; timestampSeconds: number; speaker: { name: string } }[];
};

/** Returns a meeting whose body has the maximum size; its words deflate to a third. */
export function largeMeeting(seed: number): LargeMeeting {
  const random = seededRandom(seed);
  const segments: LargeMeeting['segments'] = [];
  let bytes = SPARE_BYTES;
  for (let at = 0; ; at++) {
    const text = Array.from({ length: 8 + Math.floor(random() * 20) }, () => pickWord(random)).join(' ');
    const segment = {
      text,
      timestampSeconds: Math.round(at * 30) / 100,
      speaker: { name: at % 3 ? 'Ada Park' : 'Omar Lund' },
    };
    bytes += JSON.stringify(segment).length + 1;
    if (bytes > MAX_BODY_BYTES) break;
    segments.push(segment);
  }
  const meeting = {
    id: NAME,
    title: NAME,
    startTime: LARGE_START,
    endTime: '2026-02-01T19:00:00Z',
    host: { name: 'Ada Park', email: 'ada@parley.example' },
    transcript: { segments },
  };
  const text = JSON.stringify({ meeting, processImportedMeeting: false });
  return { parts: text.split(NAME).map((part) => Buffer.from(part)) as LargeMeeting['parts'], segments };
}

/** The start of every large meeting. */
export const LARGE_START = '2026-02-01T09:00:00Z';

/** Returns a body in pieces that all bodies share, so that 64 of them take no more memory than one. */
export function bodyOf({ parts: [first, second, rest] }: LargeMeeting, name: string): Buffer[] {
  const bytes = Buffer.from(name);
  return [first, bytes, second, bytes, rest];
}
