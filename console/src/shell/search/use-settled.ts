import { useDebouncedValue } from '@mantine/hooks';

const MAX_QUERY_CHARACTERS = 300;

/** The typed text, once typing pauses; `isBehind` while the present text differs from it. */
export function useSettled(typed: string, pauseMs: number): { query: string; isBehind: boolean } {
  const now = typed.trim().slice(0, MAX_QUERY_CHARACTERS);
  const [query] = useDebouncedValue(now, pauseMs);
  return { query: now === '' ? '' : query, isBehind: query !== now };
}
