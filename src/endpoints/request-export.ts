import { MAX_RUNNING_EXPORTS, requestExport } from '../domain/exports/request-export.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { ENTITY_SCOPES, requestedTypes } from './entity-scopes.ts';
import { MAX_ADMIN_BODY_BYTES } from './schemas/common.ts';
import { ExportRequest, RequestedExport } from './schemas/export.ts';

export const requestExportEndpoint = defineEndpoint({
  operationId: 'requestExport',
  address: 'api',
  method: 'POST',
  path: '/v1/exports',
  scope: ENTITY_SCOPES,
  anyScope: true,
  tag: 'Exports',
  summary: 'Export everything to files',
  description:
    'Starts an export of all meetings, e-mails, executions, signals and users to files, or of what changed after a cursor. ' +
    'The files and then the changes after `changesCursor` of the manifest give exactly the present state. An export ' +
    `runs in the background, at most ${MAX_RUNNING_EXPORTS} of an organization at the same time, and continues where it ` +
    'was after a crash. It is deleted with its files after PARLEY_EXPORT_DAYS.',
  body: {
    schema: ExportRequest,
    example: { format: 'ndjson', types: ['meeting', 'execution'] },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    202: { description: 'The export is queued.', schema: RequestedExport, example: { id: '12' } },
    403: {
      description: 'The API key lacks the scope of a type, or a change by session has a wrong Origin.',
    },
    409: { description: 'Too many exports are running or kept.' },
    410: { description: 'What follows the cursor is no longer kept; export everything again.' },
  },
  async handle({ body, caller, requestId }, deps) {
    const { format, after, includeTranscripts = true } = body;
    const types = requestedTypes(body.types, caller.scopes);
    const id = await requestExport(
      deps,
      { ...caller, requestId },
      { format, types, includeTranscripts, after: after === 'start' ? undefined : after },
    );
    return { status: 202, body: { id: `${id}` } };
  },
});
