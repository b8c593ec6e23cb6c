import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { windowOf } from '../../parts/date-range.ts';
import { newestFirst } from '../../parts/newest-first.ts';
import { DEFAULT_PAGE_SIZE } from '../../parts/pager.tsx';
import type { EmailsSearch } from './search.ts';

/** A page of the e-mails that a search of the screen finds, newest first, with how many there are in all. */
export function emailsQuery(search: EmailsSearch) {
  const { q, page = 1, size = DEFAULT_PAGE_SIZE, participants, account, opportunity } = search;
  const filter = {
    ...windowOf(search),
    ...(q ? { query: q } : {}),
    ...(participants ? { participantEmailAddresses: participants } : {}),
    // The API takes one of the two; an opportunity says more.
    ...(opportunity
      ? { salesforceOpportunityId: opportunity }
      : account
        ? { salesforceAccountId: account }
        : {}),
  };
  return queryOptions({
    queryKey: ['emails', filter, page, size],
    queryFn: ({ signal }) =>
      newestFirst(
        async (paging) => {
          const query = { ...filter, ...paging };
          const found = await unwrap(api.GET('/v1/emails', { params: { query }, signal }));
          return { items: found.emails, pageCount: found.pageCount };
        },
        { page, size },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Returns the subject to show for an e-mail. */
export const subjectOf = ({ subject }: { subject: string }): string => subject.trim() || '(No subject)';
