import { pick, type Random, seeded, whole } from './prng.ts';
import { FIRST_NAMES, LAST_NAMES, pickWord } from './words.ts';

/** Which meetings lie in a range of time, and a quarter of a year out of it that the workloads read. */
type Range = { fromMs: number; toMs: number; windowFrom: string; windowTo: string };

/** Meetings without transcripts, evenly over two years. */
export const PLAIN: Range = {
  fromMs: Date.parse('2023-01-01T00:00:00Z'),
  toMs: Date.parse('2025-01-01T00:00:00Z'),
  windowFrom: '2024-04-01T00:00:00Z',
  windowTo: '2024-06-30T23:59:59Z',
};

/** Meetings with transcripts, evenly over the year after. */
export const TRANSCRIBED: Range = {
  fromMs: Date.parse('2025-01-01T00:00:00Z'),
  toMs: Date.parse('2026-01-01T00:00:00Z'),
  windowFrom: '2025-04-01T00:00:00Z',
  windowTo: '2025-06-30T23:59:59Z',
};

/** Where the ingest workload puts its meetings: outside of the windows that are read. */
export const INGESTED_FROM = '2026-06-15T09:00:00Z';
const INGESTED_SEED = 1_000_003;

/** The size of a transcript as the API shows it: an hour's call. */
const TRANSCRIPT_BYTES = 60_000;
/** What an entry of the wire format has beside text and speaker's name. */
const ENTRY_OVERHEAD_BYTES = 115;

type Person = { name: string; email: string; isInternal: boolean };
type Segment = { text: string; timestampSeconds: number; speaker: { name: string } };

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
};

/** The bodies of a range, in the order of their start. Each has a seed of its own: more of them change none. */
export function* meetingsOf(range: Range, count: number, hasTranscript: boolean): Generator<Body> {
  const stepMs = (range.toMs - range.fromMs) / count;
  for (let index = 0; index < count; index++) {
    const random = seeded(index * 2 + (hasTranscript ? 1 : 0));
    const startMs = Math.floor((range.fromMs + (index + random()) * stepMs) / 1000) * 1000;
    const id = `bench-${hasTranscript ? 'transcribed' : 'plain'}-${index}`;
    yield makeMeeting(random, id, startMs, hasTranscript);
  }
}

/** What the ingest workload sends, again and again under other ids. */
export function ingestedMeeting(id: string): Body {
  return makeMeeting(seeded(INGESTED_SEED), id, Date.parse(INGESTED_FROM), true);
}

function makeMeeting(random: Random, id: string, startMs: number, hasTranscript: boolean): Body {
  const company = `${pickWord(random)}-${whole(random, 1, 400)}`.toLowerCase();
  const host = makePerson(random, 'parley.example', true);
  const guests = Array.from({ length: whole(random, 1, 5) }, (_, index) =>
    makePerson(random, index % 3 === 2 ? 'parley.example' : `${company}.example`, index % 3 === 2),
  );
  const attendees = [host, ...guests].filter(
    (one, index, all) => all.findIndex(({ email }) => email === one.email) === index,
  );
  const transcript = hasTranscript ? makeTranscript(random, attendees) : undefined;
  const seconds = transcript ? transcript.segments.at(-1)!.timestampSeconds : whole(random, 900, 3600);
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
      ...(transcript ? { transcript } : {}),
    },
  };
}

function makePerson(random: Random, domain: string, isInternal: boolean): Person {
  const [first, last] = [pick(random, FIRST_NAMES), pick(random, LAST_NAMES)];
  const local = `${first}.${last}`
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z.]/g, '');
  return { name: `${first} ${last}`, email: `${local}@${domain}`, isInternal };
}

/** 18 characters, as Salesforce's; one of a few hundred accounts. */
function makeAccountId(random: Random): string {
  return `0018c00002${`${whole(random, 1, 300)}`.padStart(5, '0')}AA4`;
}

function makeTranscript(random: Random, people: readonly Person[]): { segments: Segment[] } {
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
  return { segments };
}
