import { SOURCE_TYPES } from '../domain/meetings/source-types.ts';
import { codeList, dateTime, emailList, type ParamValues, shortText, text } from '../http/params.ts';
import { canonicalCrmId } from '../lib/salesforce-id.ts';
import { MAX_CRM_ID_LENGTH } from './schemas/common.ts';

const CRM_ID_LENGTH = 18;

const ACCOUNT = {
  description: 'Only meetings of this CRM account. It cannot be combined with salesforceOpportunityId.',
  excludes: 'salesforceOpportunityId',
};
const OPPORTUNITY = {
  description: 'Only meetings of this CRM opportunity. It cannot be combined with salesforceAccountId.',
};

/** The time window in which operations choose meetings. */
export const meetingWindowParams = {
  from: dateTime({
    description: 'Only meetings that start at or after this time.',
    example: '2026-01-01T00:00:00Z',
  }),
  to: dateTime({
    description: 'Only meetings that end at or before this time. It must not be before `from`.',
    notBefore: 'from',
    example: '2026-02-01T00:00:00Z',
  }),
};

/** The other query parameters by which they choose them. */
export const meetingFilterParams = {
  salesforceAccountId: text({ ...ACCOUNT, length: CRM_ID_LENGTH }),
  salesforceOpportunityId: text({ ...OPPORTUNITY, length: CRM_ID_LENGTH }),
  attendeeEmailAddresses: emailList({
    description: 'Only meetings in which each of these addresses is an attendee or the host.',
    example: ['grace@acme.example'],
  }),
  sourceTypes: codeList({
    description: `Only meetings of these sources: ${SOURCE_TYPES.join(', ')}.`,
    codes: SOURCE_TYPES,
    example: ['USER_PROVIDED', 'ZOOM'],
  }),
};

/** The same filters by CRM record that accept every id that accounts have: Salesforce ids of 15 characters too. */
export const anyCrmIdParams = {
  salesforceAccountId: {
    ...shortText({ ...ACCOUNT, maxLength: MAX_CRM_ID_LENGTH, example: '0018c00002ABCDEAA5' }),
    excludes: ACCOUNT.excludes,
  },
  salesforceOpportunityId: shortText({ ...OPPORTUNITY, maxLength: MAX_CRM_ID_LENGTH }),
};

/** Returns the filter that these parameters describe. */
export function meetingFilterOf<From extends number | undefined>(
  query: ParamValues<typeof meetingFilterParams> & { from: From; to: number | undefined },
) {
  const crmId = (id: string | undefined) => (id === undefined ? undefined : canonicalCrmId(id));
  return {
    fromMs: query.from,
    toMs: query.to,
    accountId: crmId(query.salesforceAccountId),
    opportunityId: crmId(query.salesforceOpportunityId),
    emails: query.attendeeEmailAddresses,
    sourceTypes: query.sourceTypes,
  };
}
