import { listMeetings } from '../../domain/meetings/read-meetings.ts';
import { DEFAULT_PAGE_SIZE } from '../../http/paging.ts';
import { oneOf, withFallback } from '../../http/params.ts';
import { afterEntries, meetingFilters, pageSize, windowEnd, windowStart } from './common-arguments.ts';
import { compose } from './compose.ts';
import { accountArgument, accountFilter } from './find-account.ts';
import { DATA_NOTICE } from './lines.ts';
import { type MeetingHead, meetingLines } from './meeting-heads.ts';
import { defineTool } from './tool.ts';

/** Earlier than any meeting. */
const EVER_MS = Date.parse('0000-01-01T00:00:00Z');

export const listMeetingsTool = defineTool({
  name: 'list_meetings',
  scopes: ['meetings:read'],
  description: 'Meetings, newest first.',
  arguments: {
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
    const { total, meetings } = await listMeetings(db, organizationId, filter, page);
    const heads = meetings.map((pieces): MeetingHead => JSON.parse((pieces as string[]).join('')));
    const lines = await meetingLines(db, organizationId, heads);
    const order = args.order === 'asc' ? 'oldest first' : 'newest first';
    const found = `${total === 1 ? '1 meeting' : `${total} meetings`}, ${order}.`;
    return compose(call, {
      size: lines.length,
      heads: [() => [found, ...(lines.length > 0 ? [DATA_NOTICE] : [])], () => [found]],
      lines: (count) => lines.slice(0, count),
      next: (count) => (offset + count < total ? { changes: { after: offset + count } } : undefined),
      ids: (count) => ({ meetingIds: heads.slice(0, count).map(({ id }) => id), total }),
    });
  },
});
