import { deleteSignal } from '../domain/signals/manage-signals.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { signalIdParam } from './schemas/evidence.ts';

export const deleteSignalEndpoint = defineEndpoint({
  operationId: 'deleteSignal',
  address: 'api',
  method: 'DELETE',
  path: '/admin/v1/signals/{id}',
  scope: 'admin',
  tag: 'Signals',
  summary: 'Delete a signal',
  description:
    'The signal judges nothing any more, and its executions are shown no more. To keep them, disable it instead.',
  params: { id: signalIdParam },
  answers: {
    204: { description: 'The signal is deleted.' },
    404: { description: 'The organization has no such signal, or it is deleted already.' },
  },
  async handle({ params, caller, requestId }, { db }) {
    await deleteSignal(db, { ...caller, requestId }, params.id);
    return { status: 204 };
  },
});
