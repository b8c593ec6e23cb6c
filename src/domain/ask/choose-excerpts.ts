import type { Excerpt, ExcerptEntry } from '../../ai/types.ts';
import { formatDateTime } from '../../lib/time.ts';
import { tokenBound } from '../../lib/token-bound.ts';
import { sideFinder } from '../conversations/person-of-speaker.ts';
import type { ScoredMeeting } from './score-entries.ts';

/** An excerpt with the meeting from which it is. */
export type MeetingExcerpt = Excerpt & { meetingId: number; startMs: number };

/** An entry is read together with so many entries before it and after it. */
const BEFORE = 2;
const AFTER = 3;

/** The most entries around which is read, and the lowest score, relative to the best, of such an entry. */
const MAX_HITS = 60;
const MIN_RELATIVE_SCORE = 0.2;

/** The share of the tokens that one of several meetings may take. */
const MAX_MEETING_SHARE = 0.5;

/** Longer entries are cut around the rarest word of the question. */
const MAX_ENTRY_CHARACTERS = 4000;

/** The marks of a line of a prompt: its number, the time, and its end. */
const LINE_TOKENS = 25;
/** The lines above a meeting's entries, with the names of some participants. */
const HEADER_TOKENS = 100;
const MAX_PARTICIPANTS = 12;
const MAX_NAME_CHARACTERS = 100;

type ScoredEntry = { meeting: ScoredMeeting; index: number; score: number };

/** The entries of which the best are kept in one step. */
const MAX_COMPARED = 1000;

/** Chosen entries of one meeting, by their indexes. */
type Chosen = {
  meeting: ScoredMeeting;
  sideOf: ReturnType<typeof sideFinder>;
  entries: Map<number, ExcerptEntry>;
  tokens: number;
};

/**
 * Collects entries of meetings up to a number of tokens.
 * @param weights those of the question's words
 * @param domains the organization's own, which tell the sides of speakers
 */
export function createChoice(maxTokens: number, weights: readonly number[], domains: readonly string[]) {
  const chosen = new Map<number, Chosen>();
  let tokens = 0;
  /** @returns whether the entry has been chosen, now or before */
  const add = (meeting: ScoredMeeting, index: number, maxOfMeeting: number): boolean => {
    const known = chosen.get(meeting.id);
    if (known?.entries.has(index)) return true;
    const entry = entryOf(meeting, index, weights);
    const { speaker, text } = entry;
    const cost = tokenBound(`${speaker ?? ''} ${text}`) + LINE_TOKENS + (known ? 0 : headerTokens(meeting));
    if (tokens + cost > maxTokens || (known?.tokens ?? 0) + cost > maxOfMeeting) return false;
    const one = known ?? { meeting, sideOf: sideFinder(meeting, domains), entries: new Map(), tokens: 0 };
    chosen.set(meeting.id, one);
    const said = meeting.entries[index]!.speaker;
    const side = said && one.sideOf(said);
    one.entries.set(index, side === undefined ? entry : { ...entry, side });
    one.tokens += cost;
    tokens += cost;
    return true;
  };

  return {
    /**
     * Chooses the entries with words of the question that have the highest scores, and those around them.
     * @returns steps, to be run in turns
     */
    *addBestSteps(meetings: readonly ScoredMeeting[]): Generator<void, void> {
      const best = yield* bestEntries(meetings);
      const least = (best[0]?.score ?? 0) * MIN_RELATIVE_SCORE;
      const share = maxTokens * (meetings.length > 1 ? MAX_MEETING_SHARE : 1);
      for (const { meeting, index, score } of best) {
        yield;
        if (score < least || !add(meeting, index, share)) continue;
        for (let near = index - BEFORE; near <= index + AFTER; near++) {
          if (near >= 0 && near < meeting.entries.length) add(meeting, near, share);
        }
      }
    },
    /** Chooses the beginning and the end of a meeting; all of it, if that fits the share of the tokens that are left. */
    addWhole(meeting: ScoredMeeting, share: number): void {
      const most = (chosen.get(meeting.id)?.tokens ?? 0) + (maxTokens - tokens) * share;
      const last = meeting.entries.length - 1;
      for (let first = 0, end = last; first <= end; first++, end--) {
        if (!add(meeting, first, most) || (end > first && !add(meeting, end, most))) return;
      }
    },
    get entryCount() {
      return [...chosen.values()].reduce((sum, { entries }) => sum + entries.size, 0);
    },
    /** Returns the excerpts, the earliest meeting first. */
    excerpts(): MeetingExcerpt[] {
      return [...chosen.values()]
        .sort((a, b) => a.meeting.startMs - b.meeting.startMs || a.meeting.id - b.meeting.id)
        .map(({ meeting, entries }) => ({
          meetingId: meeting.id,
          startMs: meeting.startMs,
          title: meeting.title,
          startedAt: formatDateTime(meeting.startMs),
          participants: participantsOf(meeting),
          entries: [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry),
        }));
    },
  };
}

