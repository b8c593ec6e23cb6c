import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';

export const livezEndpoint = defineEndpoint({
  operationId: 'livez',
  address: 'both',
  method: 'GET',
  path: '/livez',
  scope: null,
  tag: 'Operation',
  isProbe: true,
  summary: 'Check whether the process is alive',
  description: 'Responds as long as the process runs, without checking anything else.',
  answers: {
    200: {
      description: 'The process is alive.',
      schema: Type.Object({ status: Type.Literal('ok') }, { title: 'Alive' }),
      example: { status: 'ok' },
    },
  },
  async handle() {
    return { status: 200, body: { status: 'ok' } };
  },
});
