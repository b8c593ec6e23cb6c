import type { Details } from '../../domain/meetings/files/details.ts';
import type { Advice, Beside } from '../../domain/meetings/files/meetings-of-file.ts';

/** The parameters that supply what a file does not contain. */
export const ADVICE: Advice = { host: 'hostEmail', start: 'startTime', end: 'endTime', id: 'an externalId' };

/** The parameters that describe the meeting of a file, with the details that they give. */
const DETAIL_OF = {
  title: 'title',
  startTime: 'startMs',
  endTime: 'endMs',
  hostEmail: 'hostEmail',
  hostName: 'hostName',
  attendees: 'attendees',
  salesforceAccountId: 'accountId',
  salesforceOpportunityId: 'opportunityId',
  sourceType: 'sourceType',
} as const satisfies Record<string, keyof Details>;

/** The parameters that may be mere defaults. */
export const DETAIL_PARAMETERS = Object.keys(DETAIL_OF) as (keyof typeof DETAIL_OF)[];

export type DetailsQuery = Pick<Details, 'title' | 'hostEmail' | 'hostName' | 'attendees' | 'sourceType'> & {
  externalId?: string;
  startTime?: number;
  endTime?: number;
  salesforceAccountId?: string;
  salesforceOpportunityId?: string;
  defaults?: (keyof typeof DETAIL_OF)[];
};

/** Returns the details that the query gives: those that take precedence over the file, and those that yield to it. */
export function detailsBesideFile(query: DetailsQuery): Beside {
  const row: Record<string, unknown> = { externalId: query.externalId };
  const defaults: Record<string, unknown> = {};
  for (const name of DETAIL_PARAMETERS) {
    const details = query.defaults?.includes(name) ? defaults : row;
    details[DETAIL_OF[name]] = query[name];
  }
  return { row, flags: {}, defaults };
}
