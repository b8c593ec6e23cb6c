import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, ParleyError, unwrap } from '../../api.ts';
import { windowOf } from '../../parts/date-range.ts';
import { DEFAULT_PAGE_SIZE } from '../../parts/pager.tsx';
import type { Meeting } from '../../shapes.ts';
import type { MeetingsSearch } from './search.ts';
import { SORT_PARAMETERS } from './sorting.tsx';

/** The API's filter parameters. What signals found is left out for keys that may not read it. */
function filterOf(search: MeetingsSearch, mayReadSignals: boolean) {
  const { attendees, sources, account, opportunity, signals } = search;
  return {
    ...windowOf(search),
    ...(attendees ? { attendeeEmailAddresses: attendees } : {}),
    ...(sources ? { sourceTypes: sources.join(',') } : {}),
    // The API takes one of the two; an opportunity says more.
    ...(opportunity
      ? { salesforceOpportunityId: opportunity }
      : account
        ? { salesforceAccountId: account }
        : {}),
    ...(signals && mayReadSignals ? { signalIds: signals } : {}),
  };
}

/**
 * A page of the meetings that a search of the screen finds, with how many there are in all, and the place where the next
 * page begins. A page that was reached by such a place begins there, whatever was added or deleted before it.
 */
export function meetingsQuery(search: MeetingsSearch, mayReadSignals: boolean) {
  const { page = 1, size = DEFAULT_PAGE_SIZE, after } = search;
  const filter = filterOf(search, mayReadSignals);
  const sorting = SORT_PARAMETERS[search.sort ?? 'newest'];
  return queryOptions({
    queryKey: ['meetings', filter, sorting, page, size, after, mayReadSignals],
    queryFn: async ({ signal }) => {
      const common = { ...filter, ...sorting, includeTranscript: false };
      const read = (query: object) =>
        unwrap(api.GET('/v1/meetings', { params: { query: { ...common, ...query } }, signal }));
      const shown = { pageSize: size, includeDownloadUrl: true, includeSignals: mayReadSignals };
      const numbered = page === 1 ? { after: 'start' } : { pageNumber: page };
      const [counted, found] = await Promise.all([
        // A page of one row tells the total.
        read({ pageSize: 1 }),
        read({ ...shown, ...(after ? { after } : numbered) }).catch((error) => {
          // The place is of another list: a range such as the last 7 days has moved on since.
          const isOld = after !== undefined && error instanceof ParleyError && error.status === 400;
          if (isOld) return read({ ...shown, ...numbered });
          throw error;
        }),
      ]);
      const { meetings, pageCount, next } = found;
      return { items: meetings as Meeting[], total: counted.pageCount, pageCount, next };
    },
    placeholderData: keepPreviousData,
  });
}
