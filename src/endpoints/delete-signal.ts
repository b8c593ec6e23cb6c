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
    'The signal is no longer evaluated, and its executions are no longer shown. To keep its executions, ' +
    'disable the signal instead.',
  params: { id: signalIdParam },
  answers: {
    204: { description: 'The signal is deleted.' },
    404: { description: 'The organization has no such signal, or it has already been deleted.' },
  },
  async handle({ params, caller, requestId }, { db }) {
    await deleteSignal(db, { ...caller, requestId }, params.id);
    return { status: 204 };
  },
});
