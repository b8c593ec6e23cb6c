import Type from 'typebox';
import { DateTime, Text } from './common.ts';
import { Quote, quoteExample } from './evidence.ts';

const quotes = Type.Array(Quote, { description: 'What it rests on.' });

const Finding = Type.Object({ text: Text('The finding, in a sentence.'), quotes }, { title: 'Finding' });

const NextStep = Type.Object(
  {
    text: Text('What is to be done.'),
    owner: Type.Optional(Text('Who is to do it, as the meeting names them.')),
    quotes,
  },
  { title: 'NextStep' },
);

const Topic = Type.Object(
  {
    text: Text('What was talked about.'),
    entryIndex: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The transcript entry that it begins with, counted from 0.' }),
    ),
    start: Type.Optional(
      Text('Where it begins, `HH:MM:SS`, with `.mmm` where the milliseconds are not zero.'),
    ),
    startSeconds: Type.Optional(Type.Number({ description: 'Where it begins, in seconds from the start.' })),
    quotes,
  },
  { title: 'Topic' },
);

/** A meeting's summary. */
export const MeetingSummary = Type.Object(
  {
    meetingId: Text('Identifier of the meeting: a whole number as text.'),
    generatedAt: DateTime('When it was made, in UTC.'),
    provider: Text('AI provider that made it.'),
    model: Text('Its model.'),
    text: Text('The whole summary as plain text; a part without findings says `None identified`.'),
    decisions: Type.Array(Finding, { description: 'What was decided.' }),
    nextSteps: Type.Array(NextStep, { description: 'What is to be done, and by whom.' }),
    openQuestions: Type.Array(Finding, { description: 'What was asked and not answered.' }),
    topics: Type.Array(Topic, { description: 'What was talked about, in that order.' }),
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