/** Returns the entries with words of the question that have the highest scores, the highest first. */
function* bestEntries(meetings: readonly ScoredMeeting[]): Generator<void, ScoredEntry[]> {
  let best: ScoredEntry[] = [];
  const keepBest = () => {
    best.sort((a, b) => b.score - a.score || b.meeting.startMs - a.meeting.startMs || a.index - b.index);
    best = best.slice(0, MAX_HITS);
  };
  for (const meeting of meetings) {
    for (const index of meeting.hits.keys()) {
      best.push({ meeting, index, score: meeting.scores.get(index)! });
      if (best.length < MAX_COMPARED) continue;
      keepBest();
      yield;
    }
  }
  keepBest();
  return best;
}

function headerTokens(meeting: ScoredMeeting): number {
  return HEADER_TOKENS + tokenBound([meeting.title, ...participantsOf(meeting)].join(', '));
}

function participantsOf({ host, attendees }: ScoredMeeting): string[] {
  const names = [
    host.name ?? host.email,
    ...attendees.slice(0, MAX_PARTICIPANTS).map(({ name, email }) => name ?? email ?? ''),
  ];
  return [...new Set(names)].map((name) => name.slice(0, MAX_NAME_CHARACTERS)).slice(0, MAX_PARTICIPANTS);
}

function entryOf(
  { entries, hits, scores }: ScoredMeeting,
  place: number,
  weights: readonly number[],
): ExcerptEntry {
  const { text, speaker, timestampSeconds } = entries[place]!;
  const own = hits.get(place) ?? [];
  const rarest = own.reduce<number | undefined>(
    (best, { word }) => (best === undefined || weights[word]! > weights[best]! ? word : best),
    undefined,
  );
  const [from, to] = shownPart(text, own.find(({ word }) => word === rarest)?.at ?? 0);
  return {
    text: text.slice(from, to),
    ...(speaker === undefined ? {} : { speaker: speaker.name }),
    ...(timestampSeconds === undefined ? {} : { timestampSeconds }),
    place,
    relevance: scores.get(place) ?? 0,
    hits: own.map(({ at, word }) => ({ at: at - from, word })).filter(({ at }) => at >= 0 && at < to - from),
  };
}

/** Returns the part of a text that is read: a quarter of it before the place. No character is cut. */
function shownPart(text: string, at: number): [from: number, to: number] {
  if (text.length <= MAX_ENTRY_CHARACTERS) return [0, text.length];
  const from = Math.max(0, Math.min(at - MAX_ENTRY_CHARACTERS / 4, text.length - MAX_ENTRY_CHARACTERS));
  const to = from + MAX_ENTRY_CHARACTERS;
  return [from + (isInsidePair(text, from) ? 1 : 0), to - (isInsidePair(text, to) ? 1 : 0)];
}

function isInsidePair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}
