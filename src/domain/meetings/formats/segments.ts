import type { Warnings } from './lines.ts';
import type { Run } from './markup.ts';
import { type NamedText, splitSpeakerPrefix } from './speaker-name.ts';
import type { ParsedTranscript, TranscriptSegment } from './types.ts';

const MS_PER_SECOND = 1000;

/**
 * Where fewer than one cue in this many begins with a plausible `Name:`, the file does not label its speakers
 * and what stands before the colon was said. It takes 21 cues or more for that.
 */
const MAX_CUES_PER_NAMED_CUE = 20;

/** A cue as its format delimits it. Without times where the timing line was missing or broken. */
export type Cue = { startMs?: number; endMs?: number; payload: string };

type Piece = Run & { startMs: number | undefined };

/**
 * Makes segments of cues, in their order. A cue by several voices becomes a segment for each, with the same time;
 * one without any word becomes none. In a file with voice tags these alone name speakers; in others the
 * `Name: text` form does. A cue in which nobody is named has no speaker, even between two by the same one.
 */
export function buildTranscript(
  cues: Cue[],
  readCue: (payload: string) => Run[],
  warnings: Warnings,
): ParsedTranscript {
  const pieces: Piece[] = [];
  let endMs: number | undefined;
  for (const cue of cues) {
    for (const run of readCue(cue.payload)) {
      if (run.text.trim() !== '') pieces.push({ ...run, startMs: cue.startMs });
    }
    if (cue.endMs !== undefined) endMs = Math.max(endMs ?? 0, cue.endMs, cue.startMs ?? 0);
  }
  const names = pieces.some((piece) => piece.voice) ? [] : readPrefixes(pieces);
  const segments = pieces.map((piece, index) => toSegment(piece, names[index]));
  const transcript: ParsedTranscript = { segments, warnings: warnings.list() };
  if (endMs !== undefined) transcript.durationSeconds = endMs / MS_PER_SECOND;
  return transcript;
}

function readPrefixes(pieces: Piece[]): (NamedText | undefined)[] {
  const named = pieces.map((piece) => splitSpeakerPrefix(piece.text));
  const count = named.filter((found) => found !== undefined).length;
  return count * MAX_CUES_PER_NAMED_CUE < pieces.length ? [] : named;
}

function toSegment(piece: Piece, named: NamedText | undefined): TranscriptSegment {
  const segment: TranscriptSegment = { text: named?.text ?? piece.text };
  if (piece.startMs !== undefined) segment.timestampSeconds = piece.startMs / MS_PER_SECOND;
  const name = named?.name ?? piece.voice;
  if (name !== undefined) segment.speaker = { name };
  return segment;
}
