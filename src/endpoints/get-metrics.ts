import Type from 'typebox';
import { defineEndpoint } from './define-endpoint.ts';

export const getMetricsEndpoint = defineEndpoint({
  operationId: 'getMetrics',
  address: 'both',
  method: 'GET',
  path: '/metrics',
  scope: null,
  tag: 'Operation',
  summary: 'Metrics of the process',
  description:
    'In the text format of Prometheus. They name operations and statuses, never callers or contents.',
  answers: {
    200: {
      description: 'The metrics.',
      schema: Type.String(),
      contentType: 'text/plain',
      example: 'process_cpu_seconds_total 1.5',
    },
  },
  async handle(_request, { db, metrics }) {
    const { total, idle, waiting } = db.connections();
    metrics.databaseConnections.set({ state: 'idle' }, idle);
    metrics.databaseConnections.set({ state: 'busy' }, total - idle);
    metrics.databaseConnections.set({ state: 'awaited' }, waiting);
    return {
      status: 200,
      headers: { 'Content-Type': metrics.registry.contentType },
      text: await metrics.registry.metrics(),
    };
  },
});
