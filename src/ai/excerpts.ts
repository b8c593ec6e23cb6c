import type { Conversation, Excerpt } from './types.ts';

/** Returns the entries of all excerpts as one conversation, whose entries are numbered as the quotes of a reply are. */
export function joinExcerpts(excerpts: readonly Excerpt[]): Conversation {
  const entries = excerpts.flatMap((excerpt) => excerpt.entries);
  return { kind: 'meeting', title: '', startedAt: '', participants: [], entries };
}
