import type { AiProvider } from '../../ai/types.ts';
import type { Database } from '../../db/database.ts';
import { runYielding } from '../../lib/event-loop.ts';
import { acquireOrRefuse, type Semaphore } from '../../lib/semaphore.ts';
import { loadTranscripts } from '../moments/load-transcripts.ts';
import { ownDomains } from '../organizations/domains.ts';
import { DEFAULT_LATIN } from '../words/languages.ts';
import { wordLanguages } from '../words/search-languages.ts';
import { createChoice, type MeetingExcerpt } from './choose-excerpts.ts';
import { type FoundMeetings, findMeetings } from './find-meetings.ts';
import { type QuestionWord, questionWords } from './question-words.ts';
import { type AskScope, newestMeetings } from './scope.ts';
import { type ReadMeeting, readMeetingSteps, scoreMeetingsSteps } from './score-entries.ts';

/** The excerpts from which a question is answered, and the weight of each of its words. */
export type Material = { excerpts: MeetingExcerpt[]; weights: number[]; unindexed: number };

/** The most tokens of transcripts that a question is answered from, by an estimate that never falls short. */
const MAX_READ_TOKENS = 32_000;

/** The most meetings that are looked through, and the most JSON of transcripts: some 80 hours. */
const MAX_MEETINGS = 24;
const MAX_READ_BYTES = 6 * 1024 * 1024;

/** Meetings that are loaded by one statement. */
const BATCH_MEETINGS = 4;

/**
 * The newest meetings of an account, or of those that were named, are read too if the search finds fewer entries: questions
 * such as *How did it go?* have no words that were said.
 */
const FEW_ENTRIES = 40;
const MAX_NEWEST = 5;

/** The time that a question waits for the searches of its process. */
const SEARCH_WAIT_MS = 5000;

type Deps = { db: Database; ai: Pick<AiProvider, 'maxExcerptTokens'>; searches: Semaphore };

/** Searches for a question, and reads the entries from which it is answered. */
export async function readForQuestion(
  { db, ai, searches }: Deps,
  organizationId: number,
  asked: { question: string; scope: AskScope; meetingsInScope: number },
): Promise<Material> {
  if (asked.meetingsInScope === 0) return { excerpts: [], weights: [], unindexed: 0 };
  const release = await acquireOrRefuse(searches, organizationId, 1, SEARCH_WAIT_MS);
  try {
    const [languages, domains] = await Promise.all([
      wordLanguages(db.quick, organizationId, 'transcripts'),
      ownDomains(db.quick, organizationId),
    ]);
    const words = questionWords(asked.question, languages);
    const { scope, meetingsInScope } = asked;
    const found = await findMeetings(db.brief, organizationId, words, scope, meetingsInScope);
    const isNarrow = scope.accountId !== undefined || scope.meetingIds !== undefined;
    const newest =
      isNarrow || words.length === 0 ? await newestMeetings(db, organizationId, scope, MAX_NEWEST) : [];
    const language = languages[0] ?? DEFAULT_LATIN;
    const meetings = await readMeetings(db, organizationId, found, newest, words, language);
    const { scored, weights } = await runYielding(scoreMeetingsSteps(meetings, words));
    const choice = createChoice(Math.min(MAX_READ_TOKENS, ai.maxExcerptTokens), weights, domains);
    await runYielding(choice.addBestSteps(scored));
    if (choice.entryCount < FEW_ENTRIES) {
      const whole = newest.flatMap(({ id }) => scored.find((one) => one.id === id) ?? []);
      for (const [at, meeting] of whole.entries()) choice.addWhole(meeting, 1 / (whole.length - at));
    }
    return { excerpts: choice.excerpts(), weights, unindexed: found.unindexed };
  } finally {
    release();
  }
}

/** Reads the best meetings and the newest ones, and finds the words of the question in them. */
async function readMeetings(
  db: Database,
  organizationId: number,
  found: FoundMeetings,
  newest: readonly { id: number }[],
  words: readonly QuestionWord[],
  defaultLanguage: string,
): Promise<ReadMeeting[]> {
  const languageOf = new Map(found.meetings.map(({ id, language }) => [id, language]));
  const best = found.meetings.slice(0, MAX_MEETINGS - newest.length);
  const ids = [...new Set([...best, ...newest].map(({ id }) => id))];
  const read: ReadMeeting[] = [];
  let bytes = 0;
  for (let first = 0; first < ids.length && bytes < MAX_READ_BYTES; first += BATCH_MEETINGS) {
    const batch = ids.slice(first, first + BATCH_MEETINGS);
    const loaded = await loadTranscripts(db, organizationId, batch);
    for (const id of batch) {
      const meeting = loaded.get(id);
      if (!meeting) continue;
      for (const { rawLength } of meeting.pieces) bytes += rawLength;
      const language = languageOf.get(id) ?? defaultLanguage;
      read.push(await runYielding(readMeetingSteps(meeting, words, language)));
    }
  }
  return read;
}
