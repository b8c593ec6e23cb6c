import { readDemo } from '../domain/demo/request-demo.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { SampleData, sampleDataExample } from './schemas/demo.ts';

export const getDemoEndpoint = defineEndpoint({
  operationId: 'getDemo',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/demo',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Get the state of the sample data',
  description: 'Returns whether the sample data is loaded, and the progress of loading or removing it.',
  answers: {
    200: { description: 'The state.', schema: SampleData, example: sampleDataExample },
  },
  async handle({ caller }, { db }) {
    return { status: 200, body: await readDemo(db, caller.organizationId) };
  },
});
