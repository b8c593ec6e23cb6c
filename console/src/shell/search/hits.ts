import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { messageOf } from '../../api.ts';

/** Something that was found: it leads somewhere, or does something. */
export interface Hit {
  key: string;
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

/** The state of a group whose hits a request finds. `isWanted`: something was typed, and the key may search for it. */
export function groupOf<T>(
  { key, label }: { key: string; label: string },
  query: UseQueryResult<T>,
  { isWanted, isBehind }: { isWanted: boolean; isBehind: boolean },
  hitsOf: (found: T) => readonly Hit[],
): HitGroup {
  if (!isWanted) return { key, label, hits: [] };
  if (query.error) return { key, label, hits: [], note: messageOf(query.error) };
  if (query.data === undefined) return { key, label, hits: [], isLoading: true };
  return { key, label, hits: hitsOf(query.data), isStale: isBehind || query.isPlaceholderData };
}
