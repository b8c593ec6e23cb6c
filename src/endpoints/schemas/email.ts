import Type from 'typebox';
import { DateTime, Email, Text } from './common.ts';

const Mailbox = (whose: string) =>
  Type.Object(
    {
      name: Type.Optional(Text('Name as the source gave it.')),
      email: Email('Address as the source gave it.'),
    },
    { description: whose },
  );

/** An e-mail as it is listed. */
export const EmailItem = Type.Object(
  {
    id: Text('E-mail identifier: a whole number as text.'),
    subject: Text('Subject; empty where the e-mail has none.'),
    sentAt: DateTime('When it was sent, in UTC.'),
    from: Mailbox('Who sent it.'),
    to: Type.Array(Mailbox('A recipient.'), { description: 'To whom.' }),
    cc: Type.Array(Mailbox('A recipient in copy.'), { description: 'To whom in copy.' }),
    text: Text('What it says, word for word.'),
    messageId: Type.Optional(Text('The Message-ID header as the source gave it.')),
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
