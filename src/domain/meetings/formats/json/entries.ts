import type { ParsedTranscript, TranscriptSegment } from '../types.ts';
import type { JsonPlace } from './place.ts';

const MS_PER_SECOND = 1000;

/** Ends are sometimes rounded to before their starts; a larger step back is no rounding. */
const MAX_ROUNDING_MS = 1000;

/** An entry may start this long before an earlier one, because speakers overlap. The ingest operation allows the same. */
const MAX_OVERLAP_MS = 60_000;

/** A stretch of speech as a format has it, and the place at which the document states it. */
export type SpokenEntry = {
  text: string;
  /** Milliseconds from the start of the meeting. */
  startMs?: number | undefined;
  endMs?: number | undefined;
  speaker?: string | undefined;
  place: JsonPlace;
};

/** The facts that a document states about its meeting, besides the words. */
export type MeetingFacts = {
  [Fact in keyof Omit<ParsedTranscript, 'segments' | 'durationSeconds' | 'warnings'>]?:
    | ParsedTranscript[Fact]
    | undefined;
};

/**
 * Makes a transcript of entries, in their order. Entries without words are left out.
 * @param warnings messages for the user that exist already
 * @throws TranscriptFormatError with the path of an entry that ends before it starts, or that starts long before an
 *   earlier one
 */
export function transcriptOfEntries(
  entries: readonly SpokenEntry[],
  facts: MeetingFacts = {},
  warnings: string[] = [],
): ParsedTranscript {
  const segments: TranscriptSegment[] = [];
  let latestMs = 0;
  let lastMs: number | undefined;
  for (const { text, startMs, endMs, speaker, place } of entries) {
    if (text.trim() === '') continue;
    const segment: TranscriptSegment = { text: text.trim() };
    if (startMs !== undefined) {
      if (startMs < latestMs - MAX_OVERLAP_MS) {
        place.refuse(`starts at ${inSeconds(startMs)}, after an entry that starts at ${inSeconds(latestMs)}`);
      }
      latestMs = Math.max(latestMs, startMs);
      segment.timestampSeconds = startMs / MS_PER_SECOND;
    }
    const isForward = endMs !== undefined && endMs >= (startMs ?? 0);
    if (isForward) segment.endSeconds = endMs / MS_PER_SECOND;
    else if (endMs !== undefined) {
      const times = `ends at ${inSeconds(endMs)}, before it starts at ${inSeconds(startMs ?? 0)}`;
      if ((startMs ?? 0) - endMs > MAX_ROUNDING_MS) place.refuse(times);
      warnings.push(`${place.path} ${times}; its start is kept`);
    }
    lastMs = Math.max(lastMs ?? 0, startMs ?? 0, endMs ?? 0);
    if (speaker !== undefined) segment.speaker = { name: speaker };
    segments.push(segment);
  }
  const isTimed = segments.some(
    ({ timestampSeconds, endSeconds }) => timestampSeconds !== undefined || endSeconds !== undefined,
  );
  return {
    segments,
    warnings,
    ...(Object.fromEntries(
      Object.entries(facts).filter(([, value]) => value !== undefined),
    ) as Partial<ParsedTranscript>),
    ...(isTimed && lastMs !== undefined && { durationSeconds: lastMs / MS_PER_SECOND }),
  };
}

/** Sorts entries by their starts, for formats whose channels follow one another. An entry without one keeps its place. */
export function byStart(entries: readonly SpokenEntry[]): SpokenEntry[] {
  let latestMs = 0;
  const places = entries.map((entry) => {
    latestMs = entry.startMs ?? latestMs;
    return { entry, startMs: latestMs };
  });
  return places.sort((a, b) => a.startMs - b.startMs).map(({ entry }) => entry);
}

function inSeconds(ms: number): string {
  return `${ms / MS_PER_SECOND} s`;
}
