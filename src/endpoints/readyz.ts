import { Fault } from '../lib/faults.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Warnings } from './schemas/common.ts';

export const readyzEndpoint = defineEndpoint({
  operationId: 'readyz',
  address: 'both',
  method: 'GET',
  path: '/readyz',
  scope: null,
  tag: 'Operation',
  isProbe: true,
  summary: 'Check whether requests can be served',
  description:
    'The process is ready if the database can be reached, its schema is current, and the process is not ' +
    'stopping. `warnings` lists problems that an operator has to resolve although requests are served; it is ' +
    'omitted if there are none.',
  answers: {
    200: {
      description: 'The process is ready.',
      schema: Type.Object(
        { status: Type.Literal('ready'), warnings: Type.Optional(Warnings) },
        { title: 'Ready' },
      ),
      example: { status: 'ready' },
    },
    503: { description: 'The process is not ready; the message says why.' },
  },
  async handle(_request, { health }) {
    const obstacle = await health.obstacle();
    if (obstacle) throw new Fault('unavailable', obstacle);
    const warnings = await health.warnings();
    return { status: 200, body: { status: 'ready', ...(warnings.length > 0 && { warnings }) } };
  },
});
