import { updateSignal } from '../domain/signals/manage-signals.ts';
import { presentSignal } from '../domain/signals/present-signal.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ADMIN_BODY_BYTES } from './schemas/common.ts';
import { signalIdParam } from './schemas/evidence.ts';
import { checkSignal, Signal, SignalChanges, signalExample } from './schemas/signal.ts';

export const updateSignalEndpoint = defineEndpoint({
  operationId: 'updateSignal',
  address: 'api',
  method: 'PATCH',
  path: '/admin/v1/signals/{id}',
  scope: 'admin',
  tag: 'Signals',
  summary: 'Change a signal',
  description:
    'Sets the given fields and leaves the others unchanged; lists are replaced as a whole. A different prompt, ' +
    'phrases, saidBy or follow-up prompts create a new version. Earlier executions are not affected.',
  params: { id: signalIdParam },
  body: {
    schema: SignalChanges,
    check: checkSignal,
    example: { phrases: ['too expensive', 'over budget'], enabled: true },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    200: { description: 'The updated signal.', schema: Signal, example: signalExample },
    404: { description: 'The organization has no such signal.' },
  },
  async handle({ params, body, caller, requestId }, { db }) {
    const row = await updateSignal(db, { ...caller, requestId }, params.id, body);
    return { status: 200, body: presentSignal(row) };
  },
});
