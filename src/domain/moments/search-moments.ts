import type { Database } from '../../db/database.ts';
import { runYielding } from '../../lib/event-loop.ts';
import { acquireOrRefuse, type Semaphore } from '../../lib/semaphore.ts';
import { ownDomains } from '../organizations/domains.ts';
import { type SearchedWords, searchWords, wordLanguages } from '../words/search-languages.ts';
import { type Candidate, type Candidates, findCandidates, type MomentFilter } from './find-candidates.ts';
import { type HeardMeeting, loadTranscripts } from './load-transcripts.ts';
import { type Moment, matchTranscriptSteps } from './match-transcript.ts';
import type { MomentCursor } from './moment-cursor.ts';
import { type ShownMoment, withSides } from './sides-of-moments.ts';
import { type SpeakerFilter, speakerTest } from './speaker-filter.ts';

/** A search in what was said. */
export type MomentSearch = {
  query: string;
  filter: MomentFilter & SpeakerFilter;
  order: 'newest' | 'relevance';
  limit: number;
  after: MomentCursor | undefined;
};

/** A page of moments. */
export type MomentPage = {
  moments: readonly ShownMoment[];
  /** The number of meetings with moments; an upper bound if there were too many to read them all. */
  meetingCount: number;
  isCountExact: boolean;
  next: MomentCursor | undefined;
  /** The number of meetings that cannot be searched yet. */
  unindexed: number;
};

/** The same before the sides are known. */
type FoundPage = Omit<MomentPage, 'moments'> & { moments: readonly Moment[] };

/** The most meetings that are candidates for a page, and so that one request reads. */
const MAX_CANDIDATES = 300;

/** The most JSON of transcripts that a request reads to fill its page: some 300 hours. */
const MAX_READ_BYTES = 24 * 1024 * 1024;

/** The most that is read once the page is full, to count the meetings exactly, and the most that is ranked. */
const MAX_COUNTED_MEETINGS = 100;
const MAX_COUNTED_BYTES = 6 * 1024 * 1024;

/** The most characters of entries and their neighbours on a page, unless a single moment has more. */
const MAX_PAGE_CHARACTERS = 1_000_000;

/** Meetings that are loaded by one statement. Two such batches, or one of as many meetings, are in memory at most. */
const BATCH_MEETINGS = 5;

/** The most searches that a process reads transcripts for at the same time. */
export const MAX_MOMENT_SEARCHES = 4;

/** The time that a search waits for the others of its process. */
const SEARCH_WAIT_MS = 5000;

/**
 * Finds the moments at which something was said, newest meeting first and in the order of each meeting, or by relevance
 * among the newest meetings. The index names the meetings; their transcripts are read until the page is full.
 * @param deps.searches bounds the searches that a process does at the same time
 * @throws Fault 400 if nothing in the query can be searched for, 503 if too many searches are in progress
 */
export async function searchMoments(
  { db, searches }: { db: Database; searches: Semaphore },
  organizationId: number,
  search: MomentSearch,
): Promise<MomentPage> {
  // Both are sent together, so that they cost little more than one of them.
  const [languages, domains] = await Promise.all([
    wordLanguages(db.quick, organizationId, 'transcripts'),
    ownDomains(db.quick, organizationId),
  ]);
  const words = searchWords(search.query, organizationId, languages);
  const from = search.order === 'newest' ? search.after : undefined;
  const { speaker, side } = search.filter;
  const isExact = speaker === undefined && side === undefined && words.index.every((one) => one.isExact);
  // If each has a moment, so many fill a page behind the meeting in which it begins, and tell whether more follow.
  const limit = isExact && search.order === 'newest' ? search.limit + 2 : MAX_CANDIDATES;
  const page = { from: from && { startMs: from.startMs, id: from.meetingId }, limit };
  const release = await acquireOrRefuse(searches, organizationId, 1, SEARCH_WAIT_MS);
  try {
    const found = await findCandidates(db.brief, organizationId, words.index, search.filter, page);
    const reading = createReading(db, organizationId, search, { words, domains, found, isExact, limit });
    const result = await (search.order === 'newest' ? newest(reading) : mostRelevant(reading));
    return { ...result, moments: withSides(result.moments, domains) };
  } finally {
    release();
  }
}

