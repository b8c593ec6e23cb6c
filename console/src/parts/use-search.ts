import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../api.ts';

const TYPING_PAUSE_MS = 120;
/** The API takes no more. */
export const MAX_SEARCH_CHARACTERS = 128;

/** Searches meetings by title and people by name or address while typing. An empty text sends no request. */
export const useSearchApi = (typed: string) => useTypedSearch(typed).found;

/** The same; `isBehind` while the request is about something that was typed before. */
export function useTypedSearch(typed: string) {
  const now = typed.trim().slice(0, MAX_SEARCH_CHARACTERS);
  const [query] = useDebouncedValue(now, TYPING_PAUSE_MS);
  const found = useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/search', { params: { query: { query } }, signal })),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  return { found, isBehind: query !== now };
}
