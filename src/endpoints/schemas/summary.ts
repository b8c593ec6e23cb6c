import { Type } from '../../lib/schema-types.ts';
import { DateTime, Text } from './common.ts';
import { Quote, quoteExample } from './evidence.ts';

const quotes = Type.Array(Quote, { description: 'The evidence.' });

const Finding = Type.Object({ text: Text('The finding, in a sentence.'), quotes }, { title: 'Finding' });

const NextStep = Type.Object(
  {
    text: Text('Kind of the job.'),
    owner: Type.Optional(Text('The owner, as named in the meeting.')),
    quotes,
  },
  { title: 'NextStep' },
);

const Topic = Type.Object(
  {
    text: Text('The topic.'),
    entryIndex: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Index of the transcript entry at which it begins, counted from 0.',
      }),
    ),
    start: Type.Optional(
      Text('Where it begins, `HH:MM:SS`, with `.mmm` where the milliseconds are not zero.'),
    ),
    startSeconds: Type.Optional(Type.Number({ description: 'Where it begins, in seconds from the start.' })),
    quotes,
  },
  { title: 'Topic' },
);

/** The summary of a meeting. */
export const MeetingSummary = Type.Object(
  {
    meetingId: Text('Identifier of the meeting: a whole number as text.'),
    generatedAt: DateTime('When it was created, in UTC.'),
    provider: Text('AI provider that wrote it.'),
    model: Text('Its model.'),
    text: Text(
      'The whole summary as plain text; a part without findings is `None identified`. Of the built-in provider, which has no ' +
        'model, the headings are `Possible decisions`, `Possible next steps`, `Possible questions` and `Keywords`.',
    ),
    decisions: Type.Array(Finding, { description: 'Decisions.' }),
    nextSteps: Type.Array(NextStep, { description: 'Next steps and their owners.' }),
    openQuestions: Type.Array(Finding, { description: 'Questions that were not answered.' }),
    topics: Type.Array(Topic, { description: 'Topics, in the order of the conversation.' }),
  },
  { title: 'MeetingSummary' },
);

export const meetingSummaryExample = {
  meetingId: '1042',
  generatedAt: '2026-01-31T10:16:09Z',
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  text:
    'Decisions\nNone identified\n\nNext steps\n- Ada Park: Send an offer for two years.\n\n' +
    'Open questions\nNone identified\n\nTopics\n- 00:18:32.500 Price',
  decisions: [],
  nextSteps: [{ text: 'Send an offer for two years.', owner: 'Ada Park', quotes: [quoteExample] }],
  openQuestions: [],
  topics: [
    { text: 'Price', entryIndex: 41, start: '00:18:32.500', startSeconds: 1112.5, quotes: [quoteExample] },
  ],
};
