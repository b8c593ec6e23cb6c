import { defineEndpoint } from './define-endpoint.ts';

export const rootEndpoint = defineEndpoint({
  operationId: 'root',
  address: 'api',
  method: 'GET',
  path: '/',
  scope: null,
  tag: 'Operation',
  hidden: true,
  summary: 'Where people begin',
  description: 'Leads a browser to the pages of the API.',
  answers: { 302: { description: 'To /docs.' } },
  async handle() {
    return { status: 302, headers: { Location: '/docs' } };
  },
});
