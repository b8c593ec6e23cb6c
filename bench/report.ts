import { type Measured, ROUNDS, ratio } from './measure.ts';
import type { GrowthFigures } from './measure-growth.ts';
import type { ConnectionFigures, CountingFigures } from './measure-ingest.ts';
import type { WorkloadResult } from './measure-workloads.ts';
import { count, decimals, MISSING, table } from './report-table.ts';
import { type StartFigures, TARGETS } from './start-times.ts';
import { median } from './stats.ts';

export type Results = {
  commandLine: string;
  /** The conditions on which the figures depend: [name, value]. */
  conditions: [string, string][];
  workloads: WorkloadResult[];
  connections: ConnectionFigures | undefined;
  counting: CountingFigures | undefined;
  growth: GrowthFigures | undefined;
  starts: StartFigures | undefined;
};

/** Returns the results as Markdown, which the terminal also shows. */
export function renderResults(results: Results): string {
  const { commandLine, conditions, workloads, connections, counting, growth, starts } = results;
  const parts = ['# Results', `\`${commandLine}\`. What the columns mean: [README.md](README.md).`];
  const add = (title: string, ...more: string[]) => parts.push(`## ${title}`, ...more);
  parts.push(table(['', ''], conditions));
  if (workloads.length > 0) {
    add('Ratios', table(RATIO_COLUMNS, workloads.map(ratioRow)));
    add('Requests', `Medians of ${ROUNDS} rounds.`, table(REQUEST_COLUMNS, workloads.flatMap(requestRows)));
  }
  const pages = depthRows(workloads);
  if (pages.length > 0) add('The last page against the first', table(DEPTH_COLUMNS, pages));
  if (connections) add('Concurrent ingest', table(CONNECTION_COLUMNS, connectionRows(connections)));
  if (counting)
    add('Ingest with counting against without', table(COUNTING_COLUMNS, counting.map(countingRow)));
  if (growth)
    add('Cost against rows', growthNote(growth), table(GROWTH_COLUMNS, growth.pages.map(growthRow)));
  if (starts) add('Start and memory', table(['', 'median (min–max)', 'target'], startRows(starts)));
  return `${parts.join('\n\n')}\n`;
}

const RATIO_COLUMNS = [
  'work',
  'to the limit, by CPU',
  'made anew',
  'by rate',
  'to the best peer, by rate',
  'made anew',
  'the best peer',
  'CPU node + PostgreSQL, ms',
  'made anew',
];

function ratioRow({ title, service, anew, limit, peers }: WorkloadResult): string[] {
  const best = peers.toSorted((a, b) => b.perSecond.median - a.perSecond.median)[0];
  const toBest = (one: Measured | undefined) => (one && best ? `${decimals(ratio(one, best), 1)}×` : MISSING);
  return [
    title,
    cpuRatio(service, limit, 2),
    cpuRatio(anew, limit, 2),
    limit ? ratio(service, limit).toFixed(2) : MISSING,
    toBest(service),
    toBest(anew),
    best?.name ?? MISSING,
    decimals(cpuOf(service), 3),
    decimals(anew && cpuOf(anew), 3),
  ];
}

/** Returns the CPU time of the limit as a part of what one takes for the same request: 1.00 is as cheap as the limit. */
function cpuRatio(one: Measured | undefined, limit: Measured | undefined, digits: number): string {
  const [ms, limitMs] = [one && cpuOf(one), limit && cpuOf(limit)];
  return ms === undefined || limitMs === undefined ? MISSING : (limitMs / ms).toFixed(digits);
}

const REQUEST_COLUMNS = [
  'work',
  'who',
  'requests/s (min–max)',
  'to the limit',
  'CPU to the limit',
  'CPU node, ms',
  'CPU PostgreSQL, ms',
  'bytes',
  'p50, ms',
  'p99, ms',
];

function requestRows({ title, bytes, service, anew, peers, uncounted, limit }: WorkloadResult): string[][] {
  const all = [service, anew, ...peers, uncounted, limit].filter((one) => one !== undefined);
  const ratioOf = (one: Measured) => (limit ? ratio(one, limit) : 1);
  return all.map((one, index) => [
    index === 0 ? title : '',
    one.name,
    `${count(one.perSecond.median)} (${count(one.perSecond.min)}–${count(one.perSecond.max)})`,
    limit ? ratioOf(one).toFixed(one === uncounted || ratioOf(one) >= 0.1 ? 2 : 4) : MISSING,
    cpuRatio(one, limit, one === uncounted || ratioOf(one) >= 0.1 ? 2 : 4),
    decimals(one.ownCpuMs, 3),
    decimals(one.postgresCpuMs, 3),
    index === 0 ? count(bytes) : one.bytes === undefined ? MISSING : count(one.bytes),
    decimals(one.p50Ms, 2),
    decimals(one.p99Ms, 2),
  ]);
}

