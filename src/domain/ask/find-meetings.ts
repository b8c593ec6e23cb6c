import type { Queries } from '../../db/database.ts';
import { isStatementTimeout } from '../../lib/database-errors.ts';
import { findCandidates } from '../moments/find-candidates.ts';
import { searchMeetings } from '../search/search-meetings.ts';
import { indexQueryOf } from '../words/index-query.ts';
import { namesOfMeetings } from './names-of-meetings.ts';
import { namedWords, type QuestionWord } from './question-words.ts';
import type { AskScope } from './scope.ts';

/** Meetings in which words of a question were said, or whose names have them. */
export type FoundMeetings = {
  /** The best first; the language is that of the transcript, if it is known. */
  meetings: FoundMeeting[];
  /** The number of the organization's meetings that cannot be searched yet. */
  unindexed: number;
};

type FoundMeeting = { id: number; startMs: number; language: string | undefined };

/** The newest meetings that are taken of each search. */
const MAX_CANDIDATES = 100;

/** The meetings whose names are compared with the question. */
const MAX_NAMED = 300;

/** The rarest words that are also searched for in pairs and in titles. */
const RAREST_WORDS = 3;
const MAX_TITLES = 20;

/** After this time, only the words themselves are still searched for. */
const SEARCH_MS = 3000;

type Search = { words: readonly number[]; found: number; meetings: FoundMeeting[] };

/**
 * Finds meetings by the words of a question: by each word, by all of them together and by pairs of the rarest ones, because
 * a query to the index finds what has all of its words; and by titles. A meeting ranks by the weight of the words that it has
 * in one part of its transcript, or as a name; rare words weigh most.
 * @param meetingCount the number of meetings in the scope
 */
export async function findMeetings(
  db: Queries,
  organizationId: number,
  words: readonly QuestionWord[],
  scope: AskScope,
  meetingCount: number,
): Promise<FoundMeetings> {
  const deadlineMs = performance.now() + SEARCH_MS;
  let unindexed = 0;
  const attempt = createAttempts();
  const search = (numbers: readonly number[]) =>
    attempt(async (): Promise<Search | undefined> => {
      const asked = numbers.map((number) => words[number]!);
      const languages = asked[0]!.languages.filter((one) =>
        asked.every((word) => word.languages.includes(one)),
      );
      if (languages.length === 0) return undefined;
      const clauses = asked.map(({ clause }) => clause);
      const index = languages.map((language) => indexQueryOf(clauses, language, organizationId));
      const page = { from: undefined, limit: MAX_CANDIDATES };
      const found = await findCandidates(db, organizationId, index, scope, page);
      unindexed = found.unindexed;
      return { words: numbers, found: found.found, meetings: found.candidates };
    });
  const singles: Search[] = [];
  for (const number of words.keys()) singles.push(...(await search([number])));
  if (singles.length === 0) attempt.throwFailure();
  const byRarity = singles.toSorted((a, b) => a.found - b.found).map((one) => one.words[0]!);
  const said = byRarity.filter((number) => singles.some((one) => one.words[0] === number && one.found > 0));
  const searches = [...singles];
  for (const numbers of combinationsOf(said)) {
    if (performance.now() < deadlineMs) searches.push(...(await search(numbers)));
  }
  for (const number of scope.meetingIds ? [] : byRarity.slice(0, RAREST_WORDS)) {
    if (performance.now() >= deadlineMs) break;
    const { words: asked } = words[number]!.clause;
    const text = asked.map(({ word }) => word).join(' ');
    const [titled] = await attempt(() => searchMeetings(db, organizationId, text, { limit: MAX_TITLES }));
    const meetings = (titled?.meetings ?? []).map(({ id }) => ({
      id: Number(id),
      startMs: 0,
      language: undefined,
    }));
    searches.push({ words: [], found: 0, meetings });
  }
  const weights = words.map((_, number) => {
    const found = singles.find((one) => one.words[0] === number)?.found ?? 0;
    return rarity(found, meetingCount);
  });
  const ranked = rank(searches, weights).slice(0, MAX_NAMED);
  return { meetings: await rankByNames(db, organizationId, ranked, { words, weights, scope }), unindexed };
}

/**
 * Leaves out searches that take too long: a word of very many meetings tells less than the others.
 * @returns the result of a search in an array, which is empty if there is none
 */
function createAttempts() {
  let failure: unknown;
  const attempt = async <Result>(search: () => Promise<Result | undefined>): Promise<Result[]> => {
    try {
      const result = await search();
      return result === undefined ? [] : [result];
    } catch (error) {
      if (!isStatementTimeout(error)) throw error;
      failure = error;
      return [];
    }
  };
  return Object.assign(attempt, {
    throwFailure() {
      if (failure !== undefined) throw failure;
    },
  });
}

/** Returns all words together, and the pairs of the first ones if there are more than two words. */
function combinationsOf(numbers: readonly number[]): number[][] {
  if (numbers.length < 2) return [];
  const first = numbers.length > 2 ? numbers.slice(0, RAREST_WORDS) : [];
  return [
    [...numbers],
    ...first.flatMap((one, at) => first.slice(at + 1).map((other) => [one, other])),
  ].filter((combination, at) => at === 0 || combination.length < numbers.length);
}

/** A meeting's weight is that of the words that were found together, and this share of the weight of its other words. */
const APART_SHARE = 0.5;

type Ranked = FoundMeeting & { words: Set<number>; score: number };

function rank(searches: readonly Search[], weights: readonly number[]): Ranked[] {
  const weigh = (words: Iterable<number>) => [...words].reduce((sum, word) => sum + weights[word]!, 0);
  const ranked = new Map<number, { meeting: FoundMeeting; words: Set<number>; together: number }>();
  for (const { words, meetings } of searches) {
    for (const meeting of meetings) {
      const known = ranked.get(meeting.id) ?? { meeting, words: new Set<number>(), together: 0 };
      for (const word of words) known.words.add(word);
      known.together = Math.max(known.together, weigh(words));
      ranked.set(meeting.id, known);
    }
  }
  return [...ranked.values()]
    .map(({ meeting, words, together }) => {
      return { ...meeting, words, score: together + APART_SHARE * (weigh(words) - together) };
    })
    .sort(byScore);
}

function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || b.startMs - a.startMs || b.id - a.id;
}

/** Ranks meetings higher whose title, people or account have words of the question; those out of scope are left out. */
async function rankByNames(
  db: Queries,
  organizationId: number,
  ranked: readonly Ranked[],
  asked: { words: readonly QuestionWord[]; weights: readonly number[]; scope: AskScope },
): Promise<FoundMeeting[]> {
  if (ranked.length === 0) return [];
  const ids = ranked.map(({ id }) => id);
  const names = await namesOfMeetings(db, organizationId, ids, asked.scope);
  return ranked
    .flatMap((one) => {
      const named = names.get(one.id);
      if (!named) return [];
      const further = [...namedWords(asked.words, named.text)].filter((word) => !one.words.has(word));
      const score = further.reduce((sum, word) => sum + APART_SHARE * asked.weights[word]!, one.score);
      return score > 0 ? [{ ...one, startMs: named.startMs, score }] : [];
    })
    .sort(byScore)
    .map(({ id, startMs, language }) => ({ id, startMs, language }));
}

/** The inverse document frequency of BM25, which is never negative. */
export function rarity(count: number, total: number): number {
  return Math.log(1 + (Math.max(total, count) - count + 0.5) / (count + 0.5));
}
