import Type from 'typebox';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';

export const readyzEndpoint = defineEndpoint({
  operationId: 'readyz',
  address: 'both',
  method: 'GET',
  path: '/readyz',
  scope: null,
  tag: 'Operation',
  summary: 'Can requests be served?',
  description:
    'Ready where the database can be reached, its schema is current, and the process is not stopping.',
  answers: {
    200: {
      description: 'Ready.',
      schema: Type.Object({ status: Type.Literal('ready') }, { title: 'Ready' }),
      example: { status: 'ready' },
    },
    503: { description: 'Not ready; the message says why.' },
  },
  async handle(_request, { health }) {
    const obstacle = await health.obstacle();
    if (obstacle) throw new Fault('unavailable', obstacle);
    return { status: 200, body: { status: 'ready' } };
  },
});
