import { listViews } from '../domain/views/saved-views.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { presentView, View, viewExample } from './schemas/view.ts';

export const listViewsEndpoint = defineEndpoint({
  operationId: 'listViews',
  address: 'api',
  method: 'GET',
  path: '/v1/views',
  scope: 'meetings:read',
  tag: 'Views',
  summary: 'List saved views',
  description:
    'Returns the views that the API key has saved, by name: filters and sorting of a list under a name. Sessions of the ' +
    'console have the views of their key. Views are deleted when their key is revoked.',
  answers: {
    200: {
      description: 'The views.',
      schema: Type.Object({ views: Type.Array(View) }, { title: 'ViewList' }),
      example: { views: [viewExample] },
    },
  },
  async handle({ caller }, { db }) {
    return { status: 200, body: { views: (await listViews(db, caller)).map(presentView) } };
  },
});
