import type { Static } from 'typebox';
import type { IncomingEmail } from '../../domain/emails/incoming-email.ts';
import { Type } from '../../lib/schema-types.ts';
import { parseDateTime } from '../../lib/time.ts';
import { CrmId, DateTime, Email, Text } from './common.ts';

/** Ids are index keys, and PostgreSQL bounds those. */
export const MAX_EMAIL_ID_LENGTH = 512;

/** Longer than any line that a person writes above an e-mail. */
export const MAX_SUBJECT_LENGTH = 2_000;

export const MAX_MAILBOX_NAME_LENGTH = 255;

/** The most addresses in each of the two lists: the limit of large mail services. Each costs an index entry. */
export const MAX_RECIPIENTS = 1_000;

/** A text cannot have more characters than a body may have bytes; an e-mail from a file has no other bound. */
const MAX_TEXT_LENGTH = 5_242_880;

const Mailbox = (whose: string) =>
  Type.Object({
    name: Type.Optional(Text(`Name of the ${whose}.`, { maxLength: MAX_MAILBOX_NAME_LENGTH })),
    email: Email(`Address of the ${whose}.`),
  });

const EmailId = (description: string) => Text(description, { minLength: 1, maxLength: MAX_EMAIL_ID_LENGTH });

/** The body of the operation that ingests e-mails. */
export const IngestEmailBody = Type.Object(
  {
    email: Type.Object(
      {
        id: Type.Optional(
          EmailId("The source's own id of the e-mail: ingesting the same id again updates it."),
        ),
        messageId: Type.Optional(
          EmailId('The Message-ID header, with or without <>; it identifies the e-mail if no id is given.'),
        ),
        subject: Text('Subject; empty if the e-mail has none.', { maxLength: MAX_SUBJECT_LENGTH }),
        sentAt: DateTime('When it was sent, with a zone.'),
        from: Mailbox('sender'),
        to: Type.Array(Mailbox('recipient'), { maxItems: MAX_RECIPIENTS }),
        cc: Type.Optional(Type.Array(Mailbox('recipient in copy'), { maxItems: MAX_RECIPIENTS })),
        text: Text('The text, as plain text; stored word for word.', { maxLength: MAX_TEXT_LENGTH }),
        salesforceAccountId: Type.Optional(
          CrmId('CRM account; 15-character ids are extended to 18 characters.'),
        ),
        salesforceOpportunityId: Type.Optional(
          CrmId('CRM opportunity; 15-character ids are extended to 18 characters.'),
        ),
        salesforceLeadId: Type.Optional(CrmId('CRM lead; 15-character ids are extended to 18 characters.')),
      },
      { title: 'IngestEmailEmail' },
    ),
    processImportedEmail: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether signals are evaluated for the e-mail.' }),
    ),
  },
  { title: 'IngestEmail' },
);

export const ingestEmailBodyExample = {
  email: {
    id: 'mail-2026-02-02-acme',
    messageId: '<20260202091500.4711@acme.example>',
    subject: 'Re: Renewal',
    sentAt: '2026-02-02T09:15:00Z',
    from: { name: 'Grace Lund', email: 'grace@acme.example' },
    to: [{ name: 'Ada Park', email: 'ada@parley.example' }],
    cc: [{ email: 'bo@acme.example' }],
    text: 'Hello Ada,\n\nthe price is fine with us. Can you send the contract by Friday?\n\nGrace',
    salesforceAccountId: '0018c00002ABCDEAA5',
    salesforceOpportunityId: '0068c00002ABCDEAA5',
    salesforceLeadId: '00Q8c00002ABCDEEA5',
  },
};

/** Converts a validated body to an e-mail of the domain. */
export function toIncomingEmail({ email }: Static<typeof IngestEmailBody>): IncomingEmail {
  return {
    externalId: email.id,
    messageId: email.messageId,
    subject: email.subject,
    sentMs: parseDateTime(email.sentAt)!,
    from: email.from,
    to: email.to,
    cc: email.cc,
    text: email.text,
    accountId: email.salesforceAccountId,
    opportunityId: email.salesforceOpportunityId,
    leadId: email.salesforceLeadId,
  };
}
