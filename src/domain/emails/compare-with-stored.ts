import { isDeepStrictEqual } from 'node:util';
import type { Queries } from '../../db/database.ts';
import { canonicalCrmId } from '../../lib/salesforce-id.ts';
import { findStored } from './find-stored.ts';
import type { IncomingEmail, Mailbox } from './incoming-email.ts';
import type { StoredEmail } from './queries.ts';

/** A stored e-mail, and the fields that an ingest would change in it. */
export type StoredEmailComparison = { emailId: string; changes: (keyof IncomingEmail)[] };

/**
 * Returns the fields that ingesting the e-mail would change, without ingesting it, so that a repeated import skips
 * e-mails that it has ingested.
 * @returns undefined if the organization does not know the e-mail
 */
export async function compareWithStoredEmails(
  db: Queries,
  organizationId: number,
  incoming: IncomingEmail,
): Promise<StoredEmailComparison | undefined> {
  const stored = await findStored(db, organizationId, incoming);
  if (!stored) return undefined;
  const changes = (Object.keys(KEEPS) as (keyof IncomingEmail)[]).filter(
    (field) => incoming[field] !== undefined && !KEEPS[field](incoming as Required<IncomingEmail>, stored),
  );
  return { emailId: `${stored.id}`, changes };
}

/**
 * Returns, for each field, whether the given value is already stored. The type makes the compiler demand an entry for a
 * new field.
 */
const KEEPS: Record<
  keyof IncomingEmail,
  (incoming: Required<IncomingEmail>, stored: StoredEmail) => boolean
> = {
  externalId: ({ externalId }, stored) => externalId === stored.externalId,
  messageId: ({ messageId }, stored) => messageId === stored.messageId,
  subject: ({ subject }, stored) => subject === stored.subject,
  sentMs: ({ sentMs }, stored) => sentMs === stored.sentMs,
  from: ({ from }, stored) =>
    from.email === stored.fromEmail && (from.name === undefined || from.name === stored.fromName),
  to: ({ to }, stored) => sameMailboxes(to, stored.to),
  cc: ({ cc }, stored) => sameMailboxes(cc, stored.cc),
  text: ({ text }, stored) => text === stored.text,
  accountId: ({ accountId }, stored) => canonicalCrmId(accountId) === stored.accountId,
  opportunityId: ({ opportunityId }, stored) => canonicalCrmId(opportunityId) === stored.opportunityId,
  leadId: ({ leadId }, stored) => canonicalCrmId(leadId) === stored.leadId,
};

function sameMailboxes(given: readonly Mailbox[], stored: readonly Mailbox[]): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(given)), stored);
}
