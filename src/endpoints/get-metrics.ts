import { answerUncached } from '../http/kept-file.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';

export const getMetricsEndpoint = defineEndpoint({
  operationId: 'getMetrics',
  address: 'both',
  method: 'GET',
  path: '/metrics',
  scope: null,
  tag: 'Operation',
  isProbe: true,
  summary: 'Metrics of the process',
  description:
    'The metrics are in the text format of Prometheus and at most a second old. They contain operations and ' +
    'statuses, never callers or contents.',
  answers: {
    200: {
      description: 'The metrics.',
      schema: Type.String(),
      contentType: 'text/plain',
      example: 'process_cpu_seconds_total 1.5',
    },
  },
  handle: async (_request, { metricsPage }) => answerUncached(await metricsPage()),
});
