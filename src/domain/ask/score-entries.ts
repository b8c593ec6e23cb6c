import type { Attendee } from '../conversations/attendees.ts';
import { readEntries, type TranscriptEntry } from '../conversations/transcript-pieces.ts';
import type { HeardMeeting } from '../moments/load-transcripts.ts';
import { createWordFinder } from '../words/match-words.ts';
import { spansOf } from '../words/slice-text.ts';
import { rarity } from './find-meetings.ts';
import { namedWords, type QuestionWord } from './question-words.ts';

/** A place of an entry at which a word of the question stands, as a UTF-16 offset. */
type Hit = { at: number; word: number };

/** A meeting with the places of the question's words. */
export type ReadMeeting = Pick<HeardMeeting, 'id' | 'title' | 'startMs' | 'host' | 'attendees'> & {
  entries: TranscriptEntry[];
  /** By the index of the entry; entries without such words are missing. */
  hits: Map<number, Hit[]>;
};

/** The scores of a meeting's entries, by their indexes; entries far from any word of the question are missing. */
export type ScoredMeeting = ReadMeeting & { scores: Map<number, number> };

/** The number of entries after which other requests have their turn. */
const STEP_ENTRIES = 50;

/** The most occurrences of a word in an entry that are noted. */
const MAX_HITS_PER_WORD = 20;

/**
 * Reads a transcript and finds the words of the question in it.
 * @returns steps, to be run in turns
 */
export function* readMeetingSteps(
  { pieces, ...meeting }: HeardMeeting,
  words: readonly QuestionWord[],
  language: string,
): Generator<void, ReadMeeting> {
  const entries = yield* readEntries(pieces);
  const numbers = [...words.keys()].filter((number) => words[number]!.languages.includes(language));
  const find = createWordFinder(
    numbers.map((number) => words[number]!.clause),
    language,
  );
  const hits = new Map<number, Hit[]>();
  for (const [index, { text }] of entries.entries()) {
    if (index % STEP_ENTRIES === STEP_ENTRIES - 1) yield;
    const found = yield* find(text);
    if (!found) continue;
    const places = numbers.flatMap((word, clause) =>
      found
        .occurrencesOf(clause)
        .slice(0, MAX_HITS_PER_WORD)
        .map((occurrence) => ({ ...occurrence, word })),
    );
    if (places.length === 0) continue;
    places.sort((a, b) => a.from - b.from);
    const spans = yield* spansOf(found.slices, places);
    hits.set(
      index,
      spans.map(([at], place) => ({ at, word: places[place]!.word })),
    );
  }
  return { ...meeting, entries, hits };
}

/** The distance, in entries, over which a word counts for its neighbours: an answer follows its question. */
const REACH = 4;

/** The additional weight of a word for the entry in which it stands, and for entries of a speaker who bears it as a name. */
const OWN_SHARE = 0.5;
const SPEAKER_SHARE = 0.6;

/** The weight of a word for a meeting that has it in its title or among its people, near other words of the question. */
const ABOUT_SHARE = 0.3;

/**
 * Scores the entries of all meetings by the words that they and their neighbours have.
 * @returns steps, to be run in turns; then the meetings, and the weight of each word: that of its rarity in these transcripts
 */
export function* scoreMeetingsSteps(
  meetings: readonly ReadMeeting[],
  words: readonly QuestionWord[],
): Generator<void, { scored: ScoredMeeting[]; weights: number[] }> {
  const total = meetings.reduce((sum, { entries }) => sum + entries.length, 0);
  const counts = words.map(() => 0);
  for (const { hits } of meetings) {
    for (const [index, one] of [...hits.values()].entries()) {
      if (index % STEP_ENTRIES === STEP_ENTRIES - 1) yield;
      for (const word of new Set(one.map((hit) => hit.word))) counts[word]!++;
    }
  }
  const weights = counts.map((count) => rarity(count, total));
  const scored: ScoredMeeting[] = [];
  for (const meeting of meetings) {
    scored.push({ ...meeting, scores: yield* scoresOf(meeting, words, weights) });
  }
  return { scored, weights };
}

function* scoresOf(
  { entries, hits, title, host, attendees }: ReadMeeting,
  words: readonly QuestionWord[],
  weights: readonly number[],
): Generator<void, Map<number, number>> {
  const shares = new Map<number, Float64Array>();
  let passed = 0;
  for (const [index, places] of hits) {
    if (++passed % STEP_ENTRIES === 0) yield;
    const found = new Set(places.map(({ word }) => word));
    for (let near = Math.max(0, index - REACH); near <= index + REACH && near < entries.length; near++) {
      const share = shares.get(near) ?? new Float64Array(words.length);
      shares.set(near, share);
      const nearness = 1 - Math.abs(near - index) / (REACH + 1);
      for (const word of found)
        share[word] = Math.max(share[word]!, nearness === 1 ? 1 + OWN_SHARE : nearness);
    }
  }
  const about = namedWords(words, [title, host.name ?? '', host.email, ...namesOf(attendees)].join(' '));
  const bySpeaker = new Map<string, Set<number>>();
  const scores = new Map<number, number>();
  for (const [index, share] of shares) {
    if (++passed % STEP_ENTRIES === 0) yield;
    const { name = '' } = entries[index]!.speaker ?? {};
    const named = bySpeaker.get(name) ?? namedWords(words, name);
    bySpeaker.set(name, named);
    let score = 0;
    for (const [word, own] of share.entries()) {
      const outside = (named.has(word) ? SPEAKER_SHARE : 0) + (about.has(word) ? ABOUT_SHARE : 0);
      score += weights[word]! * Math.max(own, outside);
    }
    scores.set(index, score);
  }
  return scores;
}

/** More people than take part in a meeting of customers. */
const MAX_NAMED_PEOPLE = 50;

function namesOf(attendees: readonly Attendee[]): string[] {
  return attendees.slice(0, MAX_NAMED_PEOPLE).flatMap(({ name, email }) => [name ?? '', email ?? '']);
}
