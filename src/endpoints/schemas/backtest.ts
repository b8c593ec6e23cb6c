import {
  DEFAULT_MEETINGS,
  MAX_MEETINGS,
  MAX_NAMED_MEETINGS,
} from '../../domain/signals/backtest/choose-meetings.ts';
import { integer, required } from '../../http/params.ts';
import { Type } from '../../lib/schema-types.ts';
import { DateTime, MAX_ID, Text } from './common.ts';
import { certaintyFields, Quote, quoteExample } from './evidence.ts';
import { qualityFields } from './label.ts';
import { SaidByField, SignalPhrases, SignalPrompt } from './signal.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** The path parameter of a backtest. */
export const backtestIdParam = required(
  integer({ description: 'Identifier of the backtest.', minimum: 1, maximum: MAX_ID, example: 5 }),
);

/** Longer than any id of a meeting. */
const MAX_MEETING_ID_LENGTH = 32;

/** The body of a request for a backtest. */
export const BacktestRequest = Type.Object(
  {
    signalId: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_ID,
        description:
          'The signal that the draft changes: fields omitted from the draft are those of its current version, and ' +
          'the two are compared. Without it, the draft is independent and requires a prompt.',
      }),
    ),
    prompt: Type.Optional(SignalPrompt),
    phrases: Type.Optional(SignalPhrases),
    saidBy: Type.Optional(SaidByField),
    from: Type.Optional(
      DateTime(
        'Only meetings that started at or after this time. Required unless meetingIds is given, ' +
          'or onlyLabelled is true.',
      ),
    ),
    to: Type.Optional(
      DateTime('The end of the window, inclusive. It must not be before `from`. Default: current time.'),
    ),
    maxMeetings: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_MEETINGS,
        default: DEFAULT_MEETINGS,
        description:
          'The largest number of meetings to evaluate: those of the window in which evaluations of the signal are labelled, ' +
          'then the newest others.',
      }),
    ),
    meetingIds: Type.Optional(
      Type.Array(Text('Identifier of a meeting.', { minLength: 1, maxLength: MAX_MEETING_ID_LENGTH }), {
        minItems: 1,
        maxItems: MAX_NAMED_MEETINGS,
        description:
          'Exactly these meetings. It cannot be combined with from, to, maxMeetings and onlyLabelled.',
      }),
    ),
    onlyLabelled: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Only meetings in which evaluations of the signal are labelled, to compare the draft with its current version.',
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'true: only the estimate is returned, and nothing is started. false: the backtest starts.',
      }),
    ),
  },
  { title: 'BacktestRequest' },
);

const estimateFields = {
  meetingsInWindow: Count('Meetings with a transcript to choose from.'),
  meetings: Count('Meetings to be evaluated.'),
  calls: Count('Calls of the model.'),
  inputTokens: Count('Input tokens.'),
  outputTokens: Count('Output tokens.'),
  costUsd: Type.Optional(
    Type.Number({
      minimum: 0,
      description: 'US dollars, by the prices that the operator set; omitted if there are none.',
    }),
  ),
};

const BacktestEstimate = Type.Object(estimateFields, { title: 'BacktestEstimate' });

const BacktestEstimateToday = Type.Object(
  {
    ...estimateFields,
    tokensLeftToday: Type.Optional(
      Count("The organization's remaining tokens for today; omitted if there is no budget."),
    ),
  },
  { title: 'BacktestEstimateToday' },
);

/** The response to a dry run. */
export const BacktestDryRun = Type.Object(
  {
    dryRun: Type.Boolean({ description: 'Always true: nothing was started.' }),
    estimate: BacktestEstimateToday,
  },
  { title: 'BacktestDryRun' },
);

const backtestId = Type.Integer({ description: 'Identifier of the backtest.' });

const State = Type.Enum(['running', 'done', 'failed'], {
  description: 'The state is running until the backtest is done, or failed if the rest cannot be evaluated.',
});

/** The response if the backtest has started. */
export const StartedBacktest = Type.Object(
  {
    backtestId,
    state: State,
    estimate: BacktestEstimateToday,
  },
  { title: 'StartedBacktest' },
);

const Tally = Type.Object(
  {
    fired: Count('Meetings in which it fires.'),
    notFired: Count('Meetings in which it does not fire.'),
    failed: Count('Meetings that could not be evaluated.'),
  },
  { title: 'BacktestTally' },
);

