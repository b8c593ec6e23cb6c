import { EmlError, readEml } from '../../domain/emails/eml/read-eml.ts';
import type { Beside } from '../../domain/meetings/files/meetings-of-file.ts';
import {
  MAX_EMAIL_ID_LENGTH,
  MAX_MAILBOX_NAME_LENGTH,
  MAX_RECIPIENTS,
  MAX_SUBJECT_LENGTH,
} from '../../endpoints/schemas/email-body.ts';
import { Fault } from '../../lib/faults.ts';
import { formatDateTime } from '../../lib/time.ts';

/** An e-mail as a file has it: a body of the operation that takes in e-mails, not checked yet. */
export type FoundEmail = { body: { email: Record<string, unknown> } };

const BOUNDS = {
  maxSubjectLength: MAX_SUBJECT_LENGTH,
  maxNameLength: MAX_MAILBOX_NAME_LENGTH,
  maxRecipients: MAX_RECIPIENTS,
  maxMessageIdLength: MAX_EMAIL_ID_LENGTH,
};

/**
 * Reads the e-mail in a file. The file takes precedence: the manifest and the flags only fill in what it lacks.
 * @throws Fault, worded to follow the file's name and a colon, where there is nothing to take from it
 */
export async function emailOfFile(
  bytes: Buffer,
  { row, flags }: Beside,
): Promise<{ email: FoundEmail; warnings: string[] }> {
  if (bytes.length === 0) throw new Fault('invalid', 'it is empty');
  const read = await readEml(bytes, BOUNDS).catch((error) => {
    throw error instanceof EmlError ? new Fault('invalid', error.message) : error;
  });
  const knownMs = read.sentMs ?? row.startMs ?? flags.startMs;
  const sentMs = knownMs ?? read.receivedMs;
  const faults: string[] = [];
  if (read.from === undefined) faults.push('it has no sender with an e-mail address');
  if (sentMs === undefined) {
    faults.push('it has no Date that can be read; give --date, or startTime in a manifest');
  }
  if (faults.length > 0) throw new Fault('invalid', faults.join('; '));
  if (knownMs === undefined) {
    read.warnings.push(
      'it has no Date that can be read; the time when the first server received it is taken',
    );
  }
  const given: Record<string, unknown> = {
    id: row.externalId,
    messageId: read.messageId,
    subject: read.subject === '' ? (row.title ?? flags.title ?? '') : read.subject,
    sentAt: formatDateTime(sentMs!),
    from: read.from,
    to: read.to,
    cc: read.cc,
    text: read.text,
    salesforceAccountId: row.accountId ?? flags.accountId,
    salesforceOpportunityId: row.opportunityId ?? flags.opportunityId,
  };
  const email = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { email: { body: { email } }, warnings: read.warnings };
}
