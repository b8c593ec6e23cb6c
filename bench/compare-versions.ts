import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findGenerator } from './load/find-generator.ts';
import { readOptions } from './options.ts';
import { postgresCpuSeconds } from './setup/cpu.ts';
import { openBenchServer } from './setup/database.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { type Bench, openStage, type Run, serviceContender } from './stage.ts';
import { median } from './stats.ts';
import { INGEST, LIST_NAMES, listWorkloads } from './workloads.ts';

/**
 * `node bench/compare-versions.ts --than <folder of another version> [--only executions] [--rounds 30] [--own-first]`:
 * compares the CPU time that a request costs in two versions. They alternate in short rounds on the same data, and the
 * ratio is that of neighbouring rounds, so that other load on the machine affects both sides. The service that is started
 * second tends to cost a little more: run it again with `--own-first`, and take the geometric mean of the two ratios.
 */
const WARM_UP_SECONDS = 4;
const SECONDS = 1;
const USAGE = 'Usage: node bench/compare-versions.ts --than FOLDER [--only NAME] [--rounds N] [--own-first]';

const { values } = parseArgs({
  options: {
    than: { type: 'string' },
    only: { type: 'string', default: 'executions' },
    rounds: { type: 'string', default: '30' },
    'own-first': { type: 'boolean', default: false },
  },
});
if (values.than === undefined) throw new Error(USAGE);
const options = readOptions(['--small', '--peers', 'none'], { parts: LIST_NAMES, peers: [] })!;
const workload = [...listWorkloads(options), INGEST].find(({ name }) => name === values.only);
if (!workload) throw new Error(`${USAGE}\nNAME is one of ${[...LIST_NAMES, INGEST.name].join(', ')}`);

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
const { signal } = new AbortController();
const run: Run = { options, signal, say: (text) => void process.stderr.write(`${text}\n`) };
const bench: Bench = {
  run,
  folder: folder.path,
  server,
  generator: await findGenerator(),
  pgbench: undefined,
};
const openOther = () => openStage(bench, options, 'other', resolve(values.than!));
const openOwn = () => openStage(bench, options, 'own');
await using first = values['own-first'] ? await openOwn() : await openOther();
await using second = values['own-first'] ? await openOther() : await openOwn();
const [other, own] = values['own-first'] ? [second, first] : [first, second];
const contenders = [other, own].map((stage) => serviceContender(bench, stage, workload.ask));

type Cost = { node: number; postgres: number };
const costs: Cost[][] = [[], []];
for (const contender of contenders) await contender.run(WARM_UP_SECONDS);
for (let round = 0; round < Number(values.rounds); round++) {
  // Each side is first equally often.
  for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) costs[side]!.push(await measure(side));
}
for (const part of ['node', 'postgres'] as const) {
  const [before, after] = costs.map((side) => side.map((cost) => cost[part]));
  const ratios = after!.map((cost, round) => cost / before![round]!).sort((a, b) => a - b);
  const quartiles = [ratios[ratios.length >> 2]!, ratios[(ratios.length * 3) >> 2]!];
  process.stdout.write(
    `CPU of ${part}: ${median(before!).toFixed(4)} → ${median(after!).toFixed(4)} ms a request, × ${median(ratios).toFixed(3)} ` +
      `(half of the rounds × ${quartiles.map((one) => one.toFixed(3)).join(' to ')})\n`,
  );
}

/** Runs one round of a side. @returns milliseconds of CPU time for each request */
async function measure(side: number): Promise<Cost> {
  const contender = contenders[side]!;
  const read = async () => [await contender.cpuSeconds!(), await postgresCpuSeconds(server.postmasterPid!)];
  const [nodeBefore, postgresBefore] = await read();
  const { requests } = await contender.run(SECONDS);
  const [nodeAfter, postgresAfter] = await read();
  const perRequest = (seconds: number) => (seconds * 1000) / requests;
  return {
    node: perRequest(nodeAfter! - nodeBefore!),
    postgres: perRequest(postgresAfter! - postgresBefore!),
  };
}
