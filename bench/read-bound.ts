import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEnvironment } from '../test/support/start-environment.ts';
import type { BareTask } from './limit/bare-server.ts';
import { listLimit, recordPage } from './limit/list-limit.ts';
import { findPgbench, runForSeconds } from './limit/pgbench.ts';
import { fetchBytes } from './load/fetch-bytes.ts';
import { findGenerator } from './load/find-generator.ts';
import { type Contender, fastest, type Measured, measure, ROUNDS } from './measure.ts';
import { readOptions } from './options.ts';
import { decimals, table } from './report-table.ts';
import { processCpuSeconds } from './setup/cpu.ts';
import { openBenchServer } from './setup/database.ts';
import { findFreePorts, startServerProgram } from './setup/server-program.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import {
  type Bench,
  loadWith,
  measureOptions,
  openStage,
  type Stage,
  serviceContender,
  startAnew,
} from './stage.ts';
import { LIST_NAMES, type ListWorkload, listWorkloads, requestTo } from './workloads.ts';

/**
 * `node bench/read-bound.ts [--small] [--seconds 1] [--only executions,list]`: measures what a page costs a server in Node that does no more than
 * has to be done (`limit/bare-server.ts`), beside the service that makes every page anew, and the limit.
 */
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => stop.abort(new Error(`stopped by ${name}`)));
}
const options = readOptions(process.argv.slice(2), { parts: [...LIST_NAMES], peers: [] });
if (!options) throw new Error('read-bound.ts takes the options of `npm run bench` for lists');

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'data'), process.env.BENCH_DATABASE_URL);
const say = (text: string) => void process.stderr.write(`${text}\n`);
const pgbench = await findPgbench(stop.signal);
if (!pgbench) throw new Error("pgbench is not installed (Debian's postgresql has it)");
const bench: Bench = {
  run: { options, signal: stop.signal, say },
  folder: folder.path,
  server,
  generator: await findGenerator(),
  pgbench,
};
await using stage = await openStage(bench, options, 'service');
await using anew = await startAnew(bench, stage);
const rows: string[][] = [];
for (const workload of listWorkloads(options).filter(({ name }) => options.only?.includes(name) ?? true)) {
  say(`measuring: ${workload.title}`);
  rows.push(await measureBound(workload, stage));
}
const COLUMNS = [
  'page',
  'limit',
  'bare server',
  'of it node',
  'to the limit',
  'service, made anew',
  'of it node',
  'to the limit',
  'to the bare server',
];
process.stdout.write(`Milliseconds of CPU time of node and PostgreSQL.\n\n${table(COLUMNS, rows)}\n`);

/** Returns a row of the table. */
async function measureBound(workload: ListWorkload, stage: Stage): Promise<string[]> {
  const { ask, name, title } = workload;
  await using bare = await startBare(workload, stage);
  const { connections } = options!;
  const { same } = await listLimit(stage, name, ask);
  const limits = same.map(
    ({ name: form, script }): Contender => ({
      name: form,
      run: (seconds) =>
        runForSeconds(
          {
            pgbench: pgbench!,
            database: stage.database,
            folder: folder.path,
            script,
            connections,
            signal: stop.signal,
          },
          seconds,
        ),
    }),
  );
  const contenders: Contender[] = [
    await fastest(limits, 1),
    {
      name: 'bare server',
      run: loadWith(bench, { url: bare.url, method: 'GET', headers: {} }, connections),
      cpuSeconds: async () => (await processCpuSeconds(bare.pid))!,
    },
    serviceContender(bench, stage, ask, anew),
  ];
  const [limit, least, service] = await measure(
    contenders,
    measureOptions(bench, ROUNDS, [stage.service, anew]),
  );
  const all = ({ ownCpuMs = 0, postgresCpuMs = 0 }: Measured) => ownCpuMs + postgresCpuMs;
  const ratio = (one: Measured, other: Measured) => decimals(all(one) / all(other), 2);
  const ms = (value: number | undefined) => decimals(value, 3);
  return [
    title,
    ms(all(limit!)),
    ms(all(least!)),
    ms(least!.ownCpuMs),
    ratio(limit!, least!),
    ms(all(service!)),
    ms(service!.ownCpuMs),
    ratio(limit!, service!),
    ratio(least!, service!),
  ];
}

/** Starts a bare server that runs the statement of a page, and sends the body that the service sends. */
async function startBare({ name, ask }: ListWorkload, { database, db, organizationId, signalId }: Stage) {
  const {
    name: statementName,
    text,
    values,
    ...more
  } = await recordPage({ db, organizationId, signalId }, ask);
  const { bytes, isGzip } = await fetchBytes(requestTo(anew, ask, signalId));
  const [port] = await findFreePorts(1);
  const task: BareTask = {
    port: port!,
    databaseUrl: database.url,
    statement: { name: statementName, text, ...('binary' in more ? { binary: true } : {}) },
    values,
    body: bytes.toString('base64'),
    headers: { 'Content-Type': 'application/json', ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}) },
  };
  const taskFile = join(folder.path, `${name}.json`);
  await writeFile(taskFile, JSON.stringify(task));
  const url = `http://127.0.0.1:${port}/`;
  const program = await startServerProgram({
    name: 'the bare server',
    args: [fileURLToPath(new URL('./limit/bare-server.ts', import.meta.url))],
    cwd: folder.path,
    env: { ...startEnvironment(), BARE_TASK_FILE: taskFile },
    readyUrl: url,
    logFile: join(folder.path, 'bare.log'),
    signal: stop.signal,
  });
  return { url, pid: program.pid, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}
