import { type Attendee, domainOf } from './attendees.ts';

type CrmIds = { accountId: string | null; opportunityId: string | null; leadId: string | null };

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the domains by which a new conversation finds its CRM account: those of all participants outside the
 * organization. A conversation that has a CRM record already needs none.
 */
export function accountDomains(
  { accountId, opportunityId, leadId }: CrmIds,
  people: readonly Attendee[],
): ReadonlySet<string> {
  if (accountId !== null || opportunityId !== null || leadId !== null) return NONE;
  const external = people.filter(({ email, isInternal }) => email !== undefined && !isInternal);
  return new Set(external.map(({ email }) => domainOf(email!)));
}
