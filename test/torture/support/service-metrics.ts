import { freshMetrics } from '../../support/fresh-metrics.ts';

/** Returns the service's /metrics by name with labels: `parley_database_connections{state="busy"}`. */
export async function readMetrics(apiUrl: string): Promise<ReadonlyMap<string, number>> {
  const lines = (await freshMetrics(apiUrl))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))] as const;
    }),
  );
}

/** @throws if there is no such metric */
export async function readMetric(apiUrl: string, name: string): Promise<number> {
  const value = (await readMetrics(apiUrl)).get(name);
  if (value === undefined) throw new Error(`the service has no metric ${name}`);
  return value;
}
