import { EVALUATION_ID } from '../../domain/signals/labels/evaluation-id.ts';
import type { StoredLabel } from '../../domain/signals/labels/label-evaluation.ts';
import { VERDICTS } from '../../domain/signals/labels/label-evaluation.ts';
import type { Caller } from '../../http/endpoint.ts';
import { matching, required } from '../../http/params.ts';
import { Fault } from '../../lib/faults.ts';
import { Type } from '../../lib/schema-types.ts';
import { formatDateTime } from '../../lib/time.ts';
import { DateTime, Text } from './common.ts';
import { certaintyFields, Quote, quoteExample } from './evidence.ts';

const MAX_NOTE_CHARACTERS = 2000;

const evaluationIdExample = '15011702';

/** The path parameter of an evaluation. */
export const evaluationIdParam = required(
  matching({
    description:
      'Identifier of the evaluation, as other operations return it: digits without further meaning.',
    pattern: EVALUATION_ID,
    takes: '1 to 38 digits',
    example: evaluationIdExample,
  }),
);

const contentFields = {
  verdict: Type.Enum([...VERDICTS], {
    title: 'LabelVerdict',
    type: 'string',
    description:
      'Whether the evaluation was right: it fired where it should, or did not where it should not.',
  }),
  note: Type.Optional(
    Type.String({ description: 'Why.', minLength: 1, maxLength: MAX_NOTE_CHARACTERS, pattern: '\\S' }),
  ),
};

export const LabelBody = Type.Object(contentFields, { title: 'LabelContent' });

export const labelBodyExample = { verdict: 'wrong', note: 'She speaks of another supplier.' };

export const Label = Type.Object(
  {
    evaluationId: Text('Identifier of the evaluation.'),
    signalId: Type.Integer({ description: 'Identifier of its signal.' }),
    ...contentFields,
    drawn: Type.Boolean({
      description:
        'Whether recall is estimated from it: the evaluation did not fire, and was among the next in the random order of those.',
    }),
    labelledAt: DateTime('When it was given or changed.'),
  },
  { title: 'Label' },
);

export const labelExample = {
  evaluationId: evaluationIdExample,
  signalId: 17,
  ...labelBodyExample,
  drawn: false,
  labelledAt: '2026-02-03T16:30:00Z',
};

export function presentLabel(evaluationId: string, signalId: number, label: StoredLabel) {
  return {
    evaluationId,
    signalId,
    verdict: label.isRight ? ('right' as const) : ('wrong' as const),
    ...(label.note === null ? {} : { note: label.note }),
    drawn: label.isDrawn,
    labelledAt: formatDateTime(label.labelledAtMs),
  };
}

/** @throws Fault 403 unless the caller has signed in to the console or has the scope admin */
export function refuseToLabel({ sessionId, scopes }: Caller): void {
  if (sessionId === undefined && !scopes.has('admin')) {
    throw new Fault('forbidden', 'Labels need the scope admin, or a session of the console');
  }
}

const share = {
  value: Type.Number({ minimum: 0, maximum: 1, description: 'The estimate.' }),
  low: Type.Number({ minimum: 0, maximum: 1, description: 'Lower end of its 95 % interval.' }),
  high: Type.Number({ minimum: 0, maximum: 1, description: 'Upper end.' }),
};

/** An estimated share with its interval. */
export const Share = (title: string, description: string) => Type.Object(share, { title, description });

const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** What is the same in the quality of a signal and in that of a backtest. */
export const qualityFields = {
  labels: Type.Object(
    { right: Count('Evaluations that were right.'), wrong: Count('Evaluations that were wrong.') },
    { title: 'LabelCounts', description: 'The labelled evaluations; the newest label of each decides.' },
  ),
  precision: Type.Optional(
    Share('Precision', 'The share of those that fired that are right; from 10 labels on.'),
  ),
  recall: Type.Optional(
    Share('Recall', 'The share of the moments to be found that it finds; from 10 labels on.'),
  ),
};

