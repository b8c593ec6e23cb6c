import { requestRemoval } from '../domain/demo/request-demo.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { SampleData, sampleDataExample } from './schemas/demo.ts';

export const removeDemoEndpoint = defineEndpoint({
  operationId: 'removeDemo',
  address: 'api',
  method: 'DELETE',
  path: '/admin/v1/demo',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Remove the sample data',
  description:
    'Permanently deletes in the background what loading the sample data has created, and nothing else. Meetings and ' +
    'e-mails are deleted with everything that was added to them. Users, CRM records and signals that were changed after ' +
    'they were loaded are kept; enabling or disabling a signal does not count as a change. A load in progress stops.',
  answers: {
    202: {
      description: 'The sample data is being removed, or there is none.',
      schema: SampleData,
      example: { ...sampleDataExample, state: 'removing' },
    },
  },
  async handle({ caller, requestId }, deps) {
    return { status: 202, body: await requestRemoval(deps, { ...caller, requestId }) };
  },
});
