import type { Warnings } from './lines.ts';
import type { Run } from './markup.ts';
import { type NamedText, splitSpeakerPrefix } from './speaker-name.ts';
import type { ParsedTranscript, TranscriptSegment } from './types.ts';

const MS_PER_SECOND = 1000;

/**
 * If fewer than one cue in this many begins with a plausible `Name:`, the file does not label its speakers, and the words
 * before the colon are speech. This takes 21 cues or more.
 */
const MAX_CUES_PER_NAMED_CUE = 20;

/** A cue as its format delimits it. It has no times if its timing line is missing or broken. */
export type Cue = { startMs?: number; endMs?: number; payload: string };

type Piece = Run & Pick<Cue, 'startMs' | 'endMs'>;

/**
 * Makes segments of cues, in their order. A cue with several voices becomes one segment for each of them, with the same
 * times; a cue without words becomes none. In a file with voice tags only these name speakers; in other files the form
 * `Name: text` does. A cue that names nobody has no speaker, even between two cues of the same speaker.
 */
export function buildTranscript(
  cues: Cue[],
  readCue: (payload: string) => Run[],
  warnings: Warnings,
): ParsedTranscript {
  const pieces: Piece[] = [];
  let lastMs: number | undefined;
  for (const cue of cues) {
    const { startMs, endMs, payload } = cue;
    for (const run of readCue(payload)) {
      if (run.text.trim() !== '') pieces.push({ ...run, startMs, endMs });
    }
    if (endMs !== undefined) lastMs = Math.max(lastMs ?? 0, endMs, startMs ?? 0);
  }
  const names = pieces.some((piece) => piece.voice) ? [] : readPrefixes(pieces);
  const segments = pieces.map((piece, index) => toSegment(piece, names[index]));
  const transcript: ParsedTranscript = { segments, warnings: warnings.list() };
  if (lastMs !== undefined) transcript.durationSeconds = lastMs / MS_PER_SECOND;
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
  // The end of a cue that ends before it starts is not kept.
  if (piece.endMs !== undefined && piece.endMs >= (piece.startMs ?? 0)) {
    segment.endSeconds = piece.endMs / MS_PER_SECOND;
  }
  const name = named?.name ?? piece.voice;
  if (name !== undefined) segment.speaker = { name };
  return segment;
}
