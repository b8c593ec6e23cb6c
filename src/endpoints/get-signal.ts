import { readSignal } from '../domain/signals/list-signals.ts';
import { presentSignal } from '../domain/signals/present-signal.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { signalIdParam } from './schemas/evidence.ts';
import { Signal, signalExample } from './schemas/signal.ts';

export const getSignalEndpoint = defineEndpoint({
  operationId: 'getSignal',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/signals/{id}',
  scope: 'admin',
  tag: 'Signals',
  summary: 'Get a signal',
  description: 'Returns the current version of the signal.',
  params: { id: signalIdParam },
  answers: {
    200: { description: 'The signal.', schema: Signal, example: signalExample },
    404: { description: 'The organization has no such signal.' },
  },
  async handle({ params, caller }, { db }) {
    return { status: 200, body: presentSignal(await readSignal(db, caller.organizationId, params.id)) };
  },
});
