import { readEntries, type TranscriptEntry } from '../conversations/transcript-pieces.ts';
import type { WordMatch, WordMatcher } from '../words/match-words.ts';
import type { Candidate } from './find-candidates.ts';
import type { HeardMeeting } from './load-transcripts.ts';

/** An entry that a search found, with its neighbours. */
export type Moment = {
  meeting: Pick<HeardMeeting, 'id' | 'title' | 'startMs'>;
  entryIndex: number;
  entry: TranscriptEntry;
  match: WordMatch;
  before: TranscriptEntry | undefined;
  after: TranscriptEntry | undefined;
};

/** The conditions on entries of a transcript, besides having the words. */
export type EntryTest = {
  matcher: WordMatcher;
  isSpeaker: ((speaker: TranscriptEntry['speaker']) => boolean) | undefined;
};

/** The number of entries after which other requests have their turn. */
const STEP_ENTRIES = 50;

/**
 * Finds the moments of a meeting in their order, among the entries that the index names.
 * @param onMoment returns false to end the search
 * @returns steps, to be run in turns
 */
export function* matchTranscriptSteps(
  { firstEntries, entryCounts }: Candidate,
  meeting: HeardMeeting,
  { matcher, isSpeaker }: EntryTest,
  onMoment: (moment: Moment) => boolean,
): Generator<void, void> {
  const entries = yield* readEntries(meeting.pieces);
  yield;
  for (const [part, first] of firstEntries.entries()) {
    const end = Math.min(entries.length, first + entryCounts[part]!);
    for (let entryIndex = first; entryIndex < end; entryIndex++) {
      if ((entryIndex - first) % STEP_ENTRIES === STEP_ENTRIES - 1) yield;
      const entry = entries[entryIndex]!;
      if (isSpeaker && !isSpeaker(entry.speaker)) continue;
      const match = yield* matcher(entry.text);
      if (!match) continue;
      const before = entries[entryIndex - 1];
      const after = entries[entryIndex + 1];
      if (!onMoment({ meeting, entryIndex, entry, match, before, after })) return;
    }
  }
}
