import { readFileSync } from 'node:fs';

export type MetricForm = { type: string; labels: string[]; scope: string };

/** Reads the table of metrics in docs/observability.md. */
export function documentedMetrics(): Map<string, MetricForm> {
  const page = readFileSync(new URL('../../docs/observability.md', import.meta.url), 'utf8');
  const rows = page.matchAll(/^\| `(parley_\w+)` \| (\w+) \|([^|]*)\| (process|installation) \|/gm);
  return new Map(
    [...rows].map(([, name, type, labels, scope]) => [
      name!,
      { type: type!, labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!), scope: scope! },
    ]),
  );
}