/** The candidates of a search while their transcripts are read. */
type Reading = {
  search: MomentSearch;
  found: Candidates;
  /** The number of candidates that were asked for. */
  limit: number;
  /** Whether every candidate is known to have a moment. */
  isExact: boolean;
  /** The number of candidates that were read, and of those among them that have a moment. */
  readMeetings: number;
  matching: number;
  readBytes: number;
  /**
   * Reads candidates in their order for as long as it is allowed to.
   * @param mayGoOn is asked before each meeting
   * @param onMoment returns false to go on with the next meeting
   * @param neededMeetings the number of meetings that will do, if that is known; it is asked before each batch
   */
  read(
    mayGoOn: () => boolean,
    onMoment: (moment: Moment) => boolean,
    neededMeetings?: () => number,
  ): Promise<void>;
};

function createReading(
  db: Database,
  organizationId: number,
  search: MomentSearch,
  {
    words,
    domains,
    ...of
  }: Pick<Reading, 'found' | 'limit' | 'isExact'> & { words: SearchedWords; domains: readonly string[] },
): Reading {
  const { candidates } = of.found;
  const readOne = async (candidate: Candidate, meeting: HeardMeeting, onMoment: (one: Moment) => boolean) => {
    let isMatching = false;
    const isSpeaker = speakerTest(search.filter, meeting, domains);
    const test = { matcher: words.matcherOf(candidate.language), isSpeaker };
    const note = (moment: Moment) => {
      isMatching = true;
      return onMoment(moment);
    };
    await runYielding(matchTranscriptSteps(candidate, meeting, test, note));
    if (isMatching) reading.matching++;
  };
  const load = (from: number, count = BATCH_MEETINGS) => {
    const batch = candidates.slice(from, from + count);
    const ids = batch.map(({ id }) => id);
    const loading = ids.length === 0 ? Promise.resolve(new Map()) : loadTranscripts(db, organizationId, ids);
    // Transcripts that are loaded ahead may not be needed.
    loading.catch(() => {});
    return { batch, loading };
  };
  const reading: Reading = {
    search,
    ...of,
    readMeetings: 0,
    matching: 0,
    readBytes: 0,
    async read(mayGoOn, onMoment, neededMeetings) {
      let ahead: ReturnType<typeof load> | undefined;
      while (reading.readMeetings < candidates.length && mayGoOn()) {
        const from = reading.readMeetings;
        const needed = neededMeetings && Math.min(neededMeetings(), 2 * BATCH_MEETINGS);
        const { batch, loading } = ahead ?? load(from, needed);
        const loaded = await loading;
        // The first meetings are often enough. After them, the next ones are loaded while these are matched.
        ahead = from > 0 && !needed ? load(from + BATCH_MEETINGS) : undefined;
        for (const candidate of batch) {
          if (!mayGoOn()) return;
          const meeting = loaded.get(candidate.id);
          reading.readMeetings++;
          if (!meeting) continue;
          for (const { rawLength } of meeting.pieces) reading.readBytes += rawLength;
          await readOne(candidate, meeting, onMoment);
        }
      }
    },
  };
  return reading;
}

async function newest(reading: Reading): Promise<FoundPage> {
  const { limit, after } = reading.search;
  const moments: Moment[] = [];
  const mayGoOn = () => moments.length <= limit && fitting(moments, limit).length === moments.length;
  // One more moment than the page has tells whether there is a next page, and so does a meeting that has one.
  const isFull = () => reading.isExact && moments.length >= limit;
  await reading.read(
    () => mayGoOn() && !isFull() && reading.readBytes < MAX_READ_BYTES,
    (moment) => {
      const isShown = after && moment.meeting.id === after.meetingId && moment.entryIndex <= after.entryIndex;
      if (!isShown) moments.push(moment);
      return mayGoOn();
    },
    // Each meeting has at least one moment.
    reading.isExact ? () => limit - moments.length : undefined,
  );
  const last = reading.found.candidates[reading.readMeetings - 1];
  const isComplete =
    reading.readMeetings === reading.found.candidates.length && reading.readMeetings < reading.limit;
  const counted = await countMeetings(reading);
  const shown = fitting(moments, limit);
  if (shown.length < moments.length) {
    return { ...counted, moments: shown, next: momentCursorAfter(shown.at(-1)!, 'newest', counted) };
  }
  if (isComplete || !last) return { ...counted, moments, next: undefined };
  // The candidates that are left were not read: the next page goes on behind the last meeting that was.
  const { startMs, id: meetingId } = last;
  const end = { startMs, meetingId, entryIndex: Number.MAX_SAFE_INTEGER };
  return { ...counted, moments, next: { ...end, meetingCount: countMark(counted) } };
}

