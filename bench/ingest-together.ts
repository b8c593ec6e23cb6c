import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { shortIngest } from './data/short-ingest.ts';
import { runGenerator } from './load/generator.ts';
import type { Load } from './load/load.ts';
import { openBenchServer } from './setup/database.ts';
import { startService } from './setup/service.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { median } from './stats.ts';

/**
 * `node bench/ingest-together.ts [--than <folder of another version>] [--rounds 7] [--seconds 5]`: measures the ingests
 * that 64 concurrent clients get acknowledged. A signal is defined, so each ingest enqueues a job; no worker runs. With
 * `--than` the other version alternates with this one, each on its own database, and each round's ratio is printed.
 */
const CLIENTS = 64;
const WARM_UP_SECONDS = 3;

const { values } = parseArgs({
  options: {
    than: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '5' },
  },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const { signal } = new AbortController();

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);

type Contender = { name: string; run(seconds: number): Promise<Load>; jobs(): Promise<number> };

await using stack = new AsyncDisposableStack();
const contenders = [await start('this version', undefined)];
if (values.than !== undefined) contenders.unshift(await start('other version', resolve(values.than)));

for (const { run } of contenders) await run(WARM_UP_SECONDS);
const loads = new Map<Contender, Load[]>(contenders.map((one) => [one, []]));
for (let round = 0; round < rounds; round++) {
  // Drift affects both sides of a ratio, and each side is first equally often.
  const order = round % 2 === 0 ? contenders : contenders.toReversed();
  for (const one of order) loads.get(one)!.push(await one.run(seconds));
}
for (const [{ name, jobs }, own] of loads) {
  const rates = own.map(rateOf);
  const [p50, p99] = [median(own.map(({ p50Ms }) => p50Ms!)), median(own.map(({ p99Ms }) => p99Ms!))];
  const range = `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`;
  say(
    `${name}: ${median(rates).toFixed(0)} ingests/s (${range}), p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${await jobs()} jobs`,
  );
}
const [other, own] = contenders;
if (own !== undefined) {
  const ratioOf = (figure: (load: Load) => number) =>
    median(loads.get(own)!.map((load, round) => figure(load) / figure(loads.get(other!)![round]!)));
  say(
    `this to other: ingests/s × ${ratioOf(rateOf).toFixed(2)}, p50 × ${ratioOf(({ p50Ms }) => p50Ms!).toFixed(2)}, p99 × ${ratioOf(({ p99Ms }) => p99Ms!).toFixed(2)}`,
  );
}

/** Starts a version of the service. @param root its folder; undefined: this one */
async function start(name: string, root: string | undefined): Promise<Contender> {
  const database = stack.use(await server.makeDatabase());
  const about = name.replace(' ', '-');
  const service = stack.use(
    await startService({
      ...(root === undefined ? {} : { root }),
      settings: {
        DATABASE_URL: database.url,
        PARLEY_DATA_DIR: join(folder.path, about),
        PARLEY_ROLES: 'api,receiver',
        PARLEY_LOG_LEVEL: 'warn',
      },
      logFile: join(folder.path, `${about}.log`),
      signal,
    }),
  );
  const headers = { 'X-API-Key': service.key, 'Content-Type': 'application/json' };
  const defined = await fetch(`${service.apiUrl}/admin/v1/signals`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      signalName: 'Numbers',
      prompt: 'Somebody asks for the numbers.',
      phrases: ['the numbers'],
    }),
  });
  if (!defined.ok) throw new Error(`the signal was answered ${defined.status}: ${await defined.text()}`);
  const request = shortIngest(service);
  let runs = 0;
  return {
    name,
    run: (seconds) =>
      runGenerator({ request, connections: CLIENTS, seconds, prefix: `${about}-${runs++}-` }, { signal }),
    async jobs() {
      const [row] = await database.query<{ jobs: string }>('select count(*) as jobs from processing_runs');
      return Number(row!.jobs);
    },
  };
}

function rateOf({ requests, seconds }: Load): number {
  return requests / seconds;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
