import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ingestedMeeting } from './data/meetings.ts';
import { runGenerator } from './load/generator.ts';
import type { LoadRequest } from './load/load.ts';
import { postgresCpuSeconds, processCpuSeconds } from './setup/cpu.ts';
import { limitCpu } from './setup/cpu-quota.ts';
import { openBenchServer } from './setup/database.ts';
import { type RunningService, startService } from './setup/service.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { median } from './stats.ts';

/**
 * `node bench/processes.ts [--rounds 5] [--seconds 5] [--share 0.25] [--connections 32]`: compares reads of one process with
 * those of two (`PARLEY_PROCESSES`). The machine also runs the database and the clients, so that two processes would not have
 * two cores for themselves. Each serving process is therefore bounded to a share of a core, which makes it the bottleneck
 * as it is on a larger machine; where the system does not permit that, only the CPU time of a request can be compared.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    share: { type: 'string', default: '0.25' },
    connections: { type: 'string', default: '32' },
  },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const [share, connections] = [Number(values.share), Number(values.connections)];
const { signal } = new AbortController();
const MEETINGS = 60;
const WARM_UP_SECONDS = 2;

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
await using database = await server.makeDatabase();
await using stack = new AsyncDisposableStack();

type Figures = { rate: number; nodeMs: number; supervisorMs: number; postgresMs: number; p99Ms: number };
type Contender = { processes: number; service: RunningService; pids: number[]; isLimited: boolean };

const one = await start(1);
await fill(one.service);
const contenders = [one, await start(2)];
say(
  contenders.every(({ isLimited }) => isLimited)
    ? `Each serving process is bounded to ${share} of a core.`
    : 'The CPU time of processes cannot be bounded here: rates depend on what else the machine does.',
);
const query = 'from=2020-01-01T00:00:00Z&to=2030-01-01T00:00:00Z';
await compare(
  'a page of 10 meetings with transcripts, not compressed',
  `/v1/meetings?${query}&pageSize=10`,
  {},
);
await compare('the same, compressed', `/v1/meetings?${query}&pageSize=10`, { 'Accept-Encoding': 'gzip' });
await compare('the users', '/v1/users', {});

async function start(processes: number): Promise<Contender> {
  const settings = {
    DATABASE_URL: database.url,
    PARLEY_DATA_DIR: join(folder.path, `data-${processes}`),
    PARLEY_ROLES: 'api,receiver',
    PARLEY_PROCESSES: `${processes}`,
    PARLEY_BOOTSTRAP_API_KEY: 'a-key-for-the-benchmark-of-processes',
  };
  const logFile = join(folder.path, `${processes}.log`);
  const service = stack.use(await startService({ settings, logFile, signal }));
  const pids = processes === 1 ? [service.pid] : await childrenOf(service.pid);
  if (pids.length !== processes) throw new Error(`${pids.length} processes run instead of ${processes}`);
  const limits = await Promise.all(pids.map((pid) => limitCpu(pid, share)));
  for (const limit of limits) if (limit) stack.use(limit);
  return { processes, service, pids, isLimited: limits.every((limit) => limit !== undefined) };
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').map(Number);
}

async function fill({ receiverUrl }: RunningService): Promise<void> {
  for (let number = 0; number < MEETINGS; number++) {
    const response = await fetch(`${receiverUrl}/v1/user-provided-meeting`, {
      method: 'POST',
      headers: { 'X-API-Key': 'a-key-for-the-benchmark-of-processes', 'Content-Type': 'application/json' },
      body: JSON.stringify(ingestedMeeting(`${number}`)),
    });
    if (!response.ok) throw new Error(`a meeting was answered ${response.status}: ${await response.text()}`);
  }
}

async function compare(name: string, path: string, headers: Record<string, string>): Promise<void> {
  const all = new Map<Contender, Figures[]>(contenders.map((contender) => [contender, []]));
  const run = (contender: Contender, forSeconds: number) => {
    const own = { 'X-API-Key': 'a-key-for-the-benchmark-of-processes', ...headers };
    return measure(
      contender,
      { url: `${contender.service.apiUrl}${path}`, method: 'GET', headers: own },
      forSeconds,
    );
  };
  for (const contender of contenders) await run(contender, WARM_UP_SECONDS);
  for (let round = 0; round < rounds; round++) {
    // Drift affects both sides of a ratio, and each side is first equally often.
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      all.get(contender)!.push(await run(contender, seconds));
    }
  }
  say(`\n${name}`);
  for (const [{ processes }, figures] of all) {
    const of = (key: keyof Figures) => median(figures.map((figure) => figure[key]));
    say(
      `  ${processes}: ${of('rate').toFixed(0)} requests/s, p99 ${of('p99Ms').toFixed(0)} ms; CPU of a request: ` +
        `node ${of('nodeMs').toFixed(3)} ms, supervisor ${of('supervisorMs').toFixed(4)} ms, ` +
        `PostgreSQL ${of('postgresMs').toFixed(3)} ms`,
    );
  }
  const [first, second] = [...all.values()];
  const ratios = (key: keyof Figures) => second!.map((figure, round) => figure[key] / first![round]![key]);
  const [low, high] = [Math.min(...ratios('rate')), Math.max(...ratios('rate'))];
  say(
    `  two to one: requests/s × ${median(ratios('rate')).toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}), ` +
      `node's CPU of a request × ${median(ratios('nodeMs')).toFixed(2)}`,
  );
}

async function measure(
  { service, pids, processes }: Contender,
  request: LoadRequest,
  forSeconds: number,
): Promise<Figures> {
  const cpu = async () => {
    const nodes = await Promise.all(pids.map(async (pid) => (await processCpuSeconds(pid)) ?? Number.NaN));
    return {
      node: nodes.reduce((sum, one) => sum + one, 0),
      supervisor: processes === 1 ? 0 : ((await processCpuSeconds(service.pid)) ?? Number.NaN),
      postgres:
        server.postmasterPid === undefined ? Number.NaN : await postgresCpuSeconds(server.postmasterPid),
    };
  };
  const before = await cpu();
  const load = await runGenerator({ request, connections, seconds: forSeconds, prefix: '' }, { signal });
  const after = await cpu();
  const msOf = (key: keyof typeof before) => ((after[key] - before[key]) * 1000) / load.requests;
  return {
    rate: load.requests / load.seconds,
    nodeMs: msOf('node'),
    supervisorMs: msOf('supervisor'),
    postgresMs: msOf('postgres'),
    p99Ms: load.p99Ms!,
  };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