const Calibration = Type.Object(
  {
    model: Text('The model.'),
    votesBelow: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'The confidence below which its verdicts are voted on.',
    }),
    bands: Type.Array(
      Type.Object(
        {
          from: Type.Number({ description: 'The least confidence of the band.' }),
          to: Type.Number({ description: 'Where the next band begins.' }),
          labels: Count('Labelled evaluations whose first verdict had such a confidence.'),
          right: Count('Those whose first verdict was right.'),
        },
        { title: 'ConfidenceBand' },
      ),
    ),
  },
  {
    title: 'Calibration',
    description:
      'What labels of all versions say about the confidence of the present model; omitted if the AI provider is not a model.',
  },
);

export const SignalQuality = Type.Object(
  {
    signalId: Type.Integer({ description: 'Identifier of the signal.' }),
    version: Type.Integer({ minimum: 1, description: 'The version.' }),
    evaluations: Type.Object(
      { fired: Count('Those in which it fired.'), notFired: Count('Those in which it did not.') },
      { title: 'QualityEvaluations', description: 'Conversations that the version has evaluated.' },
    ),
    labelled: Type.Object(
      {
        fired: Count('Those that fired.'),
        notFired: Count('Those that did not fire.'),
        drawn: Count('Those of notFired from which recall is estimated.'),
      },
      { title: 'QualityLabelled', description: 'Evaluations of the version that are labelled.' },
    ),
    ...qualityFields,
    agreement: Type.Optional(
      Type.Object(
        { moments: Type.Integer({ minimum: 1, description: 'Moments labelled more than once.' }), ...share },
        {
          title: 'Agreement',
          description:
            'The share of the moments labelled more than once whose labels agree; from 10 labels on.',
        },
      ),
    ),
    calibration: Type.Optional(Calibration),
  },
  { title: 'SignalQuality' },
);

export const signalQualityExample = {
  signalId: 17,
  version: 2,
  evaluations: { fired: 44, notFired: 190 },
  labelled: { fired: 20, notFired: 20, drawn: 20 },
  labels: { right: 36, wrong: 4 },
  precision: { value: 0.85, low: 0.6396, high: 0.9476 },
  recall: { value: 0.7974, low: 0.3545, high: 0.9789 },
  calibration: {
    model: 'claude-sonnet-4-5',
    votesBelow: 0.8,
    bands: [
      { from: 0, to: 0.5, labels: 0, right: 0 },
      { from: 0.5, to: 0.6, labels: 3, right: 1 },
      { from: 0.6, to: 0.7, labels: 4, right: 3 },
      { from: 0.7, to: 0.8, labels: 5, right: 4 },
      { from: 0.8, to: 0.9, labels: 12, right: 11 },
      { from: 0.9, to: 1, labels: 16, right: 16 },
    ],
  },
};

const ToLabel = Type.Object(
  {
    evaluationId: Text('Identifier of the evaluation.'),
    state: Type.Enum(['fired', 'not_fired'], { description: 'The result.' }),
    reason: Text('Why it fired or not.'),
    quotes: Type.Array(Quote, { description: 'The evidence; empty if it did not fire.' }),
    ...certaintyFields,
    sourceType: Type.Enum(['meeting', 'email'], { description: 'Kind of the conversation.' }),
    sourceId: Text('Identifier of the meeting or e-mail: a whole number as text.'),
    sourceTitle: Text('Title of the meeting or subject of the e-mail.'),
    sourceTime: DateTime('When the meeting started or the e-mail was sent.'),
  },
  { title: 'EvaluationToLabel' },
);

const toLabelFields = {
  total: Count('Evaluations left to label, including those listed.'),
  evaluations: Type.Array(ToLabel),
};

export const BacktestResultsToLabel = Type.Object(toLabelFields, { title: 'BacktestResultsToLabel' });

export const EvaluationsToLabel = Type.Object(
  { version: Type.Integer({ minimum: 1, description: 'The version.' }), ...toLabelFields },
  { title: 'EvaluationsToLabel' },
);

export const evaluationsToLabelExample = {
  version: 2,
  total: 194,
  evaluations: [
    {
      evaluationId: evaluationIdExample,
      state: 'fired',
      reason: 'Grace says that the price is what keeps them from signing.',
      quotes: [quoteExample],
      sourceType: 'meeting',
      sourceId: '1042',
      sourceTitle: 'Acme: quarterly review',
      sourceTime: '2026-01-31T09:30:00Z',
    },
  ],
};
