import { AggregatorRegistry, type Registry } from 'prom-client';

/** The metrics of a process in the form in which another process receives them. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The types of metrics whose values only grow. */
const GROWING = ['counter', 'histogram', 'summary'];

/**
 * Adds up the metrics of several processes: counters and histograms are added, and gauges are combined as their `aggregator`
 * says, which is to add them unless it is set.
 */
export function addUpMetrics(metrics: readonly MetricValues[]): Promise<MetricValues> {
  // `prom-client` leaves out the time of the start.
  const kept = metrics.map((values) =>
    values.map((one) => (one.aggregator === 'omit' ? { ...one, aggregator: 'min' } : one)),
  );
  return AggregatorRegistry.aggregate(kept).getMetricsAsJSON();
}

/** Returns the part of a process's metrics that has to stay in the sums after its end, or they would fall. */
export function growingMetrics(metrics: MetricValues): MetricValues {
  return metrics.filter(({ type }) => GROWING.includes(`${type}`));
}

/** Returns metrics in the text format of Prometheus. */
export function metricsText(metrics: MetricValues): Promise<string> {
  return AggregatorRegistry.aggregate([metrics]).metrics();
}
