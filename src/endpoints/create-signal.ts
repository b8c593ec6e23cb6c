import { createSignals, MAX_SIGNALS } from '../domain/signals/manage-signals.ts';
import { presentSignal } from '../domain/signals/present-signal.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ADMIN_BODY_BYTES } from './schemas/common.ts';
import { checkSignal, NewSignal, Signal, signalExample } from './schemas/signal.ts';

export const createSignalEndpoint = defineEndpoint({
  operationId: 'createSignal',
  address: 'api',
  method: 'POST',
  path: '/admin/v1/signals',
  scope: 'admin',
  tag: 'Signals',
  summary: 'Create a signal',
  description:
    'Creates a signal, which is evaluated for every conversation that arrives from then on: by its phrases if ' +
    'it has any, else by its prompt. Only a backtest evaluates earlier conversations.',
  body: {
    schema: NewSignal,
    check: checkSignal,
    example: {
      signalName: 'Price objection',
      prompt: 'The customer says that the price is too high.',
      saidBy: 'customer',
      followUpPrompts: [{ name: 'Alternative', prompt: 'Which cheaper product do they compare with?' }],
    },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    201: { description: 'The signal.', schema: Signal, example: { ...signalExample, version: 1 } },
    409: { description: `The organization already has ${MAX_SIGNALS} signals.` },
  },
  async handle({ body, caller, requestId }, { db }) {
    const [row] = await createSignals(db, { ...caller, requestId }, [body]);
    return { status: 201, body: presentSignal(row!) };
  },
});
