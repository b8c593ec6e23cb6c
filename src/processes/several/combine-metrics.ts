import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { addUpMetrics, type MetricValues, metricsText } from '../../lib/add-up-metrics.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { measureService, serviceGauges } from '../metrics-page.ts';

/** The processes by state, and how often one has been started again. */
export type ProcessCounts = { starting: number; ready: number; restarting: number; restarts: number };

/**
 * Creates a function that returns the metrics of a service: what its processes have counted, and what the supervisor knows.
 * @param metrics those of the supervisor
 */
export function createCombinedMetrics(
  { dataDir }: Pick<Config, 'dataDir'>,
  db: Pick<Database, 'scrape'>,
  metrics: Metrics,
) {
  const ofSupervisor = [...serviceGauges(metrics), metrics.processes, metrics.processRestarts];
  const names = ofSupervisor.map((metric) => (metric as unknown as { name: string }).name);
  /** Memory and CPU of the supervisor and its probes are part of the sums; its event loop would distort averages. */
  const isOwn = (name: string) => names.includes(name) || /^(?:process|parley_http)_/.test(name);
  return async (
    { restarts, ...states }: ProcessCounts,
    ofProcesses: readonly MetricValues[],
  ): Promise<string> => {
    await measureService({ db, dataDir }, metrics);
    for (const [state, count] of Object.entries(states)) metrics.processes.set({ state }, count);
    metrics.processRestarts.reset();
    metrics.processRestarts.inc(restarts);
    const own = (await metrics.registry.getMetricsAsJSON()).filter(({ name }) => isOwn(name));
    const theirs = ofProcesses.map((values) => values.filter(({ name }) => !names.includes(name)));
    return metricsText(await addUpMetrics([own, ...theirs]));
  };
}
