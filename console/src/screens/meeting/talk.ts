import { chartColor } from '../../parts/index.ts';
import type { Entry } from './shapes.ts';

/** The longest time assumed for a word. The rest of the time until the next entry counts as silence. */
const SLOWEST_SECONDS_PER_WORD = 0.65;
const SLOWEST_SECONDS_PER_WIDE_LETTER = 0.25;
const BREATH_SECONDS = 1.5;
const WIDE_LETTERS = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

/** Somebody who speaks, by the name that the source gave. */
export interface Speaker {
  name: string;
  /** The attendee, where the name is that of exactly one. */
  attendeeId?: string;
  color: string;
  /** The talk time, derived from the times of the entries. */
  seconds: number;
  /** The share of the total talk time, 0 to 1. */
  share: number;
  /** The number of turns. */
  turns: number;
  /** The longest time without another speaking. */
  longestSeconds: number;
}

/** Somebody speaking from one second to another. */
export interface Span {
  from: number;
  to: number;
  speaker: Speaker;
}

/** The talk times of a transcript. */
export interface Talk {
  /** The speakers, in descending order of talk time. */
  speakers: readonly Speaker[];
  byName: ReadonlyMap<string, Speaker>;
  spans: readonly Span[];
  /** Whether any entry has a time. If none has, shares are by words and seconds are 0. */
  isTimed: boolean;
  /** The time of the last word. */
  endSeconds: number;
}

/** Returns the speaker's name of an entry, or a common name for entries without a speaker. */
export const speakerName = (entry: Entry): string => entry.speaker?.name || 'Unknown speaker';

const wordsOf = (text: string): number => text.trim().split(/\s+/u).length;

/** Returns the longest time assumed for speaking a text. */
function mostSeconds(text: string): number {
  const wide = text.match(WIDE_LETTERS)?.length ?? 0;
  return (
    BREATH_SECONDS +
    Math.max(wordsOf(text) * SLOWEST_SECONDS_PER_WORD, wide * SLOWEST_SECONDS_PER_WIDE_LETTER)
  );
}

/** Sums up who spoke when: an entry lasts until the next one begins, less the silence in between. */
export function talkOf(entries: readonly Entry[]): Talk {
  const byName = new Map<string, Speaker>();
  const spans: Span[] = [];
  const words = new Map<Speaker, number>();
  let last: Speaker | undefined;
  let run = 0;
  entries.forEach((entry, index) => {
    const name = speakerName(entry);
    const speaker = byName.get(name) ?? newSpeaker(name, entry.speaker?.attendeeId);
    byName.set(name, speaker);
    words.set(speaker, (words.get(speaker) ?? 0) + wordsOf(entry.text));
    const from = entry.timestampSeconds;
    const seconds = from === undefined ? 0 : lasting(entries, index, from);
    if (from !== undefined) spans.push({ from, to: from + seconds, speaker });
    if (speaker !== last) {
      speaker.turns += 1;
      run = 0;
    }
    run += seconds;
    speaker.seconds += seconds;
    speaker.longestSeconds = Math.max(speaker.longestSeconds, run);
    last = speaker;
  });
  const isTimed = spans.length > 0;
  const amount = (speaker: Speaker) => (isTimed ? speaker.seconds : (words.get(speaker) ?? 0));
  const speakers = [...byName.values()].sort((a, b) => amount(b) - amount(a));
  const total = speakers.reduce((sum, speaker) => sum + amount(speaker), 0);
  speakers.forEach((speaker, index) => {
    speaker.color = chartColor(index);
    speaker.share = total > 0 ? amount(speaker) / total : 0;
  });
  return {
    speakers,
    byName,
    spans,
    isTimed,
    endSeconds: Math.max(0, ...spans.slice(-50).map(({ to }) => to)),
  };
}

function newSpeaker(name: string, attendeeId: string | undefined): Speaker {
  const counts = { seconds: 0, share: 0, turns: 0, longestSeconds: 0 };
  return { name, ...(attendeeId === undefined ? {} : { attendeeId }), color: '', ...counts };
}

function lasting(entries: readonly Entry[], index: number, from: number): number {
  const most = mostSeconds(entries[index]!.text);
  const next = entries[index + 1]?.timestampSeconds;
  return next === undefined ? most : Math.max(0, Math.min(most, next - from));
}

/** Returns the main speaker of each of `count` equal parts of the time; undefined for silence. */
export function lanes(talk: Talk, seconds: number, count: number): (Speaker | undefined)[] {
  const heard = Array.from({ length: count }, () => new Map<Speaker, number>());
  const size = seconds / count;
  for (const { from, to, speaker } of talk.spans) {
    for (let part = Math.floor(from / size); part < count && part * size < to; part += 1) {
      const shared = Math.min(to, (part + 1) * size) - Math.max(from, part * size);
      const shares = heard[part]!;
      shares.set(speaker, (shares.get(speaker) ?? 0) + shared);
    }
  }
  return heard.map((shares) => {
    const [most] = [...shares].sort((a, b) => b[1] - a[1]);
    return most && most[1] > size * 0.25 ? most[0] : undefined;
  });
}

/** Finds the entry that is heard at a time: the last one that began before it, or undefined before the first. */
export function clockOf(entries: readonly Entry[]): (seconds: number) => number | undefined {
  const timed = entries
    .flatMap(({ timestampSeconds: at }, index) => (at === undefined ? [] : [{ at, index }]))
    .sort((a, b) => a.at - b.at);
  // Players report a moment before the one that they were sent to.
  const slackSeconds = 0.05;
  return (seconds) => {
    let low = 0;
    let high = timed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (timed[middle]!.at <= seconds + slackSeconds) low = middle + 1;
      else high = middle;
    }
    return timed[low - 1]?.index;
  };
}
