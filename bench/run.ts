import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describeMachine, warnIfBusy } from './machine.ts';
import { measureWorkloads, type Run } from './measure-workloads.ts';
import { readOptions, UsageError, usage } from './options.ts';
import { renderResults } from './report.ts';
import { measureStarts } from './start-times.ts';
import { workloads } from './workloads.ts';

/** `npm run bench`: see README.md. */

const RESULTS = fileURLToPath(new URL('./RESULTS.md', import.meta.url));
const STARTS = 'start';
const PARTS = [...workloads.map(({ name }) => name), STARTS];

/** What shells expect of a program that was told to stop. */
const STOPPED_EXIT_CODE = 130;

const stop = new AbortController();
// Everything unwinds: what was started is ended, folders are removed. Each step of that has a limit of its own.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => stop.abort(new Error(`stopped by ${name}`)));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${usage(PARTS)}\n`);
    process.exitCode = 2;
  } else if (stop.signal.aborted) {
    process.stderr.write(`${(stop.signal.reason as Error).message}\n`);
    process.exitCode = STOPPED_EXIT_CODE;
  } else {
    process.stderr.write(`${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

async function main(args: string[]): Promise<void> {
  const options = readOptions(args, PARTS);
  if (!options) {
    process.stdout.write(`${usage(PARTS)}\n`);
    return;
  }
  const { only } = options;
  const { signal } = stop;
  const run: Run = { options, signal, say: (text) => process.stderr.write(`${text}\n`) };
  warnIfBusy(run.say);
  const machine = await describeMachine(signal);
  const chosen = workloads.filter(({ name }) => only === undefined || only === name);
  const figures = chosen.length > 0 ? await measureWorkloads(chosen, run) : undefined;
  const isStartChosen = only === undefined || only === STARTS;
  if (isStartChosen) run.say('measuring: starts');
  const starts = isStartChosen ? await measureStarts(signal) : undefined;
  const results = renderResults({
    commandLine: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
    conditions: [...machine, ...(figures?.tools ?? [])],
    workloads: figures?.results ?? [],
    starts,
  });
  process.stdout.write(`\n${results}`);
  // A part of the figures does not replace all of them.
  if (only === undefined) await writeFile(RESULTS, results);
}
