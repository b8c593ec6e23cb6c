import { formatDateTime } from '../../../lib/time.ts';
import type { ParsedTranscript, TranscriptSegment } from '../formats/types.ts';
import type { Details } from './details.ts';
import { startFromName } from './from-file-name.ts';

const MS_PER_SECOND = 1000;

/** Words may go on this long after the end that a file states; the ingest operation allows the same. */
const TOLERANCE_MS = 60_000;

/** The times that are given separately; the file takes precedence over the defaults. */
type GivenTimes = {
  startMs?: number | undefined;
  endMs?: number | undefined;
  durationMs?: number | undefined;
  defaults: Details;
};

/** The times of a transcript's meeting. `faults` say what is not known, and what to give. */
export type TranscriptTimes = {
  startMs?: number;
  endMs?: number;
  segments: TranscriptSegment[];
  faults: string[];
  warnings: string[];
};

/**
 * Returns when the meeting of a transcript took place: as it is given separately, else as the file states it. If nothing
 * states it, the start is the date in the file's name, and the end is that of the last words.
 * @throws Fault if the file's name is needed and contains several dates
 */
export function timesOfTranscript(
  path: string,
  transcript: ParsedTranscript,
  given: GivenTimes,
  advice: { start: string; end: string },
): TranscriptTimes {
  const times: TranscriptTimes = { segments: transcript.segments, faults: [], warnings: [] };
  const { defaults } = given;
  const startMs = given.startMs ?? transcript.startMs ?? startFromName(path, advice.start, defaults.startMs);
  if (startMs === undefined) {
    times.faults.push(`its date is not known; give ${advice.start}, or a name with a date as 2026-01-31`);
    return times;
  }
  times.startMs = startMs;
  const { startMs: statedMs = startMs, hasAbsoluteTimes = false, durationSeconds } = transcript;
  const shiftMs = hasAbsoluteTimes ? statedMs - startMs : 0;
  if (shiftMs < 0) {
    times.faults.push(`it begins at ${formatDateTime(statedMs)}, before the start that is given`);
    return times;
  }
  if (shiftMs > 0) times.segments = transcript.segments.map((segment) => shifted(segment, shiftMs));

  const lastMs =
    durationSeconds === undefined
      ? undefined
      : startMs + shiftMs + Math.round(durationSeconds * MS_PER_SECOND);
  const givenEndMs = given.endMs ?? (given.durationMs === undefined ? undefined : startMs + given.durationMs);
  // A start that is given moves the end that the file states, unless that is bound to the words.
  const statedEndMs =
    transcript.endMs === undefined
      ? undefined
      : transcript.endMs + (hasAbsoluteTimes ? 0 : startMs - statedMs);
  times.endMs = givenEndMs ?? statedEndMs ?? lastMs ?? defaults.endMs;
  if (times.endMs === undefined) {
    const why = transcript.segments.length === 0 ? 'it has no words' : 'no cue has a time';
    times.faults.push(`its end is not known, as ${why}; give ${advice.end}`);
  } else if (givenEndMs === undefined && lastMs !== undefined && lastMs > times.endMs + TOLERANCE_MS) {
    const ends = `it states that it ends at ${formatDateTime(times.endMs)}`;
    times.warnings.push(`${ends}, but its words go on; ${formatDateTime(lastMs)} is taken`);
    times.endMs = lastMs;
  }
  return times;
}

function shifted(segment: TranscriptSegment, shiftMs: number): TranscriptSegment {
  const shift = (seconds: number) => Math.round(seconds * MS_PER_SECOND + shiftMs) / MS_PER_SECOND;
  const { timestampSeconds, endSeconds } = segment;
  return {
    ...segment,
    ...(timestampSeconds !== undefined && { timestampSeconds: shift(timestampSeconds) }),
    ...(endSeconds !== undefined && { endSeconds: shift(endSeconds) }),
  };
}
