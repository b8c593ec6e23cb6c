import { PageCount } from '../../http/paging.ts';
import { dateTime, flag, required } from '../../http/params.ts';
import type { Pieces } from '../../lib/gzip-pieces.ts';
import { Type } from '../../lib/schema-types.ts';
import { DateTime, Email, Text } from './common.ts';
import { certaintyFields, Quote, quoteExample } from './evidence.ts';

/** A follow-up prompt with its answer. */
export const FollowUp = Type.Object(
  {
    name: Text('Name of the follow-up prompt.'),
    prompt: Text('The question.'),
    response: Text('The answer.'),
  },
  { title: 'FollowUpOutput' },
);

const executionId = Type.Optional(
  Type.Integer({
    description: 'Identifier of the execution, as used in requests for evidence; only if requested.',
  }),
);

const commonFields = {
  executionId,
  signalId: Type.Integer({ description: 'Identifier of the signal.' }),
  signalName: Text('Name of the signal at that time.'),
  triggeredAt: DateTime('Time of the evaluation, in UTC.'),
  sourceTitle: Text('Title of the meeting, or subject of the e-mail.'),
  prompt: Text('Prompt of the version that was evaluated.'),
  reason: Text('Why it fired.'),
  hostEmail: Email('Host of the meeting, or sender of the e-mail.'),
  attendeeEmails: Type.Array(Email('Address as given by the source.'), {
    description: 'Attendees of the meeting, or recipients of the e-mail.',
  }),
  crmAccountId: Type.Optional(Text('CRM account at that time.')),
  crmAccountName: Type.Optional(Text('Its name.')),
  crmOpportunityId: Type.Optional(Text('CRM opportunity at that time.')),
  crmOpportunityName: Type.Optional(Text('Its name.')),
  crmLeadId: Type.Optional(Text('CRM lead at that time.')),
  crmLeadName: Type.Optional(Text('Its name.')),
};

/** An execution of a signal prompt (SPEC 2.4). */
const PromptExecution = Type.Object(
  {
    ...commonFields,
    sourceId: Text('Identifier of the meeting or e-mail: a whole number as text.'),
    sourceType: Type.Enum(['meeting', 'email'], {
      description: 'Kind of the conversation.',
    }),
    customInstructions: Type.Optional(
      Type.Array(FollowUp, { description: 'Answers to the follow-up prompts; only if requested.' }),
    ),
  },
  { title: 'PromptExecution' },
);

/** An execution of a signal definition (SPEC 2.5). */
const DefinitionExecution = Type.Object(
  {
    ...commonFields,
    sourceId: Type.Integer({ description: 'Identifier of the meeting.' }),
    sourceType: Type.Enum(['meeting'], { description: 'Always a meeting.' }),
    followUpPrompts: Type.Optional(
      Type.Array(FollowUp, { description: 'Answers to the follow-up prompts; only if requested.' }),
    ),
  },
  { title: 'DefinitionExecution' },
);

/** An execution of any signal, with its id: the fields of SPEC 2.5, and those of e-mails. */
const Execution = Type.Object(
  {
    ...commonFields,
    executionId: Type.Integer({
      description: 'Identifier of the execution, as used in requests for evidence.',
    }),
    sourceId: Type.Integer({ description: 'Identifier of the meeting or, by `sourceType`, of the e-mail.' }),
    sourceType: Type.Enum(['meeting', 'email'], {
      description: 'Kind of the conversation.',
    }),
    sourceTime: Type.Optional(
      DateTime('Start of the meeting, or time of the e-mail, in UTC; only if requested.'),
    ),
    quotes: Type.Optional(Type.Array(Quote, { description: 'Its proof; only if requested.' })),
    ...certaintyFields,
    followUpPrompts: Type.Optional(
      Type.Array(FollowUp, { description: 'Answers to the follow-up prompts; only if requested.' }),
    ),
  },
  { title: 'Execution' },
);

export const ExecutionPage = Type.Object(
  { signals: Type.Array(Execution), pageCount: PageCount },
  { title: 'ExecutionPage' },
);

export const PromptExecutionPage = Type.Object(
  { signals: Type.Array(PromptExecution), pageCount: PageCount },
  { title: 'PromptExecutionPage' },
);

export const DefinitionExecutionPage = Type.Object(
  { signals: Type.Array(DefinitionExecution), pageCount: PageCount },
  { title: 'DefinitionExecutionPage' },
);

const commonExample = {
  signalId: 17,
  signalName: 'Price objection',
  triggeredAt: '2026-01-31T10:16:08.250Z',
  sourceTitle: 'Acme: quarterly review',
  prompt: 'The customer says that the price is too high.',
  reason: 'Grace says that the price is what keeps them from signing.',
  hostEmail: 'ada@parley.example',
  attendeeEmails: ['grace@acme.example'],
  crmAccountId: '0018c00002ABCDEAA5',
  crmAccountName: 'Acme',
};

const followUpsExample = [
  {
    name: 'Next step',
    prompt: 'What was agreed on?',
    response: 'Ada sends an offer for two years by Friday.',
  },
];

export const promptExecutionPageExample = {
  signals: [
    { ...commonExample, sourceId: '1042', sourceType: 'meeting', customInstructions: followUpsExample },
  ],
  pageCount: 1,
};

export const definitionExecutionPageExample = {
  signals: [{ ...commonExample, sourceId: 1042, sourceType: 'meeting', followUpPrompts: followUpsExample }],
  pageCount: 1,
};

export const executionPageExample = {
  signals: [
    {
      ...commonExample,
      executionId: 90_210,
      sourceId: 1042,
      sourceType: 'meeting',
      sourceTime: '2026-01-31T09:30:00Z',
      quotes: [quoteExample],
      followUpPrompts: followUpsExample,
    },
  ],
  pageCount: 1,
};

/** The query parameters for the window of the lists. */
export const executionWindow = {
  executionFrom: required(
    dateTime({
      description: 'Only executions triggered at or after this time.',
      example: '2026-01-01T00:00:00Z',
    }),
  ),
  executionTo: dateTime({
    description:
      'Only executions triggered at or before this time. It must not be before `executionFrom`. Default: current ' +
      'time.',
    notBefore: 'executionFrom',
    example: '2026-02-01T00:00:00Z',
  }),
};

export const includeExecutionId = flag({
  description: 'Adds executionId, which identifies an execution in requests for its evidence.',
});

/** Returns the page as JSON text, in one piece: bodies are spliced in, not parsed. */
export function executionPage(executions: readonly string[], pages: number): Pieces {
  return [`{"signals":[${executions.join(',')}],"pageCount":${pages}}`];
}
