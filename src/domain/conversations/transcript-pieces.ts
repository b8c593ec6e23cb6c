import { createHash } from 'node:crypto';
import { runWithoutYielding } from '../../lib/event-loop.ts';
import {
  type DeflatedPiece,
  deflatePieceAside,
  inflatePiece,
  inflateSteps,
  type NewPiece,
} from '../../lib/gzip-pieces.ts';
import { parseJsonInSlices } from '../../lib/json-slices.ts';
import { formatOffset } from '../../lib/time.ts';

/** An uninterrupted statement of one speaker, as a source delivers it. */
export type Segment = {
  text: string;
  timestampSeconds?: number;
  endSeconds?: number;
  speaker?: { name?: string };
};

/**
 * A transcript is rendered once, when it is ingested: its wire JSON `{"entries":[…]}` is cut into pieces, and each is
 * deflated separately. Reads send the pieces unchanged (or inflated), without parsing them. The ends of entries are
 * stored beside the pieces, because the wire JSON of a meeting has none (SPEC 2.1).
 */
export type TranscriptEntry = {
  text: string;
  speaker?: { name: string; attendeeId?: string };
  timestamp?: string;
  timestampSeconds?: number;
};

/** The columns that are stored beside a piece, so that a slice of a transcript is read from the pieces that contain it. */
export type PieceEntries = {
  /** The index of the entry with which the piece begins; null if it continues an entry, or an earlier Parley stored it. */
  firstEntry: number | null;
  /** JSON array of the ends of the entries that begin in the piece, null for each without one; null if none has one. */
  endSeconds: string | null;
};

export type TranscriptPiece = NewPiece & PieceEntries;

/** The size of a piece, which bounds the memory of a reader, and how long one piece blocks the event loop. */
const PIECE_CHARACTERS = 256 * 1024;

/** An entry that is longer is split; all other pieces end with an entry. */
const MAX_PIECE_BYTES = 512 * 1024;

/**
 * Makes the pieces of a transcript one after the other, because each takes memory while it is deflated.
 * @param attendeeIdOf resolves a speaker's name if it is unambiguous
 * @param deflate {@link deflatePiece}, where nobody waits for the event loop
 */
export async function renderTranscript(
  segments: readonly Segment[],
  attendeeIdOf: (speaker: string) => string | undefined,
  deflate: (raw: Buffer) => NewPiece | Promise<NewPiece> = deflatePieceAside,
): Promise<TranscriptPiece[]> {
  const pieces: TranscriptPiece[] = [];
  let rendered = 0;
  for (const { json, entries } of renderParts(segments, attendeeIdOf)) {
    for (const cut of cutAtEntries(Buffer.from(json), entries)) {
      const piece = await deflate(cut.raw);
      const begun = segments.slice(rendered, rendered + cut.entries);
      const beginsWithEntry = cut.entries > 0 || pieces.length === 0;
      pieces.push({
        ...piece,
        firstEntry: beginsWithEntry ? rendered : null,
        endSeconds: renderEnds(begun),
      });
      rendered += cut.entries;
    }
  }
  return pieces;
}

/** Returns the ends as {@link PieceEntries} has them. */
function renderEnds(segments: readonly Segment[]): string | null {
  if (!segments.some(({ endSeconds }) => endSeconds !== undefined)) return null;
  return JSON.stringify(segments.map(({ endSeconds }) => endSeconds ?? null));
}

/** Renders the wire JSON in parts of some thousand entries, each on demand. */
function* renderParts(
  segments: readonly Segment[],
  attendeeIdOf: (speaker: string) => string | undefined,
): Generator<{ json: string; entries: number }> {
  const speakers = new Map<string, string>();
  const speakerOf = (name: string) => {
    const known = speakers.get(name) ?? JSON.stringify({ name, attendeeId: attendeeIdOf(name) });
    speakers.set(name, known);
    return known;
  };
  let part = '{"entries":[';
  let separator = '';
  let entries = 0;
  for (const segment of segments) {
    part += separator + renderEntry(segment, speakerOf);
    separator = ',';
    entries++;
    if (part.length < PIECE_CHARACTERS) continue;
    yield { json: part, entries };
    part = '';
    entries = 0;
  }
  yield { json: `${part}]}`, entries };
}

/** The text with which each entry begins. It occurs nowhere else in the JSON, because a quote in a text is preceded by a backslash. */
export const ENTRY_START = '{"text":';
const BETWEEN_ENTRIES = `},${ENTRY_START}`;

/** Cuts a part that is too large for one piece between its entries, and an entry that is too large anywhere. */
function* cutAtEntries(raw: Buffer, entries: number): Generator<{ raw: Buffer; entries: number }> {
  if (raw.length <= MAX_PIECE_BYTES) {
    yield { raw, entries };
    return;
  }
  for (let from = 0; from < raw.length; ) {
    const end = from + MAX_PIECE_BYTES >= raw.length ? raw.length : lastEntryEnd(raw, from);
    if (end !== undefined) {
      yield { raw: raw.subarray(from, end), entries: countEntries(raw.subarray(from, end)) };
      from = end;
      continue;
    }
    const next = raw.indexOf(BETWEEN_ENTRIES, from);
    const entryEnd = next < 0 ? raw.length : next + 1;
    for (let begun = 1; from < entryEnd; begun = 0) {
      const to = Math.min(entryEnd, from + MAX_PIECE_BYTES);
      yield { raw: raw.subarray(from, to), entries: begun };
      from = to;
    }
  }
}

