import type { Queries } from '../../db/database.ts';
import { type IncomingEmail, identitiesOf, writtenForms } from './incoming-email.ts';
import { type StoredEmail, selectByIdentity, selectByMessageId } from './queries.ts';

/** Returns the stored e-mail that ingesting this one would update. */
export async function findStored(
  db: Queries,
  organizationId: number,
  incoming: IncomingEmail,
): Promise<StoredEmail | undefined> {
  for (const identity of identitiesOf(incoming)) {
    const [found] = await db.query<StoredEmail>(selectByIdentity, [organizationId, identity]);
    if (found) return found;
  }
  const { externalId, messageId } = incoming;
  // An e-mail with its own id does not match one that is stored with another id and the same Message-ID.
  if (externalId !== undefined || messageId === undefined) return undefined;
  return (await db.query<StoredEmail>(selectByMessageId, [organizationId, writtenForms(messageId)]))[0];
}
