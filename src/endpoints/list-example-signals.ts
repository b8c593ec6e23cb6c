import { EXAMPLE_LANGUAGES, exampleSignals } from '../domain/signals/example-signals.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { ExampleSignalList, exampleSignalListExample } from './schemas/example-signal.ts';

export const listExampleSignalsEndpoint = defineEndpoint({
  operationId: 'listExampleSignals',
  address: 'api',
  method: 'GET',
  path: '/v1/signals/examples',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'List the example signals',
  description:
    'Returns the library of example signals, which is the same for all organizations. `signal` of each is a body of ' +
    'POST /admin/v1/signals, which installs it. It is disabled, so that it can be tried on past conversations first. `quality` is ' +
    'what its phrases did on invented sentences; only labels tell how often it is right in your conversations.',
  answers: {
    200: {
      description: 'The example signals.',
      schema: ExampleSignalList,
      example: exampleSignalListExample,
    },
  },
  async handle() {
    return { status: 200, body: { languages: [...EXAMPLE_LANGUAGES], examples: exampleSignals() } };
  },
});
