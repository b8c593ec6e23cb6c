import Type from 'typebox';
import { defineEndpoint } from './define-endpoint.ts';

export const livezEndpoint = defineEndpoint({
  operationId: 'livez',
  address: 'both',
  method: 'GET',
  path: '/livez',
  scope: null,
  tag: 'Operation',
  summary: 'Is the process alive?',
  description: 'Answers as long as the process does; nothing else is looked at.',
  answers: {
    200: {
      description: 'Alive.',
      schema: Type.Object({ status: Type.Literal('ok') }, { title: 'Alive' }),
      example: { status: 'ok' },
    },
  },
  async handle() {
    return { status: 200, body: { status: 'ok' } };
  },
});
