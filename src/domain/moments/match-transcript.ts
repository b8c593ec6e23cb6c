import { type LocatedEntries, locateEntries } from '../conversations/locate-entries.ts';
import type { TranscriptEntry } from '../conversations/transcript-pieces.ts';
import type { WordMatch } from '../words/match-words.ts';
import type { LanguageMatcher } from '../words/search-languages.ts';
import { SLICE_LENGTH } from '../words/slice-text.ts';
import type { Candidate } from './find-candidates.ts';
import type { HeardMeeting } from './load-transcripts.ts';

/** An entry that a search found, with its neighbours. */
export type Moment = {
  meeting: HeardMeeting;
  entryIndex: number;
  entry: TranscriptEntry;
  match: WordMatch;
  before: TranscriptEntry | undefined;
  after: TranscriptEntry | undefined;
};

/** The conditions on entries of a transcript, besides having the words. */
export type EntryTest = {
  matcher: LanguageMatcher;
  isSpeaker: ((speaker: TranscriptEntry['speaker']) => boolean) | undefined;
};

/** The number of entries, and of characters of their texts, after which other requests have their turn. */
const STEP_ENTRIES = 200;
/** An entry that is parsed and matched counts as several that are only looked through. */
const PARSED_WEIGHT = 4;
const STEP_CHARACTERS = 64 * 1024;
/** So many characters of entries without a place take the time of one that is read. */
const PASSED_PER_READ = 8;

/**
 * Finds the moments of a meeting in their order, among the entries that the index names.
 * @param onMoment returns false to end the search
 * @returns steps, to be run in turns
 */
export function* matchTranscriptSteps(
  candidate: Candidate,
  meeting: HeardMeeting,
  test: EntryTest,
  onMoment: (moment: Moment) => boolean,
): Generator<void, void> {
  const entries = yield* locateEntries(meeting.pieces);
  yield;
  try {
    yield* matchEntriesSteps(candidate, meeting, entries, test, onMoment);
  } finally {
    entries.release();
  }
}

function* matchEntriesSteps(
  { firstEntries, entryCounts }: Candidate,
  meeting: HeardMeeting,
  entries: LocatedEntries,
  { matcher, isSpeaker }: EntryTest,
  onMoment: (moment: Moment) => boolean,
): Generator<void, void> {
  const nextPlace = matcher.places?.(entries.json(), entries.isAscii);
  const next = (index: number) => (nextPlace ? entries.nextWith(index, nextPlace) : index);
  let [passed, characters, place] = [0, 0, 0];
  for (const [part, first] of firstEntries.entries()) {
    const end = first + entryCounts[part]!;
    for (let entryIndex = next(first); entryIndex < end; entryIndex = next(entryIndex + 1)) {
      const start = entries.startOf(entryIndex);
      if (start === undefined) break;
      const text = entries.textOf(entryIndex);
      characters += text ? text[1] - text[0] : 0;
      characters += (start - place) / PASSED_PER_READ;
      place = start;
      if (++passed > STEP_ENTRIES || characters > STEP_CHARACTERS) {
        [passed, characters] = [0, 0];
        yield;
      }
      const isShort = text && text[1] - text[0] <= SLICE_LENGTH;
      if (isShort && !matcher.filter(entries.json(), ...text)) continue;
      passed += PARSED_WEIGHT;
      const entry = (yield* entries.entry(entryIndex))!;
      if (isSpeaker && !isSpeaker(entry.speaker)) continue;
      const match = yield* matcher.match(entry.text);
      if (!match) continue;
      const before = yield* entries.entry(entryIndex - 1);
      const after = yield* entries.entry(entryIndex + 1);
      if (!onMoment({ meeting, entryIndex, entry, match, before, after })) return;
    }
  }
}
