import Type from 'typebox';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Warnings } from './schemas/common.ts';

export const readyzEndpoint = defineEndpoint({
  operationId: 'readyz',
  address: 'both',
  method: 'GET',
  path: '/readyz',
  scope: null,
  tag: 'Operation',
  summary: 'Can requests be served?',
  description:
    'Ready where the database can be reached, its schema is current, and the process is not stopping. `warnings` names ' +
    'what an operator has to see to though requests are served; it is left out where there is nothing.',
  answers: {
    200: {
      description: 'Ready.',
      schema: Type.Object(
        { status: Type.Literal('ready'), warnings: Type.Optional(Warnings) },
        { title: 'Ready' },
      ),
      example: { status: 'ready' },
    },
    503: { description: 'Not ready; the message says why.' },
  },
  async handle(_request, { health }) {
    const obstacle = await health.obstacle();
    if (obstacle) throw new Fault('unavailable', obstacle);
    const warnings = await health.warnings();
    return { status: 200, body: { status: 'ready', ...(warnings.length > 0 && { warnings }) } };
  },
});
