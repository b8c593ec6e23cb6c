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
    'Remaps the meeting back to its previous CRM ids; the undo is itself a remap. It is refused if a later ' +
    'remap is in effect or if the meeting has been given other ids since.',
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
