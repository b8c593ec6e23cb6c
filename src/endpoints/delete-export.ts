import { deleteExport } from '../domain/exports/delete-export.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { ENTITY_SCOPES, visibleTypes } from './entity-scopes.ts';
import { exportIdParam } from './schemas/export.ts';

export const deleteExportEndpoint = defineEndpoint({
  operationId: 'deleteExport',
  address: 'api',
  method: 'DELETE',
  path: '/v1/exports/{id}',
  scope: ENTITY_SCOPES,
  anyScope: true,
  tag: 'Exports',
  summary: 'Delete an export',
  description: 'Stops the export if it is running, and deletes it with its files.',
  params: { id: exportIdParam },
  answers: {
    204: { description: 'The export is deleted.' },
    404: { description: 'The organization has no such export, or the API key may not see what it contains.' },
  },
  async handle({ params, caller, requestId }, deps) {
    await deleteExport(deps, { ...caller, requestId }, params.id, visibleTypes(caller.scopes));
    return { status: 204 };
  },
});
