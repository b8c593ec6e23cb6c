import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Deps } from '../../endpoints/define-endpoint.ts';
import { getMetricsEndpoint } from '../../endpoints/get-metrics.ts';
import { livezEndpoint } from '../../endpoints/livez.ts';
import { readyzEndpoint } from '../../endpoints/readyz.ts';
import { createAdmission } from '../../http/admission.ts';
import { buildApp } from '../../http/app.ts';
import type { Log } from '../../lib/log.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { createMetricsPage } from '../metrics-page.ts';
import type { Fleet } from './fleet.ts';

/** Builds the listener for probes and metrics of a service with several processes. */
export function buildHealthListener(
  { metricsMs, maxConnections }: Pick<Config, 'metricsMs' | 'maxConnections'>,
  { health, metrics: readAll }: Pick<Fleet, 'health' | 'metrics'>,
  { log, metrics }: { log: Log; metrics: Metrics },
): FastifyInstance {
  // Probes need nothing else.
  const deps = { health, metricsPage: createMetricsPage(readAll, metricsMs) } as Deps;
  return buildApp({
    address: 'health',
    endpoints: [livezEndpoint, readyzEndpoint, getMetricsEndpoint],
    deps,
    authenticate: async () => undefined,
    admission: createAdmission(),
    maxConnections,
    log,
    metrics,
  });
}
