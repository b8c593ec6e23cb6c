import { readMeetingHeads } from '../../domain/meetings/read-meeting-heads.ts';
import type { MeetingFilter } from '../../domain/meetings/read-meetings.ts';
import { searchMeetings } from '../../domain/search/search-meetings.ts';
import { emailKey } from '../../lib/text.ts';
import type { MeetingHead } from './meeting-heads.ts';
import type { ToolCall } from './tool.ts';

/** The newest meetings with the words that are looked at, so that other filters need no index of their own. */
export const MAX_TITLES = 200;

/** Undefined stands for absent. Meetings as they are shown do not have their source. */
type Filter = { [Name in keyof Omit<MeetingFilter, 'sourceTypes'>]?: MeetingFilter[Name] | undefined };

type Found = { heads: MeetingHead[]; total: number; isCut: boolean };

/**
 * Finds meetings whose titles contain, for every word of the text, a word that begins with it, and that the filter lets pass.
 * @returns the meetings of the page, the number of all, and whether there are more with these words than were looked at
 */
export async function findByTitle(
  { deps, caller: { organizationId } }: ToolCall,
  text: string,
  filter: Filter,
  { limit, offset, isDescending }: { limit: number; offset: number; isDescending: boolean },
): Promise<Found> {
  const hits = await searchMeetings(deps.db.brief, organizationId, text, { limit: MAX_TITLES });
  const ids = hits.meetings.map(({ id }) => Number(id));
  const found = await readMeetingHeads(deps.db, organizationId, ids);
  const all = ids
    .flatMap((id): MeetingHead[] => (found.has(id) ? [JSON.parse(found.get(id)!)] : []))
    .filter((head) => passes(head, filter));
  if (!isDescending) all.reverse();
  return { heads: all.slice(offset, offset + limit), total: all.length, isCut: hits.next !== undefined };
}

function passes(head: MeetingHead, filter: Filter): boolean {
  const { fromMs, toMs, accountId, opportunityId, emails } = filter;
  const people = new Set(
    [head.host, ...head.attendees].flatMap(({ email }) => (email === undefined ? [] : emailKey(email))),
  );
  return (
    (fromMs === undefined || Date.parse(head.startTime) >= fromMs) &&
    (toMs === undefined || Date.parse(head.endTime) <= toMs) &&
    (accountId === undefined || head.crmAccountId === accountId) &&
    (opportunityId === undefined || head.crmOpportunityId === opportunityId) &&
    (emails?.every((email) => people.has(emailKey(email))) ?? true)
  );
}
