import { listMeetings } from '../../domain/meetings/read-meetings.ts';
import { DEFAULT_PAGE_SIZE } from '../../http/paging.ts';
import { oneOf, shortText, withFallback } from '../../http/params.ts';
import { count } from '../../lib/text.ts';
import { afterEntries, meetingFilters, pageSize, windowEnd, windowStart } from './common-arguments.ts';
import { compose } from './compose.ts';
import { accountArgument, accountFilter } from './find-account.ts';
import { findByTitle, MAX_TITLES } from './find-by-title.ts';
import { DATA_NOTICE } from './lines.ts';
import { headOf, meetingLines } from './meeting-heads.ts';
import { defineTool } from './tool.ts';

/** Earlier than any meeting. */
const EVER_MS = Date.parse('0000-01-01T00:00:00Z');

export const listMeetingsTool = defineTool({
  name: 'list_meetings',
  scopes: ['meetings:read'],
  description: 'Meetings, newest first.',
  arguments: {
    query: { ...shortText({ description: 'words of the title' }), excludes: 'sourceTypes' },
    from: windowStart(),
    to: windowEnd('from'),
    salesforceAccountId: { ...accountArgument, excludes: 'salesforceOpportunityId' },
    ...meetingFilters,
    order: withFallback(oneOf({ description: '', values: ['asc', 'desc'] }), 'desc'),
    pageSize: withFallback(pageSize, DEFAULT_PAGE_SIZE),
    after: afterEntries,
  },
  async run(args, call) {
    const { db } = call.deps;
    const { organizationId } = call.caller;
    const offset = args.after ?? 0;
    const filter = {
      fromMs: args.from ?? EVER_MS,
      toMs: args.to,
      accountId: await accountFilter(call, args.salesforceAccountId),
      opportunityId: args.salesforceOpportunityId,
      emails: args.attendeeEmailAddresses,
      sourceTypes: args.sourceTypes,
    };
    const page = { limit: args.pageSize, offset, isDescending: args.order !== 'asc', withTranscripts: false };
    const listed = args.query === undefined && (await listMeetings(db, organizationId, filter, page));
    const { total, heads, isCut } = listed
      ? { total: listed.total, heads: listed.meetings.map(headOf), isCut: false }
      : await findByTitle(call, args.query!, filter, page);
    const lines = await meetingLines(db, organizationId, heads);
    const order = args.order === 'asc' ? 'oldest first' : 'newest first';
    const among = isCut ? ` Only the newest ${MAX_TITLES} with these words in the title were looked at.` : '';
    const found = `${count(total, 'meeting')}, ${order}.${among}`;
    return compose(call, {
      size: lines.length,
      heads: [() => [found, ...(lines.length > 0 ? [DATA_NOTICE] : [])], () => [found]],
      lines: (some) => lines.slice(0, some),
      next: (some) => (offset + some < total ? { changes: { after: offset + some } } : undefined),
      ids: (some) => ({ meetingIds: heads.slice(0, some).map(({ id }) => id), total }),
    });
  },
});
