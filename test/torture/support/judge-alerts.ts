import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';

const run = promisify(execFile);

const RULES = 'deploy/prometheus/alerts.yml';

/** Each page of metrics stands for so much time, and the last one for so much. */
const PAGE_MINUTES = 3;
const LAST_MINUTES = 25;

/** The metrics of a process by name with labels; undefined if it did not answer. */
export type MetricsPage = ReadonlyMap<string, number> | undefined;

/** The pages of a process that were read one after the other. */
export type Scraped = { instance: string; pages: readonly MetricsPage[] };

/** Returns the program that evaluates rules: promtool of Prometheus; undefined if it is not there. */
export async function findPromtool(): Promise<string | undefined> {
  const program = process.env.PARLEY_PROMTOOL ?? 'promtool';
  return run(program, ['check', 'rules', RULES]).then(
    () => program,
    () => undefined,
  );
}

export async function alertNames(): Promise<string[]> {
  const { groups } = parse(await readFile(RULES, 'utf8'));
  return groups[0].rules.map(({ alert }: { alert: string }) => alert);
}

/** Lets Prometheus's own evaluation judge the pages by the rules. @returns the alerts that fired at any time */
export async function firedAlerts(promtool: string, scraped: readonly Scraped[]): Promise<Set<string>> {
  const names = await alertNames();
  const folder = await mkdtemp(join(tmpdir(), 'parley-alerts-'));
  try {
    await copyFile(RULES, join(folder, 'alerts.yml'));
    const file = join(folder, 'test.json');
    await writeFile(file, JSON.stringify(testOf(scraped, names)));
    const said = await run(promtool, ['test', 'rules', file], { maxBuffer: 64 * 1024 * 1024 }).then(
      ({ stdout }) => stdout,
      ({ stdout = '', stderr = '' }) => `${stdout}${stderr}`,
    );
    if (!said.includes('SUCCESS') && !said.includes('FAILED')) throw new Error(said);
    const silent = [...said.matchAll(/alertname=\\?"(\w+)\\?"/g)].map(([, name]) => name);
    return new Set(names.filter((name) => !silent.includes(name)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A unit test of promtool, which fails for each alert that does not fire. */
function testOf(scraped: readonly Scraped[], names: readonly string[]) {
  const minutes = Math.max(...scraped.map(({ pages }) => pages.length)) * PAGE_MINUTES + LAST_MINUTES;
  const firing = (name: string) => `ALERTS{alertname="${name}",alertstate="firing"}`;
  return {
    rule_files: ['alerts.yml'],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: scraped.flatMap(seriesOf),
        promql_expr_test: names.map((name) => ({
          expr: `max_over_time(count(${firing(name)})[${minutes}m:1m]) > bool 0`,
          eval_time: `${minutes}m`,
          exp_samples: [{ labels: '{}', value: 1 }],
        })),
      },
    ],
  };
}

/** The series of a process as Prometheus stores them. */
function seriesOf({ instance, pages }: Scraped): { series: string; values: string }[] {
  const target = `instance="${instance}",job="parley"`;
  const names = [...new Set(pages.flatMap((page) => [...(page?.keys() ?? [])]))];
  const series = names.map((name) => {
    const at = name.indexOf('{');
    const [metric, labels] = at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1, -1)];
    // Prometheus renames a label that is called as one of its own.
    const own = labels.replace(/(^|,)job="/g, '$1exported_job="');
    return {
      series: `${metric}{${[own, target].filter(Boolean).join(',')}}`,
      values: valuesOf(pages, (page) => page.get(name)),
    };
  });
  const up = valuesOf(pages, () => 1).replaceAll('_', '0');
  return [...series, { series: `up{${target}}`, values: up }];
}

function valuesOf(
  pages: readonly MetricsPage[],
  valueIn: (page: ReadonlyMap<string, number>) => number | undefined,
): string {
  return pages
    .flatMap((page, index) => {
      const value = (page && valueIn(page)) ?? '_';
      const isLast = index === pages.length - 1;
      return Array<number | string>(isLast ? PAGE_MINUTES + LAST_MINUTES : PAGE_MINUTES).fill(value);
    })
    .join(' ');
}
