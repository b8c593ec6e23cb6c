import { Type } from '../../lib/schema-types.ts';
import { DateTime, Email, Text } from './common.ts';
import { Quote, quoteExample } from './evidence.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const accountFields = {
  id: Text('CRM id of the account.'),
  name: Type.Optional(Text('Its name, if the CRM record is known.')),
  domains: Type.Array(Text('A domain.'), { description: 'Its mail domains, if they are known.' }),
  meetingCount: Count('Its meetings.'),
  emailCount: Count('Its e-mails.'),
  firstAt: DateTime('Start of its first meeting, or time of its first e-mail.'),
  lastAt: DateTime('Start of its last meeting, or time of its last e-mail.'),
};

/** An account in the list of accounts. */
export const AccountItem = Type.Object(accountFields, { title: 'AccountItem' });

const PersonOfAccount = Type.Object(
  {
    name: Type.Optional(Text('The name that was given last.')),
    email: Email('Address of the person.'),
    meetingCount: Count('Meetings that the person attended.'),
    lastAt: DateTime('Last meeting or e-mail with the person.'),
  },
  { title: 'PersonOfAccount' },
);

const SignalOfAccount = Type.Object(
  {
    signalId: Type.Integer({ minimum: 1, description: 'Identifier of the signal.' }),
    signalName: Text('Its name.'),
    count: Count('Matches in conversations with the account.'),
    lastAt: DateTime('Last conversation in which it matched.'),
    months: Type.Array(
      Type.Object({ month: Text('Month, `YYYY-MM`, in UTC.'), count: Count('Matches of the month.') }),
      { description: 'Its matches by the month of the conversation; months without any are omitted.' },
    ),
  },
  { title: 'SignalOfAccount' },
);

const OpenNextStep = Type.Object(
  {
    text: Text('The task.'),
    owner: Type.Optional(Text('The owner, as named in the meeting.')),
    meetingId: Text('The meeting in which it was agreed.'),
    title: Text('Title of the meeting.'),
    startTime: DateTime('Start of the meeting.'),
    provider: Text('The provider that found it. What `builtin` finds are sentences that may be next steps.'),
    quotes: Type.Array(Quote, { description: 'Its proof.' }),
  },
  { title: 'OpenNextStep' },
);

/** An account with its people, matches, next steps and opportunities. */
export const AccountDetail = Type.Object(
  {
    ...accountFields,
    people: Type.Array(PersonOfAccount, {
      description: 'People of the account, last contact first; at most 100.',
    }),
    signals: Type.Array(SignalOfAccount, {
      description:
        'Signals that matched, the most frequent first; empty for a key without the scope `signals:read`.',
    }),
    openNextSteps: Type.Array(OpenNextStep, {
      description: 'Next steps of the 20 newest meetings whose summary has any, newest first.',
    }),
    opportunities: Type.Array(
      Type.Object({ id: Text('CRM id.'), name: Type.Optional(Text('Its name, if it is known.')) }),
      { description: 'Opportunities of its meetings and e-mails, by name.' },
    ),
  },
  { title: 'AccountDetail' },
);

export const accountExample = {
  id: '0018c00002ABCDEAA5',
  name: 'Acme',
  domains: ['acme.example'],
  meetingCount: 12,
  emailCount: 3,
  firstAt: '2025-09-02T13:00:00Z',
  lastAt: '2026-01-31T09:30:00Z',
};

export const accountDetailExample = {
  ...accountExample,
  people: [
    { name: 'Grace Lund', email: 'grace@acme.example', meetingCount: 9, lastAt: '2026-01-31T09:30:00Z' },
  ],
  signals: [
    {
      signalId: 7,
      signalName: 'Pricing objection',
      count: 2,
      lastAt: '2026-01-31T09:30:00Z',
      months: [{ month: '2026-01', count: 2 }],
    },
  ],
  openNextSteps: [
    {
      text: 'Send an offer for two years.',
      owner: 'Ada Park',
      meetingId: '1042',
      title: 'Acme: quarterly review',
      startTime: '2026-01-31T09:30:00Z',
      provider: 'openai-compatible',
      quotes: [quoteExample],
    },
  ],
  opportunities: [{ id: '0068c00001XYZABAA4', name: 'Acme renewal' }],
};
