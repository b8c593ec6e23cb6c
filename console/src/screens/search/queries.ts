import type { components } from '@parley/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { windowOf } from '../../parts/date-range.ts';
import { MAX_SEARCH_CHARACTERS } from '../../parts/use-search.ts';
import type { FoundMeeting } from '../../shapes.ts';
import type { SearchSearch } from './search.ts';

export type MomentPage = components['schemas']['MomentPage'];

const MOMENTS_PER_PAGE = 20;
const ROWS_PER_PAGE = 25;
const MAX_PEOPLE = 50;
/** A page may be empty although others follow: so many of those are passed over in one go. */
const MAX_EMPTY_PAGES = 4;

/** A page of moments, with the filters of the URL. */
export function momentsQuery(search: SearchSearch) {
  const { q = '', order, account, speaker, side, meeting, after } = search;
  const hasWindow = search.range !== undefined || search.from !== undefined || search.to !== undefined;
  const filter = {
    query: q,
    order: order ?? ('newest' as const),
    pageSize: MOMENTS_PER_PAGE,
    ...(hasWindow ? windowOf(search) : {}),
    ...(account ? { salesforceAccountId: account } : {}),
    ...(speaker ? { speaker } : {}),
    ...(side ? { side } : {}),
    ...(meeting ? { meetingId: meeting } : {}),
  };
  return queryOptions({
    queryKey: ['moments', filter, after],
    queryFn: async ({ signal }): Promise<MomentPage> => {
      let cursor = after;
      for (let passed = 0; ; passed += 1) {
        const query = { ...filter, ...(cursor ? { after: cursor } : {}) };
        const page = await unwrap(api.GET('/v1/moments', { params: { query }, signal }));
        const isEmpty = page.moments.length === 0 && page.next !== undefined;
        if (!isEmpty || passed === MAX_EMPTY_PAGES) return page;
        cursor = page.next;
      }
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}

/** A page of meetings by the words of their titles. */
export function foundMeetingsQuery({ q = '', after }: { q?: string; after?: string }) {
  const query = {
    query: q.slice(0, MAX_SEARCH_CHARACTERS),
    pageSize: ROWS_PER_PAGE,
    ...(after ? { after } : {}),
  };
  return queryOptions({
    queryKey: ['search', 'meetings', query],
    queryFn: async ({ signal }) => {
      const { meetings, next } = await unwrap(api.GET('/v1/search', { params: { query }, signal }));
      return { meetings: meetings as FoundMeeting[], next };
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}

/** The people whom the words of a search find. */
export function foundPeopleQuery({ q = '' }: { q?: string }) {
  const query = { query: q.slice(0, MAX_SEARCH_CHARACTERS), pageSize: MAX_PEOPLE };
  return queryOptions({
    queryKey: ['search', 'people', query],
    queryFn: async ({ signal }) => {
      const { people } = await unwrap(api.GET('/v1/search', { params: { query }, signal }));
      return { people, isCut: people.length === MAX_PEOPLE };
    },
    enabled: q !== '',
  });
}
