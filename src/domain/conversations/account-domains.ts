import { type Attendee, domainOf } from './attendees.ts';

type CrmIds = { accountId: string | null; opportunityId: string | null; leadId: string | null };

const NONE: ReadonlySet<string> = new Set();

/**
 * The domains by which a new conversation finds its CRM account: those of everybody outside of the organization. A
 * conversation that has a CRM record already is not looked up.
 */
export function accountDomains(
  { accountId, opportunityId, leadId }: CrmIds,
  people: readonly Attendee[],
): ReadonlySet<string> {
  if (accountId !== null || opportunityId !== null || leadId !== null) return NONE;
  const external = people.filter(({ email, isInternal }) => email !== undefined && !isInternal);
  return new Set(external.map(({ email }) => domainOf(email!)));
}
