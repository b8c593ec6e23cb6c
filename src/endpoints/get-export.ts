import { recordRead } from '../domain/audit/record-read.ts';
import { readExport } from '../domain/exports/read-exports.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { ENTITY_SCOPES, visibleTypes } from './entity-scopes.ts';
import { Export, exportExample, exportIdParam } from './schemas/export.ts';

export const getExportEndpoint = defineEndpoint({
  operationId: 'getExport',
  address: 'api',
  method: 'GET',
  path: '/v1/exports/{id}',
  scope: ENTITY_SCOPES,
  anyScope: true,
  tag: 'Exports',
  summary: 'Get an export',
  description:
    'Returns the state and the progress of an export, and its manifest once it is done: the files with signed URLs, which ' +
    'are valid for 2 hours, and the cursor of the changes that follow.',
  params: { id: exportIdParam },
  answers: {
    200: { description: 'The export.', schema: Export, example: exportExample },
    404: { description: 'The organization has no such export, or the API key may not see what it contains.' },
  },
  async handle({ params, caller, requestId }, deps) {
    const { organizationId, scopes } = caller;
    const found = await readExport(deps, organizationId, params.id, visibleTypes(scopes));
    if ('manifest' in found) {
      await recordRead(deps, { ...caller, requestId }, 'export.read', `export ${params.id}`);
    }
    return { status: 200, body: found };
  },
});
