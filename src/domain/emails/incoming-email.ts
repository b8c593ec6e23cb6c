import { createHash } from 'node:crypto';
import { emailKey } from '../../lib/text.ts';
import { formatDateTime } from '../../lib/time.ts';

/** A sender or recipient of an e-mail, stored and shown as given. */
export type Mailbox = { email: string; name?: string };

/**
 * An e-mail as a source delivers it. For a known e-mail, omitted fields keep their values; given fields replace the old
 * ones as a whole.
 */
export type IncomingEmail = {
  externalId?: string;
  /** The Message-ID header, with or without its angle brackets. */
  messageId?: string;
  subject: string;
  sentMs: number;
  from: Mailbox;
  to: Mailbox[];
  cc?: Mailbox[];
  text: string;
  accountId?: string;
  opportunityId?: string;
  leadId?: string;
};

/** The identities of an e-mail; each begins with its kind, and is unique in an organization. */
export const identities = {
  ofId: (id: string) => `id:${id}`,
  ofMessageId: (messageId: string) => `message-id:${bare(messageId)}`,
  /**
   * The identity of an e-mail with neither: its subject, text, time, sender and recipients. Cc is excluded, because it
   * may be omitted.
   */
  ofContent({ from, subject, sentMs, to, text }: IncomingEmail): string {
    const addresses = [from, ...to].map(({ email }) => emailKey(email));
    const parts = JSON.stringify([addresses, subject, formatDateTime(sentMs), text]);
    return `sha256:${createHash('sha256').update(parts).digest('hex')}`;
  },
};

/** Returns the identities of the e-mail, the most reliable first. */
export function identitiesOf(incoming: IncomingEmail): string[] {
  const { externalId, messageId } = incoming;
  if (externalId === undefined && messageId === undefined) return [identities.ofContent(incoming)];
  return [
    ...(externalId === undefined ? [] : [identities.ofId(externalId)]),
    ...(messageId === undefined ? [] : [identities.ofMessageId(messageId)]),
  ];
}

/** Returns the forms in which sources write one Message-ID, with and without its angle brackets. */
export function writtenForms(messageId: string): string[] {
  return [bare(messageId), `<${bare(messageId)}>`];
}

function bare(messageId: string): string {
  return /^<(.*)>$/s.exec(messageId)?.[1] ?? messageId;
}

/** Returns the SHA-256 of subject and text, which are the parts that signals judge. */
export function contentHash({ subject, text }: { subject: string; text: string }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([subject, text]))
    .digest();
}