/** The moments of the newest meetings in the order of their scores. */
async function mostRelevant(reading: Reading): Promise<FoundPage> {
  const { limit, after } = reading.search;
  const start = after && { score: after.score ?? 0, ...after };
  let ranked: Moment[] = [];
  await reading.read(
    () => reading.readMeetings < MAX_COUNTED_MEETINGS && reading.readBytes < MAX_COUNTED_BYTES,
    (moment) => {
      if (!start || compareRelevance(placeOf(moment), start) > 0) ranked.push(moment);
      if (ranked.length > 4 * (limit + 1)) ranked = best(ranked, limit + 1);
      return true;
    },
  );
  const counted = await countMeetings(reading);
  const moments = best(ranked, limit + 1);
  const shown = fitting(moments, limit);
  if (shown.length === moments.length) return { ...counted, moments, next: undefined };
  return { ...counted, moments: shown, next: momentCursorAfter(shown.at(-1)!, 'relevance', counted) };
}

/** Returns the first moments that fit a page: at most `limit`, and of very long entries fewer, but at least one. */
function fitting(moments: readonly Moment[], limit: number): readonly Moment[] {
  let characters = 0;
  const count = moments.findIndex(({ entry, before, after }, index) => {
    characters += entry.text.length + (before?.text.length ?? 0) + (after?.text.length ?? 0);
    return index === limit || (index > 0 && characters > MAX_PAGE_CHARACTERS);
  });
  return count < 0 ? moments : moments.slice(0, count);
}

function best(moments: readonly Moment[], limit: number): Moment[] {
  return moments.toSorted((a, b) => compareRelevance(placeOf(a), placeOf(b))).slice(0, limit);
}

type RelevancePlace = { score: number; startMs: number; meetingId: number; entryIndex: number };

function placeOf(moment: Moment): RelevancePlace {
  const { meeting, entryIndex } = moment;
  return { score: scoreOf(moment), startMs: meeting.startMs, meetingId: meeting.id, entryIndex };
}

/** Rounded, so that a cursor has it exactly. */
function scoreOf({ match }: Moment): number {
  return Math.round(match.score * 1e6);
}

function compareRelevance(a: RelevancePlace, b: RelevancePlace): number {
  return (
    b.score - a.score || b.startMs - a.startMs || b.meetingId - a.meetingId || a.entryIndex - b.entryIndex
  );
}

type Counted = Pick<MomentPage, 'meetingCount' | 'isCountExact' | 'unindexed'>;

/** Counts the meetings that have moments; later pages know the count of the first one. */
async function countMeetings(reading: Reading): Promise<Counted> {
  const { found, isExact, search } = reading;
  const { unindexed } = found;
  if (isExact) return { meetingCount: found.found, isCountExact: true, unindexed };
  if (search.after) {
    const { meetingCount } = search.after;
    return { meetingCount: Math.abs(meetingCount), isCountExact: meetingCount >= 0, unindexed };
  }
  // If the index names more meetings than that, reading a hundred of them would hardly lower the bound.
  if (found.found <= MAX_CANDIDATES) {
    await reading.read(
      () => reading.readMeetings < MAX_COUNTED_MEETINGS && reading.readBytes < MAX_COUNTED_BYTES,
      () => false,
    );
  }
  const unread = found.found - reading.readMeetings;
  return { meetingCount: reading.matching + unread, isCountExact: unread === 0, unindexed };
}

/** As cursors have the count: negative if it is an upper bound. */
function countMark({
  meetingCount,
  isCountExact,
}: Pick<MomentPage, 'meetingCount' | 'isCountExact'>): number {
  return isCountExact ? meetingCount : -meetingCount;
}

/** Returns the cursor with which a reader continues that has read a page up to this moment of it. */
export function momentCursorAfter(
  moment: Moment,
  order: MomentSearch['order'],
  counted: Pick<MomentPage, 'meetingCount' | 'isCountExact'>,
): MomentCursor {
  const { meeting, entryIndex } = moment;
  const meetingCount = countMark(counted);
  const place = { startMs: meeting.startMs, meetingId: meeting.id, entryIndex, meetingCount };
  return order === 'relevance' ? { ...place, score: scoreOf(moment) } : place;
}
