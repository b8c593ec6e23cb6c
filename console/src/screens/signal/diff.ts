import { diffArrays, diffWordsWithSpace } from 'diff';
import type { SignalVersion } from './queries.ts';

/** A run of text: in both, or only in the new or the old. */
export interface Part {
  text: string;
  change?: 'added' | 'removed';
}

/** The change of a list item; `parts` holds the change of its text. */
export interface ItemDiff {
  name: string;
  change?: 'added' | 'removed' | 'changed' | 'moved';
  parts: Part[];
}

/** Word by word in any script: also in those that put no spaces between words. */
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Compares two texts word by word. */
export function diffText(before: string, after: string): Part[] {
  if (before === after) return [{ text: after }];
  const parts = diffWordsWithSpace(before, after, { intlSegmenter: words }).map(
    ({ value, added, removed }): Part => ({
      text: value,
      ...(added ? { change: 'added' } : removed ? { change: 'removed' } : {}),
    }),
  );
  return joinChanges(parts);
}

const HAS_WORDS = /[\p{L}\p{N}]/u;

/** Joins changes that are separated only by spaces and punctuation, so that a rewritten sentence reads as a whole. */
function joinChanges(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') joined.push({ text: removed, change: 'removed' });
    if (added !== '') joined.push({ text: added, change: 'added' });
    removed = '';
    added = '';
  };
  for (const [index, { text, change }] of parts.entries()) {
    if (change === 'removed') removed += text;
    else if (change === 'added') added += text;
    else if (isBetweenChanges(parts, index)) {
      removed += text;
      added += text;
    } else {
      flush();
      joined.push({ text });
    }
  }
  flush();
  return joined;
}

function isBetweenChanges(parts: readonly Part[], index: number): boolean {
  const isApart = HAS_WORDS.test(parts[index]!.text);
  return !isApart && parts[index - 1]?.change !== undefined && parts[index + 1]?.change !== undefined;
}

/** Compares two lists of phrases. */
export function diffPhrases(before: readonly string[], after: readonly string[]): Part[] {
  return diffArrays([...before], [...after]).flatMap(({ value, added, removed }) =>
    value.map(
      (text): Part => (added ? { text, change: 'added' } : removed ? { text, change: 'removed' } : { text }),
    ),
  );
}

type FollowUps = SignalVersion['followUpPrompts'];

/** Compares two lists of follow-ups by name, in the order of the new list, followed by the removed ones. */
export function diffFollowUps(before: FollowUps, after: FollowUps): ItemDiff[] {
  const old = new Map(before.map(({ name, prompt }) => [name, prompt]));
  const kept = before.filter(({ name }) => after.some((one) => one.name === name));
  const keptAfter = after.filter(({ name }) => old.has(name));
  const present = after.map(({ name, prompt }): ItemDiff => {
    const earlier = old.get(name);
    if (earlier === undefined) return { name, change: 'added', parts: [{ text: prompt }] };
    if (earlier !== prompt) return { name, change: 'changed', parts: diffText(earlier, prompt) };
    const place = keptAfter.findIndex((one) => one.name === name);
    const isMoved = kept[place]?.name !== name;
    return { name, ...(isMoved ? { change: 'moved' as const } : {}), parts: [{ text: prompt }] };
  });
  const gone = before
    .filter(({ name }) => !after.some((one) => one.name === name))
    .map(({ name, prompt }): ItemDiff => ({ name, change: 'removed', parts: [{ text: prompt }] }));
  return [...present, ...gone];
}