/** Returns the last place in the piece that begins here at which an entry ends; undefined if it has none. */
function lastEntryEnd(raw: Buffer, from: number): number | undefined {
  const last = raw.lastIndexOf(BETWEEN_ENTRIES, from + MAX_PIECE_BYTES - 1);
  return last < from ? undefined : last + 1;
}

function countEntries(raw: Buffer): number {
  let count = 0;
  for (let at = raw.indexOf(ENTRY_START); at >= 0; at = raw.indexOf(ENTRY_START, at + 1)) count++;
  return count;
}

/** Renders a {@link TranscriptEntry} as JSON by concatenation, because this is the largest part of the cost of an ingest. */
function renderEntry(
  { text, speaker, timestampSeconds }: Segment,
  speakerOf: (name: string) => string,
): string {
  const said = speaker?.name === undefined ? '' : `,"speaker":${speakerOf(speaker.name)}`;
  const at =
    timestampSeconds === undefined
      ? ''
      : `,"timestamp":"${formatOffset(timestampSeconds)}","timestampSeconds":${timestampSeconds}`;
  return `{"text":${JSON.stringify(text)}${said}${at}}`;
}

export const WIRE_LIMITS = { maxDepth: 4, maxMembers: 4 };

/**
 * Restores the segments from which pieces were made.
 * @returns steps, to be run in turns
 */
export function* readTranscript(
  pieces: readonly (Pick<DeflatedPiece, 'deflated'> & PieceEntries)[],
): Generator<void, Segment[]> {
  const raw: Buffer[] = [];
  const ends: (number | null)[] = [];
  for (const { deflated, firstEntry, endSeconds } of pieces) {
    raw.push(inflatePiece({ deflated }));
    if (endSeconds !== null) {
      for (const [index, end] of (JSON.parse(endSeconds) as (number | null)[]).entries()) {
        ends[firstEntry! + index] = end;
      }
    }
    yield;
  }
  const { entries } = (yield* parseJsonInSlices(Buffer.concat(raw), WIRE_LIMITS)) as {
    entries: TranscriptEntry[];
  };
  const segments: Segment[] = [];
  for (const [index, { text, speaker, timestampSeconds }] of entries.entries()) {
    const segment: Segment = { text };
    const endSeconds = ends[index] ?? undefined;
    if (timestampSeconds !== undefined) segment.timestampSeconds = timestampSeconds;
    if (endSeconds !== undefined) segment.endSeconds = endSeconds;
    if (speaker !== undefined) segment.speaker = { name: speaker.name };
    segments.push(segment);
    yield;
  }
  return segments;
}

/** JSON of this size is parsed in a millisecond or two. */
export const MAX_PARSED_AT_ONCE_BYTES = 256 * 1024;

/**
 * Restores the entries of a transcript from its pieces.
 * @returns steps, to be run in turns
 */
export function* readEntries(
  pieces: readonly Pick<DeflatedPiece, 'deflated' | 'rawLength'>[],
): Generator<void, TranscriptEntry[]> {
  const bytes = yield* inflateSteps(pieces);
  const parsed =
    bytes.length <= MAX_PARSED_AT_ONCE_BYTES
      ? JSON.parse(bytes.toString('utf8'))
      : yield* parseJsonInSlices(bytes, WIRE_LIMITS);
  return (parsed as { entries: TranscriptEntry[] }).entries;
}

/**
 * Returns the SHA-256 of the texts, speakers and times of a transcript, by which changes of its words are detected. The
 * ends of entries have a hash of their own: {@link hashEnds}.
 */
export function hashTranscript(segments: readonly Segment[]): Buffer {
  return runWithoutYielding(hashTranscriptSteps(segments));
}

const HASH_STEP_SEGMENTS = 500;

/** @returns the steps of {@link hashTranscript}, to be run in turns */
export function* hashTranscriptSteps(segments: readonly Segment[]): Generator<void, Buffer> {
  const hash = createHash('sha256');
  for (let from = 0; from < segments.length; from += HASH_STEP_SEGMENTS) {
    const step = segments.slice(from, from + HASH_STEP_SEGMENTS);
    hash.update(
      JSON.stringify(
        step.map(({ text, speaker, timestampSeconds }) => [text, speaker?.name, timestampSeconds]),
      ),
    );
    yield;
  }
  return hash.digest();
}

/** Returns the SHA-256 of the ends of a transcript's entries; null if no entry has one. */
export function hashEnds(segments: readonly Segment[]): Buffer | null {
  return runWithoutYielding(hashEndsSteps(segments));
}

/** @returns the steps of {@link hashEnds}, to be run in turns */
export function* hashEndsSteps(segments: readonly Segment[]): Generator<void, Buffer | null> {
  if (!segments.some(({ endSeconds }) => endSeconds !== undefined)) return null;
  const hash = createHash('sha256');
  for (let from = 0; from < segments.length; from += HASH_STEP_SEGMENTS) {
    hash.update(`${renderEnds(segments.slice(from, from + HASH_STEP_SEGMENTS))}`);
    yield;
  }
  return hash.digest();
}
