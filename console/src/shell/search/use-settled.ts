import { useDebouncedValue } from '@mantine/hooks';

const MAX_QUERY_CHARACTERS = 300;

/** The pause before words are searched for: longer than for titles, because texts themselves are read. */
export const WORDS_PAUSE_MS = 250;

/** Returns whether a search in texts can do something with a query: one character is a word only in some scripts. */
export const isWorthAsking = (query: string): boolean => query.length > 1 || /[^\p{ASCII}]/u.test(query);

/** The typed text, once typing pauses; `isBehind` while the present text differs from it. */
export function useSettled(typed: string, pauseMs: number): { query: string; isBehind: boolean } {
  const now = typed.trim().slice(0, MAX_QUERY_CHARACTERS);
  const [query] = useDebouncedValue(now, pauseMs);
  return { query: now === '' ? '' : query, isBehind: query !== now };
}
