import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { windowOf } from '../../parts/date-range.ts';
import { newestFirst } from '../../parts/newest-first.ts';
import { DEFAULT_PAGE_SIZE } from '../../parts/pager.tsx';
import type { Meeting } from '../../shapes.ts';
import type { MeetingsSearch } from './search.ts';

/** A page of the meetings that a search of the screen finds, newest first, with how many there are in all. */
export function meetingsQuery(search: MeetingsSearch) {
  const { page = 1, size = DEFAULT_PAGE_SIZE, attendees, sources, account, opportunity } = search;
  const filter = {
    ...windowOf(search),
    ...(attendees ? { attendeeEmailAddresses: attendees } : {}),
    ...(sources ? { sourceTypes: sources.join(',') } : {}),
    // The API takes one of the two; an opportunity says more.
    ...(opportunity
      ? { salesforceOpportunityId: opportunity }
      : account
        ? { salesforceAccountId: account }
        : {}),
  };
  return queryOptions({
    queryKey: ['meetings', filter, page, size],
    queryFn: ({ signal }) =>
      newestFirst(
        async (paging) => {
          const query = {
            ...filter,
            ...paging,
            includeTranscript: false,
            includeDownloadUrl: paging.pageSize > 1,
          };
          const found = await unwrap(api.GET('/v1/meetings', { params: { query }, signal }));
          return { items: found.meetings as Meeting[], pageCount: found.pageCount };
        },
        { page, size },
      ),
    placeholderData: keepPreviousData,
  });
}
