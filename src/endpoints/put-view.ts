import { MAX_VIEWS, saveView } from '../domain/views/saved-views.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ADMIN_BODY_BYTES } from './schemas/common.ts';
import { presentView, View, ViewBody, viewBodyExample, viewExample, viewIdParam } from './schemas/view.ts';

export const putViewEndpoint = defineEndpoint({
  operationId: 'putView',
  address: 'api',
  method: 'PUT',
  path: '/v1/views/{id}',
  scope: 'meetings:read',
  tag: 'Views',
  summary: 'Save a view',
  description:
    'Creates the view of the API key with this id, or replaces it. Other keys do not see it, and may use the same id for ' +
    'views of their own.',
  params: { id: viewIdParam },
  body: { schema: ViewBody, example: viewBodyExample, maxBytes: MAX_ADMIN_BODY_BYTES },
  answers: {
    200: { description: 'The view that was replaced.', schema: View, example: viewExample },
    201: { description: 'The new view.', schema: View, example: viewExample },
    409: {
      description: `Another view of the list has the name, or the API key already has ${MAX_VIEWS} views.`,
    },
  },
  async handle({ params, body, caller, requestId }, { db }) {
    const { view, created } = await saveView(db, { ...caller, requestId }, params.id, body);
    return { status: created ? 201 : 200, body: presentView(view) };
  },
});
