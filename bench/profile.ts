import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEnvironment } from '../test/support/start-environment.ts';
import { drawFlameGraph, type Frame, framesOf, mostCostly } from './flame-graph.ts';
import { findGenerator } from './load/find-generator.ts';
import { describeMachine } from './machine.ts';
import { readOptions } from './options.ts';
import { PARTS } from './parts.ts';
import { openBenchServer } from './setup/database.ts';
import { openProfiler } from './setup/profiler.ts';
import { findFreePorts } from './setup/server-program.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { type Bench, loadWith, openStage, startBeside } from './stage.ts';
import { sharesOfStages } from './stages.ts';
import { INGEST, listWorkloads, requestTo, type Workload } from './workloads.ts';

/**
 * `node bench/profile.ts`: profiles the service in each workload of the benchmark. Writes to docs/profiles/ a flame
 * graph of the node process for each, and a page that lists the most costly functions.
 */
const DOCS = fileURLToPath(new URL('../docs/profiles/', import.meta.url));
const [WARM_SECONDS, SECONDS] = [2, 5];
const SHOWN = 6;

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => stop.abort(new Error(`stopped by ${name}`)));
}
const args = process.argv.slice(2);
const options = readOptions(args, { parts: PARTS, peers: [] });
if (!options)
  throw new Error('profile.ts takes the options of `npm run bench` that say how much data there is');

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'data'), process.env.BENCH_DATABASE_URL);
const say = (text: string) => void process.stderr.write(`${text}\n`);
const run = { options, signal: stop.signal, say };
const bench: Bench = {
  run,
  folder: folder.path,
  server,
  generator: await findGenerator(),
  pgbench: undefined,
};
await using stage = await openStage(bench, options, 'service');
const [inspector] = await findFreePorts(1);
await using service = await startBeside(bench, stage, {
  settings: {
    PARLEY_KEPT_ANSWER_BYTES: '0',
    NODE_OPTIONS: `${startEnvironment().NODE_OPTIONS} --inspect=127.0.0.1:${inspector}`,
  },
  logName: 'profiled',
});
const sections: string[] = [];
await mkdir(DOCS, { recursive: true });
const { connections } = options;
for (const workload of [...listWorkloads(options), INGEST]) {
  say(`profiling: ${workload.title}`);
  const root = await profile(workload);
  await writeFile(join(DOCS, `${workload.name}.svg`), drawFlameGraph(workload.title, root));
  sections.push(sectionOf(workload, root));
}
const machine = (await describeMachine(stop.signal)).map(([what, value]) => `${what}: ${value}`).join('; ');
await writeFile(
  join(DOCS, 'README.md'),
  `# Where the time goes

\`${['node bench/profile.ts', ...args].join(' ')}\` samples the node process under the load of each workload of the benchmark, five times
a millisecond. The time that PostgreSQL spends is in [bench/RESULTS.md](../../bench/RESULTS.md), and [speed.md](../speed.md)
describes what was done about the largest costs.

${machine}.

${sections.join('\n')}`,
);

/** Profiles a workload in a separate service. The profiler slows it down, so only shares of the time are meaningful. */
async function profile({ ask }: Workload): Promise<Frame> {
  const load = loadWith(bench, requestTo(service, ask, stage.signalId), connections);
  await load(WARM_SECONDS);
  using profiler = await openProfiler(inspector!);
  await profiler.start();
  await load(SECONDS);
  return framesOf(await profiler.stop());
}

function sectionOf({ name, title }: Workload, root: Frame): string {
  const stages = sharesOfStages(root).map((one) => `| ${one.name} | ${(one.share * 100).toFixed(1)} % |`);
  const rows = mostCostly(root, SHOWN).map(
    (one) => `| ${one.name.replaceAll('|', '\\|')} | ${one.place} | ${(one.share * 100).toFixed(1)} % |`,
  );
  return `## ${title}

[![Flame graph](${name}.svg)](${name}.svg)

| stage | share |
| --- | --- |
${stages.join('\n')}

| by itself | where | share |
| --- | --- | --- |
${rows.join('\n')}
`;
}
