import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import type { ReliabilityPromise } from './promise.ts';
import { promises } from './promises.ts';
import { type Outcome, renderReport, renderTable } from './report.ts';

/**
 * `npm run torture -- [name…|all] [--full] [--seed N] [--report FILE]`: does the harm that the promises name to the
 * real service, and prints the measured figures with the promised limits. Exits with 1 if a promise was not kept.
 * `--list` lists them; `--report` puts the results into a page, between its marks.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: '20261121' },
    report: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

/** The marks between which a page has the results. */
const [BEGIN, END] = ['<!-- results -->', '<!-- end of results -->'];

if (values.list) for (const { number, name, harm } of promises) console.log(`${number} ${name}: ${harm}`);
else process.exitCode = (await main(choose(positionals), Number(values.seed))) ? 0 : 1;

function choose(names: string[]): readonly ReliabilityPromise[] {
  if (names.length === 0 || names.includes('all')) return promises;
  const known = promises.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`no promise is called ${unknown.join(', ')}; there are ${known.join(', ')}`);
  return promises.filter(({ name }) => names.includes(name));
}

async function main(chosen: readonly ReliabilityPromise[], seed: number): Promise<boolean> {
  const startedMs = performance.now();
  const outcomes: Outcome[] = [];
  await globalSetup();
  try {
    for (const promise of chosen) outcomes.push(await keep(promise, seed));
  } finally {
    await globalTeardown();
  }
  console.log(`\n${renderTable(outcomes)}`);
  const seconds = (performance.now() - startedMs) / 1000;
  if (values.report) await report(values.report, renderReport(outcomes, { ...about(), seed, seconds }));
  const kept = outcomes.filter((outcome) => outcome.kept).length;
  console.log(`${kept} passed, ${outcomes.length - kept} failed, in ${(seconds / 60).toFixed(1)} minutes`);
  return kept === outcomes.length;
}

/** Puts the results between the marks of a page. */
async function report(path: string, results: string): Promise<void> {
  const page = await readFile(path, 'utf8');
  const [from, until] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || until < from) throw new Error(`${path} has no line ${BEGIN} before a line ${END}`);
  await writeFile(path, `${page.slice(0, from + BEGIN.length)}\n\n${results}\n${page.slice(until)}`);
}

async function keep(promise: ReliabilityPromise, seed: number): Promise<Outcome> {
  const startedMs = performance.now();
  const elapsed = () => (performance.now() - startedMs) / 1000;
  const say = (line: string) => console.log(`  ${elapsed().toFixed(0).padStart(4)} s  ${line}`);
  console.log(`\n${promise.number} ${promise.name}: ${promise.harm}`);
  try {
    const figures = await promise.run({ full: values.full, seed, say });
    for (const { what, value, limit, passed } of figures) {
      say(`${passed ? 'kept' : 'BROKEN'}: ${what}: ${value} (${limit})`);
    }
    const kept = figures.length > 0 && figures.every(({ passed }) => passed);
    return { promise, figures, kept, seconds: elapsed() };
  } catch (error) {
    console.error(error);
    const [message] = String(error).split('\n');
    const figure = { what: 'the program', value: message!, limit: 'ends', passed: false };
    return { promise, figures: [figure], kept: false, seconds: elapsed() };
  }
}

function about() {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { encoding: 'utf8' }).trim();
  const dirty = git('status', '--porcelain') !== '';
  return {
    form: values.full ? ('full' as const) : ('quick' as const),
    date: new Date().toISOString().slice(0, 10),
    commit: `${git('rev-parse', '--short', 'HEAD')}${dirty ? ', with uncommitted changes' : ''}`,
    machine: `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; Node ${process.version}`,
  };
}