const DEPTH_COLUMNS = ['who', 'CPU of page 1, ms', 'CPU of the last page, ms', 'ratio'];

/** Returns a row for each list that was measured on both pages. */
function depthRows(workloads: readonly WorkloadResult[]): string[][] {
  const [first, last] = ['page-first', 'page-last'].map((name) =>
    workloads.find((workload) => workload.name === name),
  );
  if (!first || !last) return [];
  const pairs = [
    [first.anew ?? first.service, last.anew ?? last.service],
    ...first.peers.map((peer) => [peer, last.peers.find(({ name }) => name === peer.name)]),
    [first.uncounted, last.uncounted],
    [first.limit, last.limit],
  ];
  return pairs.flatMap(([one, other]) => {
    const [firstMs, lastMs] = [one && cpuOf(one), other && cpuOf(other)];
    if (firstMs === undefined || lastMs === undefined) return [];
    const name = one!.name === other!.name ? one!.name : `${one!.name}; ${other!.name}`;
    return [[name, decimals(firstMs, 3), decimals(lastMs, 3), `${(lastMs / firstMs).toFixed(2)}×`]];
  });
}

const CONNECTION_COLUMNS = [
  'connections',
  'requests/s (min–max)',
  'to 1 connection',
  'CPU node, ms',
  'CPU PostgreSQL, ms',
  'cores, node',
  'cores, PostgreSQL',
  'p50, ms',
  'p99, ms',
];

function connectionRows(figures: ConnectionFigures): string[][] {
  return figures.map(({ connections, measured: one }) => [
    `${connections}`,
    `${count(one.perSecond.median)} (${count(one.perSecond.min)}–${count(one.perSecond.max)})`,
    `${ratio(one, figures[0]!.measured).toFixed(2)}×`,
    decimals(one.ownCpuMs, 3),
    decimals(one.postgresCpuMs, 3),
    decimals(one.cores.own, 2),
    decimals(one.cores.postgres, 2),
    decimals(one.p50Ms, 2),
    decimals(one.p99Ms, 2),
  ]);
}

const COUNTING_COLUMNS = [
  '',
  'with, requests/s',
  'without, requests/s',
  'with to without',
  'CPU with, ms',
  'CPU without, ms',
];

function countingRow({ title, with: counted, without }: CountingFigures[number]): string[] {
  return [
    title,
    count(counted.perSecond.median),
    count(without.perSecond.median),
    ratio(counted, without).toFixed(2),
    decimals(cpuOf(counted), 3),
    decimals(cpuOf(without), 3),
  ];
}

const GROWTH_COLUMNS = [
  'page',
  'CPU with few rows, ms',
  'CPU with many rows, ms',
  'ratio',
  'requests/s, few',
  'many',
];

function growthNote({ few, many }: GrowthFigures): string {
  const rows = ({ meetings, executions }: GrowthFigures['few']) =>
    `${count(meetings)} meetings and ${count(executions)} executions`;
  return `CPU of node and PostgreSQL. Few rows: ${rows(few)}; many: ${rows(many)}.`;
}

function growthRow({ title, few, many }: GrowthFigures['pages'][number]): string[] {
  const [fewMs, manyMs] = [cpuOf(few), cpuOf(many)];
  return [
    title,
    decimals(fewMs, 3),
    decimals(manyMs, 3),
    fewMs === undefined || manyMs === undefined ? MISSING : `${(manyMs / fewMs).toFixed(2)}×`,
    count(few.perSecond.median),
    count(many.perSecond.median),
  ];
}

/** Returns the CPU time of its own process and PostgreSQL per request, in milliseconds. */
function cpuOf({ ownCpuMs, postgresCpuMs }: Measured): number | undefined {
  return postgresCpuMs === undefined ? undefined : (ownCpuMs ?? 0) + postgresCpuMs;
}

function startRows({ coldMs, warmMs, idleBytes }: StartFigures): string[][] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const spread = (ms: number[]) =>
    `${seconds(median(ms))} (${seconds(Math.min(...ms))}–${seconds(Math.max(...ms))})`;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return [
    ['cold start to ready, empty data folder', spread(coldMs), `≤ ${seconds(TARGETS.coldMs)}`],
    ['warm start to ready', spread(warmMs), `≤ ${seconds(TARGETS.warmMs)}`],
    ['node, resident, 10 s after the start', megabytes(idleBytes), `≤ ${megabytes(TARGETS.idleBytes)}`],
  ];
}
