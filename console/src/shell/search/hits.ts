import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { messageOf } from '../../api.ts';
import { matchesWords } from '../../parts/highlight.ts';

/** Something that was found: it leads somewhere, or does something. */
export interface Hit {
  key: string;
  /** The words by which it was found. */
  text: string;
  icon: ReactNode;
  title: ReactNode;
  /** A second line. */
  under?: ReactNode;
  /** Beside the title. */
  hint?: ReactNode;
  link?: LinkProps;
  run?: () => void;
}

/** Hits of one kind, which are asked for and shown independently of the others. */
export interface HitGroup {
  key: string;
  /** Its heading. */
  label?: string;
  hits: readonly Hit[];
  /** Nothing has been answered yet. */
  isLoading?: boolean;
  /** The hits are those of what was typed before. */
  isStale?: boolean;
  /** The reason for which there are no hits, unless nothing was found. */
  note?: string;
}

/**
 * The state of a group whose hits a request finds. While the answer to what is typed now is not there, only those hits stay
 * that have the words, so that Enter never opens something else.
 * @param isWanted whether something was typed, and the key may search for it
 * @param isBehind whether the request is about something that was typed before
 */
export function groupOf<T>(
  { key, label }: { key: string; label: string },
  query: UseQueryResult<T>,
  { isWanted, isBehind, typed }: { isWanted: boolean; isBehind: boolean; typed: string },
  hitsOf: (found: T) => readonly Hit[],
): HitGroup {
  if (!isWanted) return { key, label, hits: [] };
  if (query.error) return { key, label, hits: [], note: messageOf(query.error) };
  if (query.data === undefined) return { key, label, hits: [], isLoading: true };
  const isStale = isBehind || query.isPlaceholderData;
  const hits = hitsOf(query.data).filter(({ text }) => !isStale || matchesWords(text, typed));
  return { key, label, hits, isStale, isLoading: isStale && hits.length === 0 };
}