/** The state of a backtest. */
export const Backtest = Type.Object(
  {
    backtestId,
    signalId: Type.Optional(Type.Integer({ description: 'The signal that the draft is compared with.' })),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Its version, which was current when the backtest started.' }),
    ),
    draft: Type.Object(
      { prompt: Text('Its prompt.'), phrases: Type.Array(Text('A phrase.')), saidBy: SaidByField },
      { title: 'BacktestDraft' },
    ),
    from: Type.Optional(DateTime('Start of the window; omitted if the meetings were named.')),
    to: Type.Optional(DateTime('End of the window; omitted if the meetings were named.')),
    state: State,
    note: Type.Optional(Text('Why it is waiting or has failed.')),
    createdAt: DateTime('Start of the backtest, in UTC.'),
    finishedAt: Type.Optional(DateTime('End of the backtest, in UTC.')),
    estimate: BacktestEstimate,
    meetings: Count('Number of meetings in the backtest, without those deleted since it started.'),
    judged: Count('Number of meetings evaluated: fired + notFired + failed of draftResult.'),
    draftResult: Tally,
    comparison: Type.Optional(
      Type.Object(
        {
          current: Tally,
          both: Count('Meetings in which both fire.'),
          onlyDraft: Count('Meetings in which only the draft fires.'),
          onlyCurrent: Count('Meetings in which only the current version fires.'),
          neither: Count('Meetings in which neither fires.'),
        },
        {
          title: 'BacktestComparison',
          description:
            'Compares the draft with the current version of its signal. A meeting that one of the two could not ' +
            'evaluate counts in none of both, onlyDraft, onlyCurrent and neither.',
        },
      ),
    ),
    quality: Type.Optional(
      Type.Object(
        {
          meetings: Count('Meetings whose labels say something about both.'),
          improved: Count('Those in which only the draft is right.'),
          worsened: Count('Those in which only the current version is right.'),
          draft: Type.Object(qualityFields, { title: 'BacktestDraftQuality', description: 'Of the draft.' }),
          current: Type.Object(qualityFields, {
            title: 'BacktestCurrentQuality',
            description: 'Of the version with which it is compared.',
          }),
        },
        {
          title: 'BacktestQuality',
          description:
            'Compares both on the labelled meetings alone; omitted if there are none, and in lists. Conversations in which the ' +
            'signal did not fire are labelled less often, so recall is higher than in the quality of the signal.',
        },
      ),
    ),
    tokens: Type.Object(
      {
        inputTokens: Count('Input tokens.'),
        outputTokens: Count('Output tokens.'),
        costUsd: estimateFields.costUsd,
      },
      { title: 'BacktestTokens', description: 'Usage so far.' },
    ),
  },
  { title: 'Backtest' },
);

const Outcome = (title: string, description: string) =>
  Type.Object(
    {
      state: Type.Enum(['fired', 'not_fired', 'failed'], { description: 'The result.' }),
      reason: Text('Why it fires or not, or why it failed.'),
      quotes: Type.Array(Quote, { description: 'The evidence.' }),
      ...certaintyFields,
      evaluationId: Text('Identifier of the evaluation, for labels.'),
    },
    { title, description },
  );

/** The result of a backtest for one meeting. */
export const BacktestResult = Type.Object(
  {
    meetingId: Text('Identifier of the meeting.'),
    title: Text('Its title.'),
    startTime: DateTime('When it started, in UTC.'),
    draft: Outcome('BacktestDraftOutcome', 'The result of the draft.'),
    current: Type.Optional(
      Outcome('BacktestCurrentOutcome', 'The result of the version with which the draft is compared.'),
    ),
  },
  { title: 'BacktestResult' },
);

export const backtestEstimateExample = {
  ...{ meetingsInWindow: 240, meetings: 200, calls: 200 },
  ...{ inputTokens: 2_410_000, outputTokens: 48_000, costUsd: 7.95 },
};

export const backtestExample = {
  backtestId: 5,
  signalId: 17,
  version: 2,
  draft: { prompt: 'The customer says that it costs too much.', phrases: [], saidBy: 'anyone' },
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
  state: 'done',
  createdAt: '2026-02-01T08:00:00Z',
  finishedAt: '2026-02-01T08:14:31.5Z',
  estimate: backtestEstimateExample,
  meetings: 200,
  judged: 200,
  draftResult: { fired: 31, notFired: 168, failed: 1 },
  comparison: {
    current: { fired: 44, notFired: 155, failed: 1 },
    ...{ both: 29, onlyDraft: 2, onlyCurrent: 15, neither: 153 },
  },
  quality: {
    meetings: 40,
    improved: 7,
    worsened: 1,
    draft: {
      labels: { right: 36, wrong: 4 },
      precision: { value: 0.9412, low: 0.7302, high: 0.9895 },
      recall: { value: 0.8421, low: 0.6243, high: 0.9448 },
    },
    current: {
      labels: { right: 30, wrong: 10 },
      precision: { value: 0.7143, low: 0.5004, high: 0.8619 },
      recall: { value: 0.7895, low: 0.5667, high: 0.9149 },
    },
  },
  tokens: { inputTokens: 2_398_114, outputTokens: 39_520, costUsd: 7.787142 },
};

export const backtestResultExample = {
  meetingId: '1042',
  title: 'Acme: quarterly review',
  startTime: '2026-01-31T09:30:00Z',
  draft: {
    state: 'fired',
    reason: 'Grace says that the price is what keeps them from signing.',
    quotes: [quoteExample],
    evaluationId: '25104204',
  },
  current: {
    state: 'not_fired',
    reason: 'Nobody objects to the price as such.',
    quotes: [],
    evaluationId: '35104204',
  },
};
