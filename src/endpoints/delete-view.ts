import { deleteView } from '../domain/views/saved-views.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { viewIdParam } from './schemas/view.ts';

export const deleteViewEndpoint = defineEndpoint({
  operationId: 'deleteView',
  address: 'api',
  method: 'DELETE',
  path: '/v1/views/{id}',
  scope: 'meetings:read',
  tag: 'Views',
  summary: 'Delete a view',
  description: 'Deletes a view of the API key. Saving it again under its id restores it.',
  params: { id: viewIdParam },
  answers: {
    204: { description: 'The view is deleted.' },
    404: { description: 'The API key has no such view.' },
  },
  async handle({ params, caller, requestId }, { db }) {
    await deleteView(db, { ...caller, requestId }, params.id);
    return { status: 204 };
  },
});
