import { createHash } from 'node:crypto';
import { runWithoutYielding } from '../../lib/event-loop.ts';
import { type DeflatedPiece, deflatePieceAside, inflatePiece, type NewPiece } from '../../lib/gzip-pieces.ts';
import { parseJsonInSlices } from '../../lib/json-slices.ts';
import { formatOffset } from '../../lib/time.ts';

/** An uninterrupted statement of one speaker, as a source delivers it. */
export type Segment = { text: string; timestampSeconds?: number; speaker?: { name?: string } };

/**
 * A transcript is rendered once, when it is ingested: its wire JSON `{"entries":[…]}` is cut into pieces, and each is
 * deflated separately. Reads send the pieces unchanged (or inflated), without parsing them.
 */
type Entry = {
  text: string;
  speaker?: { name: string; attendeeId?: string };
  timestamp?: string;
  timestampSeconds?: number;
};

/** The size of a piece, which bounds the memory of a reader, and how long one piece blocks the event loop. */
const PIECE_CHARACTERS = 256 * 1024;

/** A single text that is longer is split. */
const MAX_PIECE_BYTES = 512 * 1024;

/**
 * Makes the pieces of a transcript one after the other, because each takes memory while it is deflated.
 * @param attendeeIdOf resolves a speaker's name if it is unambiguous
 */
export async function renderTranscript(
  segments: readonly Segment[],
  attendeeIdOf: (speaker: string) => string | undefined,
): Promise<NewPiece[]> {
  const pieces: NewPiece[] = [];
  for (const json of renderParts(segments, attendeeIdOf)) {
    const raw = Buffer.from(json);
    for (let from = 0; from < raw.length; from += MAX_PIECE_BYTES) {
      pieces.push(await deflatePieceAside(raw.subarray(from, from + MAX_PIECE_BYTES)));
    }
  }
  return pieces;
}

/** Renders the wire JSON in parts of some thousand entries, each on demand. */
function* renderParts(
  segments: readonly Segment[],
  attendeeIdOf: (speaker: string) => string | undefined,
): Generator<string> {
  const speakers = new Map<string, string>();
  const speakerOf = (name: string) => {
    const known = speakers.get(name) ?? JSON.stringify({ name, attendeeId: attendeeIdOf(name) });
    speakers.set(name, known);
    return known;
  };
  let part = '{"entries":[';
  let separator = '';
  for (const segment of segments) {
    part += separator + renderEntry(segment, speakerOf);
    separator = ',';
    if (part.length < PIECE_CHARACTERS) continue;
    yield part;
    part = '';
  }
  yield `${part}]}`;
}

/** Renders an {@link Entry} as JSON by concatenation, because this is the largest part of the cost of an ingest. */
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

const WIRE_LIMITS = { maxDepth: 4, maxMembers: 4 };

/**
 * Restores the segments from which pieces were made.
 * @returns steps, to be run in turns
 */
export function* readTranscript(
  pieces: readonly Pick<DeflatedPiece, 'deflated'>[],
): Generator<void, Segment[]> {
  const raw: Buffer[] = [];
  for (const piece of pieces) {
    raw.push(inflatePiece(piece));
    yield;
  }
  const { entries } = (yield* parseJsonInSlices(Buffer.concat(raw), WIRE_LIMITS)) as { entries: Entry[] };
  const segments: Segment[] = [];
  for (const { text, speaker, timestampSeconds } of entries) {
    const segment: Segment = { text };
    if (timestampSeconds !== undefined) segment.timestampSeconds = timestampSeconds;
    if (speaker !== undefined) segment.speaker = { name: speaker.name };
    segments.push(segment);
    yield;
  }
  return segments;
}

/** Returns the SHA-256 of the texts, speakers and times of a transcript, by which changes are detected. */
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
