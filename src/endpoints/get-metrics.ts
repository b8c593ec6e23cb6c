import Type from 'typebox';
import { queueDepths } from '../queue/inspect.ts';
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
    metrics.jobs.reset();
    metrics.oldestJobSeconds.reset();
    // The metrics of a process whose database is away are the ones that are wanted most.
    for (const depth of await queueDepths(db).catch(() => [])) {
      metrics.jobs.set({ job: depth.job, state: 'waiting' }, depth.waiting);
      metrics.jobs.set({ job: depth.job, state: 'active' }, depth.active);
      metrics.oldestJobSeconds.set({ job: depth.job }, depth.oldestSeconds);
    }
    return {
      status: 200,
      headers: { 'Content-Type': metrics.registry.contentType },
      text: await metrics.registry.metrics(),
    };
  },
});
