import { listSignals } from '../domain/signals/list-signals.ts';
import { presentListedSignal } from '../domain/signals/present-signal.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { SignalList, signalListExample } from './schemas/signal.ts';

export const listSignalDefinitionsEndpoint = defineEndpoint({
  operationId: 'listSignalDefinitions',
  address: 'api',
  method: 'GET',
  path: '/v2/signals',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'List signal definitions',
  description:
    'Returns the signals of the organization by id, as definitions. They are the same signals as those of ' +
    '/v1/signals/prompts.',
  answers: {
    200: { description: 'The signals.', schema: SignalList, example: signalListExample },
  },
  async handle({ caller }, { db }) {
    const rows = await listSignals(db, caller.organizationId);
    return { status: 200, body: { signals: rows.map(presentListedSignal) } };
  },
});
