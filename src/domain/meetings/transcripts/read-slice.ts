import { Fault } from '../../../lib/faults.ts';
import { tokenBound } from '../../../lib/token-bound.ts';
import type { EntryFilter } from './entries-of-speaker.ts';
import type { IndexedEntry } from './entry-reader.ts';
import type { OpenedTranscript } from './open-transcript.ts';
import type { TranscriptForm } from './transcript-form.ts';

/** A part of a transcript; `next` is the index of the entry that follows it. */
export type TranscriptSlice = { entries: IndexedEntry[]; next?: number };

/** The limits of a slice. */
export type SliceLimits = {
  /** The most entries. */
  entries: number;
  /** The entry in the middle; without it, the slice begins with the first entry. */
  around?: number | undefined;
  budget?: TokenBudget | undefined;
};

/** Returns the tokens of an answer without entries, and of each entry in it. */
export type TokenBudget = { maxTokens: number; base: number; costOf(entry: IndexedEntry): number };

/** As large as the index of an entry can be. */
const LARGEST_INDEX = 999_999;

/** Makes the budget of an answer. */
export function tokenBudget(
  maxTokens: number,
  { meeting }: OpenedTranscript,
  form: TranscriptForm,
): TokenBudget {
  const base = tokenBound(form.head(meeting)) + tokenBound(form.tail(LARGEST_INDEX));
  return {
    maxTokens,
    base,
    costOf: (entry) => tokenBound(form.entry(entry)) + tokenBound(form.separator),
  };
}

/**
 * Reads a slice of a transcript, and no piece of it after the last one that is needed.
 * @throws Fault 400 if the tokens do not suffice for one entry, or for the answer without any
 */
export async function readSlice(
  transcript: OpenedTranscript,
  isWanted: EntryFilter,
  limits: SliceLimits,
): Promise<TranscriptSlice> {
  const { budget, around } = limits;
  if (budget && budget.base > budget.maxTokens) throw tooFewTokens(budget.base);
  if (around !== undefined)
    return sliceAround(await readUpTo(transcript, isWanted, Number.POSITIVE_INFINITY), limits);
  // One more, which tells whether the slice is the last one.
  return sliceFrom(await readUpTo(transcript, isWanted, limits.entries + 1, budget), limits);
}

/** Reads entries until there are so many, or more than the budget allows. */
async function readUpTo(
  { steps }: OpenedTranscript,
  isWanted: EntryFilter,
  count: number,
  budget?: TokenBudget,
): Promise<IndexedEntry[]> {
  const entries: IndexedEntry[] = [];
  let tokens = budget?.base ?? 0;
  for (const step of steps) {
    for (const entry of await step()) {
      if (!isWanted(entry)) continue;
      entries.push(entry);
      tokens += budget?.costOf(entry) ?? 0;
      if (entries.length >= count || (budget && tokens > budget.maxTokens)) return entries;
    }
  }
  return entries;
}

function sliceFrom(entries: IndexedEntry[], { entries: count, budget }: SliceLimits): TranscriptSlice {
  const shown = budget ? countAffordable(entries, budget) : entries.length;
  const end = Math.min(shown, count);
  return { entries: entries.slice(0, end), next: entries[end]?.entryIndex };
}

function countAffordable(entries: IndexedEntry[], { maxTokens, base, costOf }: TokenBudget): number {
  let tokens = base;
  const end = entries.findIndex((entry) => {
    tokens += costOf(entry);
    return tokens > maxTokens;
  });
  if (end === 0) throw tooFewTokens(tokens, entries[0]);
  return end < 0 ? entries.length : end;
}

/** Takes the entry in the middle, and then in turn the one after and the one before what was taken. */
function sliceAround(
  entries: IndexedEntry[],
  { entries: count, around = 0, budget }: SliceLimits,
): TranscriptSlice {
  const found = entries.findIndex(({ entryIndex }) => entryIndex >= around);
  let from = found < 0 ? entries.length : found;
  let to = from;
  let tokens = budget?.base ?? 0;
  const fits = (entry: IndexedEntry | undefined) => {
    if (!entry || to - from >= count) return false;
    const cost = budget?.costOf(entry) ?? 0;
    if (budget && tokens + cost > budget.maxTokens) {
      if (from === to) throw tooFewTokens(tokens + cost, entry);
      return false;
    }
    tokens += cost;
    return true;
  };
  if (fits(entries[to])) to++;
  for (let [after, before] = [true, true]; after || before; ) {
    after &&= fits(entries[to]);
    if (after) to++;
    before &&= fits(entries[from - 1]);
    if (before) from--;
  }
  return { entries: entries.slice(from, to), next: entries[to]?.entryIndex };
}

function tooFewTokens(tokens: number, entry?: IndexedEntry): Fault {
  const why = entry
    ? `entry ${entry.entryIndex} needs that many, and entries are not cut`
    : 'for this answer';
  return new Fault('invalid', `maxTokens must be at least ${tokens}${entry ? ': ' : ' '}${why}`);
}
