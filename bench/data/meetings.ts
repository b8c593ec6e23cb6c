import { pick, type Random, seeded, whole } from './prng.ts';
import { FIRST_NAMES, LAST_NAMES, pickWord } from './words.ts';

/** The amount of data. */
export type DataSize = {
  meetings: number;
  /** The number of those that have a transcript. */
  transcripts: number;
  executions: number;
};

/** The two years over which the meetings are distributed evenly. */
const FROM_MS = Date.parse('2024-01-01T00:00:00Z');
const TO_MS = Date.parse('2026-01-01T00:00:00Z');

/** The start of a window without an end that contains all data. */
export const ALL_FROM = '2024-01-01T00:00:00Z';

/** A month in which no meeting has a transcript: those are in the middle of the two years. */
export const PLAIN_WINDOW = { from: '2024-05-01T00:00:00Z', to: '2024-05-31T23:59:59Z' };

/** A month of executions. */
export const EXECUTIONS_WINDOW = { from: '2025-05-01T00:00:00Z', to: '2025-05-31T23:59:59Z' };

/** The start of the meetings that the ingest workloads create: after all windows that are read. */
export const INGESTED_FROM = '2026-06-15T09:00:00Z';
const INGESTED_SEED = 1_000_003;

/** The number of distinct conversations, among which the meetings with a transcript alternate. */
const CONVERSATIONS = 300;
const CONVERSATION_SEED = 2_000_003;

/** The number of meetings of each kind that the receiver ingests, every second one at the beginning of a window. */
const RECEIVED_OF_EACH = 150;

/** The size of a transcript as the API shows it: an hour's call. */
const TRANSCRIPT_BYTES = 60_000;
/** The bytes of an entry in the wire format in addition to text and speaker's name. */
const ENTRY_OVERHEAD_BYTES = 115;

type Person = { name: string; email: string; isInternal: boolean };
type Segment = { text: string; timestampSeconds: number; speaker: { name: string } };

/** The participants of a conversation, and its text. */
export type Conversation = { company: string; host: Person; attendees: Person[]; segments?: Segment[] };

/** An ingest body (SPEC 4.4). */
export type Body = {
  meeting: {
    id: string;
    title: string;
    startTime: string;
    endTime: string;
    host: { name: string; email: string };
    attendees: Person[];
    callUrl: string;
    salesforceAccountId?: string;
    transcript?: { segments: Segment[] };
  };
  processImportedMeeting?: boolean;
};

/**
 * Returns the meetings that have transcripts, counted from 0: those in the middle, so that the first and the last page
 * are alike.
 */
function transcribedOf({ meetings, transcripts }: DataSize): { first: number; end: number } {
  const first = Math.floor((meetings - transcripts) / 2);
  return { first, end: first + transcripts };
}

/** Returns the middle half of the time in which all meetings have a transcript; five weeks in the usual data. */
export function transcribedWindow(size: DataSize): { from: string; to: string } {
  const { first } = transcribedOf(size);
  const atMs = (index: number) => Math.ceil((FROM_MS + index * stepMs(size)) / 1000) * 1000;
  const dateTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  return {
    from: dateTime(atMs(first + size.transcripts / 4)),
    to: dateTime(atMs(first + (size.transcripts * 3) / 4)),
  };
}

/** Returns which meetings the receiver ingests, counted from 0; the others are inserted directly into the tables. */
export function receivedIndexes(size: DataSize): Set<number> {
  const windows = [PLAIN_WINDOW, transcribedWindow(size)];
  const firsts = windows.map(({ from }) => Math.ceil((Date.parse(from) - FROM_MS) / stepMs(size)));
  return new Set(
    firsts.flatMap((first) => Array.from({ length: RECEIVED_OF_EACH }, (_, n) => first + 2 * n)),
  );
}

const stepMs = ({ meetings }: DataSize): number => (TO_MS - FROM_MS) / meetings;

/** A meeting with its number, counted from 0, and the number of its conversation if it has a transcript. */
export type Numbered = { index: number; body: Body; conversation: number | undefined };

