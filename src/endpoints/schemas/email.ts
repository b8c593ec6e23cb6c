import { Type } from '../../lib/schema-types.ts';
import { DateTime, Email, Text } from './common.ts';

const Mailbox = (whose: string) =>
  Type.Object(
    {
      name: Type.Optional(Text('Name as given by the source.')),
      email: Email('Address as given by the source.'),
    },
    { description: whose },
  );

/** An e-mail as the list returns it. */
export const EmailItem = Type.Object(
  {
    id: Text('E-mail identifier: a whole number as text.'),
    subject: Text('Subject; empty if the e-mail has none.'),
    sentAt: DateTime('When it was sent, in UTC.'),
    from: Mailbox('The sender.'),
    to: Type.Array(Mailbox('A recipient.'), { description: 'The recipients.' }),
    cc: Type.Array(Mailbox('A recipient in copy.'), { description: 'The recipients in copy.' }),
    text: Text('The text, word for word.'),
    messageId: Type.Optional(Text('The Message-ID header as given by the source.')),
    crmAccountId: Type.Optional(Text('CRM account.')),
    crmOpportunityId: Type.Optional(Text('CRM opportunity.')),
    crmLeadId: Type.Optional(Text('CRM lead.')),
  },
  { title: 'Email' },
);

export const emailExample = {
  id: '307',
  subject: 'Re: Renewal',
  sentAt: '2026-02-02T09:15:00Z',
  from: { name: 'Grace Lund', email: 'grace@acme.example' },
  to: [{ name: 'Ada Park', email: 'ada@parley.example' }],
  cc: [{ email: 'bo@acme.example' }],
  text: 'Hello Ada,\n\nthe price is fine with us. Can you send the contract by Friday?\n\nGrace',
  messageId: '<20260202091500.4711@acme.example>',
  crmAccountId: '0018c00002ABCDEAA5',
};
