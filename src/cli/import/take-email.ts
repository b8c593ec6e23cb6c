import type { Static } from 'typebox';
import type { Database } from '../../db/database.ts';
import { compareWithStoredEmails } from '../../domain/emails/compare-with-stored.ts';
import { ingestEmail } from '../../domain/emails/ingest-email.ts';
import { ingestEmailEndpoint } from '../../endpoints/ingest-email.ts';
import { type IngestEmailBody, toIncomingEmail } from '../../endpoints/schemas/email-body.ts';
import { compileBodyCheck } from '../../http/check-body.ts';
import { Fault } from '../../lib/faults.ts';
import type { Queue } from '../../queue/queue.ts';
import type { FoundEmail } from './email-of-file.ts';

/** The outcome for an e-mail; `changes` are the fields that an update changed. In a dry run it is the expected one. */
export type TakenEmail = {
  outcome: 'created' | 'updated' | 'unchanged';
  emailId?: string;
  changes?: string[];
};

/** Takes in one e-mail. @throws Fault where it is not taken, and nothing is stored of it */
export type TakeEmail = (found: FoundEmail, rules?: { mayUpdate?: boolean }) => Promise<TakenEmail>;

/**
 * Makes what takes e-mails into an organization: checked as the operation checks them, compared with what is stored,
 * and written only where that differs.
 */
export function emailTaker(
  parts: { db: Database; queue: Queue },
  organizationId: number,
  options: { dryRun?: boolean; processing?: boolean } = {},
): TakeEmail {
  const check = compileBodyCheck(ingestEmailEndpoint.body!);
  return async ({ body }, { mayUpdate = true } = {}) => {
    const incoming = toIncomingEmail(check(body) as Static<typeof IngestEmailBody>);
    const stored = await compareWithStoredEmails(parts.db, organizationId, incoming);
    if (stored?.changes.length === 0) return { outcome: 'unchanged', emailId: stored.emailId };
    if (stored && !mayUpdate) throw new Fault('conflict', 'the same e-mail, with other content');
    const outcome = stored ? 'updated' : 'created';
    const changes = stored?.changes;
    if (options.dryRun) return { outcome, emailId: stored?.emailId, changes };
    const process = options.processing !== false;
    const ingested = await ingestEmail(parts, organizationId, incoming, { process, cause: 'import' });
    const { emailId, created } = ingested;
    // Deleted since it was compared: nothing was changed then.
    return created ? { outcome: 'created', emailId } : { outcome: 'updated', emailId, changes };
  };
}
