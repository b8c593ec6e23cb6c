import { requestLoad } from '../domain/demo/request-demo.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { SampleData, sampleDataExample } from './schemas/demo.ts';

export const loadDemoEndpoint = defineEndpoint({
  operationId: 'loadDemo',
  address: 'api',
  method: 'POST',
  path: '/admin/v1/demo',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Load sample data',
  description:
    'Loads an invented company into the organization in the background: users, CRM records, signals, meetings, e-mails ' +
    'and a recording. The configured AI provider evaluates its conversations within the budget of the organization. ' +
    'Records that the organization already has stay as they are. If the sample data is loading or loaded, nothing ' +
    'changes.',
  answers: {
    202: {
      description: 'The sample data is being loaded, or is loaded already.',
      schema: SampleData,
      example: sampleDataExample,
    },
    409: { description: 'The sample data is being removed.' },
  },
  async handle({ caller, requestId }, deps) {
    return { status: 202, body: await requestLoad(deps, { ...caller, requestId }) };
  },
});
