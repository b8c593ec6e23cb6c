import { createHash } from 'node:crypto';
import { emailKey } from '../../lib/text.ts';
import { formatDateTime } from '../../lib/time.ts';

/** Somebody who sends or gets an e-mail; stored and shown as given. */
export type Mailbox = { email: string; name?: string };

/**
 * An e-mail as a source gives it. Fields left out stay as they are where the e-mail is known already; fields given
 * replace the old ones whole.
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

/** Under what an e-mail can be known; each is a text of its own kind, unique in an organization. */
export const identities = {
  ofId: (id: string) => `id:${id}`,
  ofMessageId: (messageId: string) => `message-id:${bare(messageId)}`,
  /** For an e-mail with neither: what it says, when, from whom and to whom. Cc may be left out, so it does not count. */
  ofContent({ from, subject, sentMs, to, text }: IncomingEmail): string {
    const addresses = [from, ...to].map(({ email }) => emailKey(email));
    const parts = JSON.stringify([addresses, subject, formatDateTime(sentMs), text]);
    return `sha256:${createHash('sha256').update(parts).digest('hex')}`;
  },
};

/** Under what the e-mail may be known, best first. */
export function identitiesOf(incoming: IncomingEmail): string[] {
  const { externalId, messageId } = incoming;
  if (externalId === undefined && messageId === undefined) return [identities.ofContent(incoming)];
  return [
    ...(externalId === undefined ? [] : [identities.ofId(externalId)]),
    ...(messageId === undefined ? [] : [identities.ofMessageId(messageId)]),
  ];
}

/** The ways in which sources write one Message-ID: some leave its angle brackets out. */
export function writtenForms(messageId: string): string[] {
  return [bare(messageId), `<${bare(messageId)}>`];
}

function bare(messageId: string): string {
  return /^<(.*)>$/s.exec(messageId)?.[1] ?? messageId;
}

/** SHA-256 of subject and text: what signals judge. */
export function contentHash({ subject, text }: { subject: string; text: string }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([subject, text]))
    .digest();
}
