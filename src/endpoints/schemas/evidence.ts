import { integer, required } from '../../http/params.ts';
import { Type } from '../../lib/schema-types.ts';
import { DateTime, MAX_ID, Text } from './common.ts';
import { SpeakerSide } from './meeting.ts';

/** A quote of a conversation as evidence. */
export const Quote = Type.Object(
  {
    text: Text('The words, exactly as in the conversation.'),
    entryIndex: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Index of the transcript entry, or of the paragraph of an e-mail, counted from 0. If it is absent, the ' +
          'words are from the title or subject.',
      }),
    ),
    speaker: Type.Optional(Text('The speaker or writer, as named by the source.')),
    side: Type.Optional(SpeakerSide),
    timestamp: Type.Optional(
      Text('Position from the start, `HH:MM:SS`, with `.mmm` where the milliseconds are not zero.'),
    ),
    timestampSeconds: Type.Optional(Type.Number({ description: 'Position from the start in seconds.' })),
  },
  { title: 'Quote' },
);

export const quoteExample = {
  text: 'the price is the one thing that keeps us from signing',
  entryIndex: 41,
  speaker: 'Grace Lund',
  side: 'customer',
  timestamp: '00:18:32.500',
  timestampSeconds: 1112.5,
};

/** The path parameter of a signal. */
export const signalIdParam = required(
  integer({ description: 'Identifier of the signal.', minimum: 1, maximum: MAX_ID, example: 17 }),
);

/** The certainty of an evaluation. */
export const certaintyFields = {
  confidence: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none.',
    }),
  ),
  votes: Type.Optional(
    Type.Object(
      {
        fired: Type.Integer({ minimum: 0, description: 'Votes that the signal fires.' }),
        notFired: Type.Integer({ minimum: 0, description: 'Votes that it does not.' }),
      },
      {
        title: 'Votes',
        description:
          'The votes of the model in a borderline case, its first verdict included; omitted if it was asked only once. Votes that ' +
          'are not proven by a quote count as votes that the signal does not fire.',
      },
    ),
  ),
};

const certaintyExample = { confidence: 0.62, votes: { fired: 2, notFired: 1 } };

/** The AI provider and model, which are part of every evaluation. */
const judgedBy = {
  provider: Text('AI provider of the evaluation; `phrases` if the phrases of the signal decided.'),
  model: Text('Its model; `exact` for phrases.'),
};

/** The evidence of an execution. */
export const Evidence = Type.Object(
  {
    executionId: Type.Integer({ description: 'Identifier of the execution.' }),
    evaluationId: Text('Identifier of the evaluation, for labels.'),
    signalId: Type.Integer({ description: 'Identifier of the signal.' }),
    version: Type.Integer({ minimum: 1, description: 'Version of the signal that was evaluated.' }),
    ...judgedBy,
    triggeredAt: DateTime('Time of the evaluation, in UTC.'),
    sourceType: Type.Enum(['meeting', 'email'], {
      description: 'Kind of the conversation.',
    }),
    sourceId: Text('Identifier of the meeting or e-mail: a whole number as text.'),
    reason: Text('Why it fired.'),
    superseded: Type.Boolean({
      description:
        'Whether the conversation has been evaluated again since; the lists no longer show this execution.',
    }),
    ...certaintyFields,
    quotes: Type.Array(Quote, { description: 'The evidence.' }),
  },
  { title: 'Evidence' },
);

export const evidenceExample = {
  executionId: 90_210,
  evaluationId: '15011702',
  signalId: 17,
  version: 2,
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  triggeredAt: '2026-01-31T10:16:08.250Z',
  sourceType: 'meeting',
  sourceId: '1042',
  reason: 'Grace says that the price is what keeps them from signing.',
  superseded: false,
  ...certaintyExample,
  quotes: [quoteExample],
};

const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** The number of conversations of a window in each state. */
export const Coverage = Type.Object(
  {
    signalId: Type.Integer({ description: 'Identifier of the signal.' }),
    from: DateTime('Start of the window, inclusive.'),
    to: DateTime('End of the window, inclusive.'),
    sources: Count('Conversations of the window that match the contextSource of the signal.'),
    eligible: Count('Conversations for which the signal is evaluated: fired + notFired + failed + pending.'),
    fired: Count('Conversations in which it fired.'),
    notFired: Count('Conversations in which it was evaluated and did not fire.'),
    failed: Count('Conversations for which it could not be evaluated.'),
    pending: Count('Conversations for which its evaluation is pending.'),
    notEvaluated: Count('Conversations for which it is not evaluated: sources − eligible.'),
  },
  { title: 'Coverage' },
);

export const coverageExample = {
  ...{ signalId: 17, from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', sources: 240 },
  ...{ eligible: 225, fired: 31, notFired: 190, failed: 1, pending: 3, notEvaluated: 15 },
};

const ProcessingState = (description: string) =>
  Type.Enum(['none', 'pending', 'done', 'failed'], { description });

const Evaluation = Type.Object(
  {
    signalId: Type.Integer({ description: 'Identifier of the signal.' }),
    signalName: Text('Its name now.'),
    version: Type.Integer({
      minimum: 1,
      description: 'Version of the signal that was or will be evaluated.',
    }),
    state: Type.Enum(['fired', 'not_fired', 'failed', 'pending'], { description: 'The result.' }),
    evaluationId: Type.Optional(
      Text('Identifier of the evaluation, for labels; omitted if the signal has not been evaluated yet.'),
    ),
    reason: Type.Optional(Text('Why it fired or not, or why it failed.')),
    executionId: Type.Optional(Type.Integer({ description: 'Its execution, if it fired.' })),
    evaluatedAt: Type.Optional(DateTime('Time of the evaluation, in UTC.')),
    provider: Type.Optional(judgedBy.provider),
    model: Type.Optional(judgedBy.model),
    ...certaintyFields,
    quotes: Type.Array(Quote, { description: 'The evidence.' }),
  },
  { title: 'Evaluation' },
);

/** The evaluations of a meeting by each signal. */
export const MeetingEvaluations = Type.Object(
  {
    processing: Type.Object(
      {
        signals: ProcessingState("State of the meeting's signals; none: they are not evaluated for it."),
        summary: ProcessingState('State of its summary; none: it was never requested.'),
        note: Type.Optional(Text('Why it is waiting or has failed.')),
      },
      { title: 'Processing' },
    ),
    evaluations: Type.Array(Evaluation, {
      description: 'The newest evaluation of each signal that applies to the meeting, by signalId.',
    }),
  },
  { title: 'MeetingEvaluations' },
);

export const meetingEvaluationsExample = {
  processing: { signals: 'done', summary: 'done' },
  evaluations: [
    {
      signalId: 17,
      signalName: 'Price objection',
      version: 2,
      state: 'fired',
      evaluationId: '15011702',
      reason: evidenceExample.reason,
      executionId: 90_210,
      evaluatedAt: evidenceExample.triggeredAt,
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      ...certaintyExample,
      quotes: [quoteExample],
    },
  ],
};
