import { undoRemap } from '../domain/remap/accept-remap.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { requestIdParam } from './get-remap.ts';
import { acceptedExample, RemapAccepted, remapErrors } from './schemas/remap.ts';

export const undoRemapEndpoint = defineEndpoint({
  operationId: 'undoRemap',
  address: 'api',
  method: 'POST',
  path: '/v1/meeting/remap/{requestId}/undo',
  scope: 'remap:write',
  tag: 'Remap',
  summary: 'Undo a remap',
  description:
    'A remap like any other, back to the CRM ids that the meeting had before. Refused where a later remap stands or ' +
    'the meeting was given other ids since.',
  idempotent: true,
  errors: remapErrors,
  params: { requestId: requestIdParam },
  answers: {
    200: { description: 'The undo is accepted.', schema: RemapAccepted, example: acceptedExample },
    404: { description: 'The organization has no such remap.' },
    409: { description: 'The remap cannot be undone now; the message says why.' },
  },
  async handle({ params, caller, requestId, idempotency }, deps) {
    const actor = { ...caller, requestId };
    return { status: 200, body: await undoRemap(deps, actor, params.requestId, idempotency) };
  },
});
