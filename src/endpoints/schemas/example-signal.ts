import { EXAMPLE_LANGUAGES, exampleSignals } from '../../domain/signals/example-signals.ts';
import { Type } from '../../lib/schema-types.ts';
import { Text } from './common.ts';
import { Share } from './label.ts';
import { ContextSource, SaidByField } from './signal.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const ExampleSignal = Type.Object(
  {
    signal: Type.Object(
      {
        signalName: Text('Name of the signal.'),
        prompt: Text('What the signal looks for.'),
        contextSource: ContextSource,
        enabled: Type.Boolean({ description: 'False: it evaluates nothing until somebody enables it.' }),
        phrases: Type.Array(Text('Exact words.')),
        saidBy: SaidByField,
      },
      { title: 'ExampleSignalBody', description: 'The body of the request that creates it.' },
    ),
    quality: Type.Object(
      {
        sentences: Count('The sentences that were invented for it and labelled.'),
        moments: Count('Those with a moment that the signal looks for.'),
        fired: Count('Those in which its phrases fired.'),
        right: Count('Those of them with such a moment.'),
        precision: Share('ExamplePrecision', 'The share of those that fired that are right.'),
        recall: Share('ExampleRecall', 'The share of the moments that it finds.'),
      },
      { title: 'ExampleSignalQuality' },
    ),
  },
  { title: 'ExampleSignal' },
);

export const ExampleSignalList = Type.Object(
  {
    languages: Type.Array(Text('A language of the phrases (BCP 47).')),
    examples: Type.Array(ExampleSignal),
  },
  { title: 'ExampleSignalList' },
);

export const exampleSignalListExample = {
  languages: [...EXAMPLE_LANGUAGES],
  examples: exampleSignals().slice(0, 1),
};
