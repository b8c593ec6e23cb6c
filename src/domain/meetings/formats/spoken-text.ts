import type { Warnings } from './lines.ts';
import { buildTranscript, type Cue } from './segments.ts';
import type { TextHead } from './text-head.ts';
import type { ParsedTranscript } from './types.ts';

const MS_PER_SECOND = 1000;
const MS_PER_HALF_DAY = 43_200_000;
const MS_PER_DAY = 86_400_000;
/** A transcript that begins later than this by its own times has the times of a clock. */
const MAX_OFFSET_OF_FIRST_MS = 600_000;

/** Entries of a text, in the order of the file; an entry without words makes no segment. */
export type SpokenText = { head: TextHead; entries: Cue[]; durationMs?: number };

/**
 * Makes a transcript of entries that have starts but mostly no ends. Without a stated duration it lasts until its last time,
 * and a warning says so.
 */
export function toTranscript(
  { head, entries, durationMs }: SpokenText,
  warnings: Warnings,
): ParsedTranscript {
  const told = durationMs ?? head.durationMs;
  const lastMs = entries.reduce((last, { startMs = 0, endMs = 0 }) => Math.max(last, startMs, endMs), 0);
  const hasTimes = entries.some(({ startMs }) => startMs !== undefined);
  if (told === undefined && hasTimes && entries.every(({ endMs }) => endMs === undefined)) {
    warnings.note('the file does not say how long the last entry lasts; the meeting ends at the start of it');
  }
  const transcript = buildTranscript(entries, (payload) => [{ text: payload }], warnings);
  if (told !== undefined || hasTimes) {
    transcript.durationSeconds = Math.max(told ?? 0, lastMs) / MS_PER_SECOND;
  }
  const { title, startMs, attendees } = head;
  if (title !== undefined) transcript.title = title;
  if (startMs !== undefined) transcript.startMs = startMs;
  if (attendees.length > 0) transcript.attendees = attendees;
  return transcript;
}

/**
 * Converts times of a clock to times from the first entry, also across midnight. Times that begin at most ten minutes
 * after 0:00 are returned as they are.
 */
export function fromFirstEntry(entries: Cue[], warnings: Warnings): Cue[] {
  const first = entries.find(({ startMs }) => startMs !== undefined)?.startMs;
  if (first === undefined || first <= MAX_OFFSET_OF_FIRST_MS) return entries;
  let days = 0;
  let before = first;
  const absolute = entries.map((entry) => {
    if (entry.startMs === undefined) return entry;
    if (entry.startMs < before - MS_PER_HALF_DAY) days += MS_PER_DAY;
    before = entry.startMs;
    return { ...entry, startMs: entry.startMs + days };
  });
  const zero = absolute.reduce((least, { startMs = least }) => Math.min(least, startMs), first);
  const clock = new Date(zero).toISOString().slice(11, 19);
  warnings.note(`the times are those of a clock, without a date; ${clock} was taken for the start`);
  return absolute.map((entry) =>
    entry.startMs === undefined ? entry : { ...entry, startMs: entry.startMs - zero },
  );
}

/** Returns the lines without the empty ones around them. */
export function withoutOuterBlanks(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}
