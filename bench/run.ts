import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PEER_NAMES } from './compare/peers.ts';
import { describeMachine, warnIfBusy } from './machine.ts';
import { readOptions, UsageError, usage } from './options.ts';
import { measureParts, PARTS } from './parts.ts';
import { renderResults } from './report.ts';
import type { Run } from './stage.ts';
import { guard } from './versions/guard.ts';

/** `npm run bench`: see README.md. */

const RESULTS = fileURLToPath(new URL('./RESULTS.md', import.meta.url));
const NAMES = { parts: PARTS, peers: PEER_NAMES };

/** The exit code that shells expect of an interrupted program. */
const STOPPED_EXIT_CODE = 130;

const stop = new AbortController();
// Programs that were started are ended, and folders are removed. Each of these steps has its own time limit.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => stop.abort(new Error(`stopped by ${name}`)));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${usage(NAMES)}\n`);
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
  const options = readOptions(args, NAMES);
  if (!options) {
    process.stdout.write(`${usage(NAMES)}\n`);
    return;
  }
  const { signal } = stop;
  const startedMs = performance.now();
  const say = (text: string) => {
    const seconds = (performance.now() - startedMs) / 1000;
    process.stderr.write(`${seconds.toFixed(0).padStart(4)} s  ${text}\n`);
  };
  const run: Run = { options, signal, say };
  warnIfBusy(run.say);
  if (options.isGuard) {
    const { text, isKept } = await guard(run, options);
    process.stdout.write(`\n${text}\n`);
    if (!isKept) process.exitCode = 1;
    return;
  }
  const machine = await describeMachine(signal);
  const { tools, ...figures } = await measureParts(run);
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1);
  const results = renderResults({
    commandLine: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
    conditions: [...machine, ...tools, ['the run took', `${minutes} minutes`]],
    ...figures,
  });
  process.stdout.write(`\n${results}`);
  // A run of some parts does not replace the figures of all.
  if (options.only === undefined) await writeFile(RESULTS, results);
}
