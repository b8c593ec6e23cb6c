import type { Warnings } from './lines.ts';
import type { Run } from './markup.ts';
import { type CaptionPart, withoutRepeatedLines } from './rolling.ts';
import { type NamedText, splitSpeakerPrefix } from './speaker-name.ts';
import type { ParsedTranscript, TranscriptSegment } from './types.ts';

const MS_PER_SECOND = 1000;
/** YouTube writes the time of each word into automatic captions. */
const WORD_TIME = /<\d\d:\d\d:\d\d\.\d{3}><c>/;

/**
 * If fewer than one cue in this many begins with a plausible `Name:`, the file does not label its speakers, and the words
 * before the colon are speech. This takes 21 cues or more.
 */
const MAX_CUES_PER_NAMED_CUE = 20;

/**
 * A cue as its format delimits it. It has no times if its timing line is missing or broken, and a speaker only if one is
 * named outside its payload. `at` is the 0-based number of its first or timing line.
 */
export type Cue = { at: number; startMs?: number; endMs?: number; speaker?: string; payload: string };

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
  const all: CaptionPart[] = [];
  let lastMs: number | undefined;
  for (const cue of cues) {
    const { startMs, endMs, speaker, payload } = cue;
    for (const run of readCue(payload)) {
      const { text, voice = speaker } = run;
      if (text.trim() !== '') all.push({ text, voice, startMs, endMs });
    }
    if (endMs !== undefined) lastMs = Math.max(lastMs ?? 0, endMs, startMs ?? 0);
  }
  const hasWordTimes = cues.some(({ payload }) => payload.includes('<c>') && WORD_TIME.test(payload));
  const pieces = withoutRepeatedLines(all, hasWordTimes, warnings);
  const names = pieces.some((piece) => piece.voice) ? [] : readPrefixes(pieces);
  const segments = pieces.map((piece, index) => toSegment(piece, names[index]));
  const transcript: ParsedTranscript = { segments, warnings: warnings.list() };
  if (lastMs !== undefined) transcript.durationSeconds = lastMs / MS_PER_SECOND;
  return transcript;
}

function readPrefixes(pieces: CaptionPart[]): (NamedText | undefined)[] {
  const named = pieces.map((piece) => splitSpeakerPrefix(piece.text));
  const count = named.filter((found) => found !== undefined).length;
  return count * MAX_CUES_PER_NAMED_CUE < pieces.length ? [] : named;
}

function toSegment(piece: CaptionPart, named: NamedText | undefined): TranscriptSegment {
  const segment: TranscriptSegment = { text: named?.text ?? piece.text };
  if (piece.startMs !== undefined) segment.timestampSeconds = piece.startMs / MS_PER_SECOND;
  if (piece.endMs !== undefined) segment.endSeconds = piece.endMs / MS_PER_SECOND;
  const name = named?.name ?? piece.voice;
  if (name !== undefined) segment.speaker = { name };
  return segment;
}