/** Returns the meeting of a number; each has its own seed. */
export function meetingAt(index: number, size: DataSize): Numbered {
  const random = seeded(index);
  const startMs = Math.floor((FROM_MS + (index + random()) * stepMs(size)) / 1000) * 1000;
  const conversation = conversationOf(index, size);
  const said = conversation === undefined ? makePeople(random) : conversations()[conversation]!;
  return { index, body: makeMeeting(random, `bench-${index}`, startMs, said), conversation };
}

/** Returns the number of a meeting's transcribed conversation. */
export function conversationOf(index: number, size: DataSize): number | undefined {
  const { first, end } = transcribedOf(size);
  return index >= first && index < end ? (index - first) % CONVERSATIONS : undefined;
}

/** Returns all meetings in the order of their start. */
export function* allMeetings(size: DataSize): Generator<Numbered> {
  for (let index = 0; index < size.meetings; index++) yield meetingAt(index, size);
}

let made: Conversation[] | undefined;

/** Returns the conversations of the meetings with transcripts. */
export function conversations(): readonly Conversation[] {
  made ??= Array.from({ length: CONVERSATIONS }, (_, index) => makeConversation(CONVERSATION_SEED + index));
  return made;
}

/** Returns the meeting that the ingest workloads send repeatedly under different ids. */
export function ingestedMeeting(id: string): Body {
  const random = seeded(INGESTED_SEED);
  return makeMeeting(random, id, Date.parse(INGESTED_FROM), makeConversation(INGESTED_SEED));
}

function makeMeeting(random: Random, id: string, startMs: number, said: Conversation): Body {
  const { company, host, attendees, segments } = said;
  const seconds = segments ? segments.at(-1)!.timestampSeconds : whole(random, 900, 3600);
  return {
    meeting: {
      id,
      title: `${company}: ${pickWord(random)} ${pickWord(random)} ${pickWord(random)}`,
      startTime: new Date(startMs).toISOString(),
      endTime: new Date(startMs + Math.ceil(seconds) * 1000).toISOString(),
      host: { name: host.name, email: host.email },
      attendees,
      callUrl: `https://calls.example/${id}`,
      ...(random() < 0.6 ? { salesforceAccountId: makeAccountId(random) } : {}),
      ...(segments ? { transcript: { segments } } : {}),
    },
  };
}

function makeConversation(seed: number): Conversation {
  const random = seeded(seed);
  const people = makePeople(random);
  return { ...people, segments: makeSegments(random, people.attendees) };
}

function makePeople(random: Random): Conversation {
  const company = `${pickWord(random)}-${whole(random, 1, 400)}`.toLowerCase();
  const host = makePerson(random, 'parley.example', true);
  const guests = Array.from({ length: whole(random, 1, 5) }, (_, index) =>
    makePerson(random, index % 3 === 2 ? 'parley.example' : `${company}.example`, index % 3 === 2),
  );
  const attendees = [host, ...guests].filter(
    (one, index, all) => all.findIndex(({ email }) => email === one.email) === index,
  );
  return { company, host, attendees };
}

function makePerson(random: Random, domain: string, isInternal: boolean): Person {
  const [first, last] = [pick(random, FIRST_NAMES), pick(random, LAST_NAMES)];
  const local = `${first}.${last}`
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z.]/g, '');
  return { name: `${first} ${last}`, email: `${local}@${domain}`, isInternal };
}

/** Returns an id of 18 characters, like Salesforce's, of one of a few hundred accounts. */
function makeAccountId(random: Random): string {
  return `0018c00002${`${whole(random, 1, 300)}`.padStart(5, '0')}AA4`;
}

function makeSegments(random: Random, people: readonly Person[]): Segment[] {
  const segments: Segment[] = [];
  let bytes = 0;
  let milliseconds = 0;
  while (bytes < TRANSCRIPT_BYTES) {
    const speaker = { name: pick(random, people).name };
    const words = Array.from({ length: whole(random, 3, 28) }, () => pickWord(random)).join(' ');
    const text = `${words[0]!.toUpperCase()}${words.slice(1)}.`;
    segments.push({ text, timestampSeconds: milliseconds / 1000, speaker });
    bytes += text.length + speaker.name.length + ENTRY_OVERHEAD_BYTES;
    milliseconds += text.length * whole(random, 60, 90);
  }
  return segments;
}
