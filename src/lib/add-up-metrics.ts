import { AggregatorRegistry, type Registry } from 'prom-client';

/** The metrics of a process in the form in which another process receives them. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The types of metrics whose values only grow. */
const GROWING = ['counter', 'histogram', 'summary'];

/**
 * Aggregators of `prom-client` that are replaced: it leaves out the time of the start, and takes the average of the lags of event
 * loops, in which a process that hangs would not show.
 */
const AGGREGATORS: Readonly<Record<string, 'min' | 'max'>> = { omit: 'min', average: 'max' };

/**
 * Adds up the metrics of several processes: counters and histograms are added, and gauges are combined as their `aggregator`
 * says, which is to add them unless it is set.
 */
export function addUpMetrics(metrics: readonly MetricValues[]): Promise<MetricValues> {
  const kept = metrics.map((values) =>
    values.map((one) => ({ ...one, aggregator: AGGREGATORS[one.aggregator] ?? one.aggregator })),
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
