import { type Measured, ROUNDS } from './measure.ts';
import { type StartFigures, TARGETS } from './start-times.ts';
import { median } from './stats.ts';

/** What was measured of one workload. `bytes` is the length of its answer, or of its request's body. */
export type WorkloadResult = { title: string; bytes: number; measured: Measured[] };

export type Results = {
  commandLine: string;
  /** What the figures depend on: [what, value]. */
  conditions: [string, string][];
  workloads: WorkloadResult[];
  starts: StartFigures | undefined;
};

const MISSING = '–';

/** The results as Markdown, which is also what the terminal shows. */
export function renderResults({ commandLine, conditions, workloads, starts }: Results): string {
  const parts = ['# Results', `\`${commandLine}\`. What the columns mean: [README.md](README.md).`];
  parts.push(table(['', ''], conditions));
  if (workloads.length > 0) {
    parts.push('## Requests', `Medians of ${ROUNDS} rounds.`);
    parts.push(table(REQUEST_COLUMNS, workloads.flatMap(requestRows)));
  }
  if (starts) parts.push('## Start and memory', table(['', 'median (min–max)', 'target'], startRows(starts)));
  return `${parts.join('\n\n')}\n`;
}

const REQUEST_COLUMNS = [
  'work',
  'who',
  'requests/s (min–max)',
  'to the limit',
  'CPU node, ms',
  'CPU PostgreSQL, ms',
  'bytes',
  'p50, ms',
  'p99, ms',
];

function requestRows({ title, bytes, measured }: WorkloadResult): string[][] {
  return measured.map((one, index) => [
    index === 0 ? title : '',
    one.name,
    `${count(one.perSecond.median)} (${count(one.perSecond.min)}–${count(one.perSecond.max)})`,
    measured.length === 1 ? MISSING : one.ratio.toFixed(2),
    decimals(one.ownCpuMs, 3),
    decimals(one.postgresCpuMs, 3),
    index === 0 ? count(bytes) : MISSING,
    decimals(one.p50Ms, 2),
    decimals(one.p99Ms, 2),
  ]);
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

/** 1234.5 as 1,235; small ones keep a digit. */
function count(value: number): string {
  return value < 100 && !Number.isInteger(value)
    ? value.toFixed(1)
    : Math.round(value).toLocaleString('en-US');
}

function decimals(value: number | undefined, digits: number): string {
  return value === undefined ? MISSING : value.toFixed(digits);
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, index) =>
    Math.max(3, column.length, ...rows.map((row) => row[index]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ')} |`;
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
