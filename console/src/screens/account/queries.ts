import type { components } from '@parley/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { newestFirst } from '../../parts/newest-first.ts';
import type { Email, Meeting } from '../../shapes.ts';

/** An account with its details. */
export type AccountDetail = components['schemas']['AccountDetail'];

/** A meeting or an e-mail of an account, with its time. */
export type Contact = { at: string } & ({ meeting: Meeting } | { email: Email });

/** The rows of each kind that are read at a time. */
const STEP = 20;

const EVER = '0001-01-01T00:00:00Z';

export const accountQuery = (crmAccountId: string) =>
  queryOptions({
    queryKey: ['account', crmAccountId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/v1/accounts/{crmAccountId}', { params: { path: { crmAccountId } }, signal })),
  });

/** The conversations of an account, newest first: as many meetings and e-mails at a time. */
export const contactsQuery = (salesforceAccountId: string) =>
  infiniteQueryOptions({
    queryKey: ['account', salesforceAccountId, 'contacts'],
    initialPageParam: 1,
    queryFn: async ({ pageParam: page, signal }) => {
      const filter = { from: EVER, salesforceAccountId };
      const [meetings, emails] = await Promise.all([
        newestFirst(
          async (paging) => {
            const query = { ...filter, ...paging, includeTranscript: false };
            const found = await unwrap(api.GET('/v1/meetings', { params: { query }, signal }));
            return { items: found.meetings as Meeting[], pageCount: found.pageCount };
          },
          { page, size: STEP },
        ),
        newestFirst(
          async (paging) => {
            const found = await unwrap(
              api.GET('/v1/emails', { params: { query: { ...filter, ...paging } }, signal }),
            );
            return { items: found.emails, pageCount: found.pageCount };
          },
          { page, size: STEP },
        ),
      ]);
      return { page, meetings, emails };
    },
    getNextPageParam: ({ page, meetings, emails }) =>
      page < Math.max(meetings.pageCount, emails.pageCount) ? page + 1 : undefined,
  });

type ContactPage = {
  page: number;
  meetings: { items: Meeting[]; pageCount: number };
  emails: { items: Email[]; pageCount: number };
};

/** The conversations of the pages, newest first, as far back as all of both kinds have been read. */
export function contactsOf(pages: readonly ContactPage[]): Contact[] {
  const meetings = pages.flatMap((page) =>
    page.meetings.items.map((meeting) => ({ at: meeting.startTime, meeting })),
  );
  const emails = pages.flatMap((page) => page.emails.items.map((email) => ({ at: email.sentAt, email })));
  const last = pages.at(-1);
  if (!last) return [];
  const from = Math.max(
    last.page < last.meetings.pageCount ? Date.parse(meetings.at(-1)!.at) : Number.NEGATIVE_INFINITY,
    last.page < last.emails.pageCount ? Date.parse(emails.at(-1)!.at) : Number.NEGATIVE_INFINITY,
  );
  return [...meetings, ...emails]
    .filter(({ at }) => Date.parse(at) >= from)
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
