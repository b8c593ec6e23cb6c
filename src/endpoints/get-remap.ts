import { presentRemap, readRemap } from '../domain/remap/read-remaps.ts';
import { required, shortText } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { acceptedExample, Remap, remapExample } from './schemas/remap.ts';

export const requestIdParam = required(
  shortText({
    description: 'Identifier that was returned when the remap was accepted.',
    example: acceptedExample.requestId,
  }),
);

export const getRemapEndpoint = defineEndpoint({
  operationId: 'getRemap',
  address: 'api',
  method: 'GET',
  path: '/v1/meeting/remap/{requestId}',
  scope: 'remap:write',
  tag: 'Remap',
  summary: 'Get the state of a remap',
  description: 'The state proceeds from accepted to applied to completed, or to failed with the reason.',
  params: { requestId: requestIdParam },
  answers: {
    200: { description: 'The remap.', schema: Remap, example: remapExample },
    404: { description: 'The organization has no such remap.' },
  },
  async handle({ params, caller }, { db }) {
    const remap = await readRemap(db, caller.organizationId, params.requestId);
    if (!remap) throw new Fault('missing', 'There is no such remap');
    return { status: 200, body: presentRemap(remap) };
  },
});
