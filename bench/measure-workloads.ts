import { join } from 'node:path';
import { type Database, openDatabase } from '../src/db/database.ts';
import { createLog } from '../src/lib/log.ts';
import { checkIngested, checkLists, fetchBytes } from './data/check-answers.ts';
import { fill, sendMeeting } from './data/fill.ts';
import { ingestedMeeting } from './data/meetings.ts';
import { findPgbench, type Pgbench, type PgbenchRun, runForSeconds, runOnce } from './limit/pgbench.ts';
import { findGenerator } from './load/find-generator.ts';
import type { Generator } from './load/load.ts';
import { type Contender, measure } from './measure.ts';
import type { Options } from './options.ts';
import type { WorkloadResult } from './report.ts';
import { postgresCpuSeconds } from './setup/cpu.ts';
import { type BenchDatabase, openBenchDatabase } from './setup/database.ts';
import { startService } from './setup/service.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { ingest, type Place, type Workload } from './workloads.ts';

/** What a run tells of itself while it is under way. */
export type Run = { options: Options; signal: AbortSignal; say: (text: string) => void };

export type WorkloadFigures = {
  results: WorkloadResult[];
  /** What the figures depend on, beside the machine. */
  tools: [string, string][];
};

/** What all workloads share. */
type Bench = Place & {
  run: Run;
  folder: string;
  database: BenchDatabase;
  generator: Generator;
  pgbench: Pgbench | undefined;
};

/** Fills a database of its own through the service, checks its answers, and measures one workload after the other. */
export async function measureWorkloads(chosen: readonly Workload[], run: Run): Promise<WorkloadFigures> {
  const { options, signal, say } = run;
  await using folder = await makeTemporaryFolder();
  await using database = await openBenchDatabase(join(folder.path, 'data'), process.env.BENCH_DATABASE_URL);
  signal.throwIfAborted();
  await using service = await startService({
    settings: { DATABASE_URL: database.url },
    logFile: join(folder.path, 'service.log'),
    signal,
  });
  const startedMs = performance.now();
  await fill(service, database, options, signal);
  const seconds = (performance.now() - startedMs) / 1000;
  const sent = options.meetings + options.transcripts;
  say(`${sent} meetings went in through the receiver in ${seconds.toFixed(1)} s`);
  await using opened = openOwnConnections(database);
  const [organization] = await database.query<{ id: number }>('select id::int from organizations');
  const place: Place = { service, db: opened.db, organizationId: organization!.id };
  await checkLists(place, database, options);
  say('the answers are right');
  const [generator, pgbench] = await Promise.all([findGenerator(), findPgbench(signal)]);
  const bench: Bench = { ...place, run, folder: folder.path, database, generator, pgbench };
  const results: WorkloadResult[] = [];
  for (const workload of chosen) results.push(await measureWorkload(workload, bench));
  return { results, tools: toolsOf(bench) };
}

/** For finding out which statements the service runs. */
function openOwnConnections(database: BenchDatabase): AsyncDisposable & { db: Database } {
  const db = openDatabase(database.connection, createLog('silent'));
  return { db, [Symbol.asyncDispose]: () => db.close() };
}

async function measureWorkload(workload: Workload, bench: Bench): Promise<WorkloadResult> {
  const { run, service, database, pgbench } = bench;
  const { options, signal } = run;
  const contenders = [serviceContender(workload, bench)];
  let limit: PgbenchRun | undefined;
  if (pgbench) {
    const { folder } = bench;
    const script = await workload.limit(bench);
    limit = { pgbench, database, folder, script, connections: options.connections, signal };
    contenders.push(limitContender(limit));
  }
  if (workload === ingest) await checkIngest(bench, limit);
  run.say(`measuring: ${workload.title}`);
  const { postmasterPid } = database;
  const measured = await measure(contenders, {
    seconds: options.seconds,
    postgresCpuSeconds: postmasterPid === undefined ? undefined : () => postgresCpuSeconds(postmasterPid),
    betweenRounds: () => service.emptyLog(),
    signal,
  });
  const request = workload.request(service);
  const bytes = request.body
    ? Buffer.byteLength(JSON.stringify(ingestedMeeting(nextPrefix())))
    : (await fetchBytes(request)).bytes.length;
  return { title: workload.title, bytes, measured };
}

function serviceContender(workload: Workload, { service, generator, folder, run }: Bench): Contender {
  const { options, signal } = run;
  const request = workload.request(service);
  return {
    name: 'service',
    run: (seconds) => {
      const { connections } = options;
      return generator.run({ request, connections, seconds, prefix: nextPrefix() }, { folder, signal });
    },
    cpuSeconds: () => service.metric('process_cpu_seconds_total'),
  };
}

function limitContender(limit: PgbenchRun): Contender {
  return { name: 'limit', run: (seconds) => runForSeconds(limit, seconds) };
}

/** Each writes one meeting; then they are compared. */
async function checkIngest(bench: Bench, limit: PgbenchRun | undefined): Promise<void> {
  await sendMeeting(bench.service, ingestedMeeting(nextPrefix()), { signal: bench.run.signal });
  if (!limit) return;
  await runOnce(limit);
  await checkIngested(bench);
}

let prefixes = 0;

/** No two rounds take in a meeting under the same id. */
function nextPrefix(): string {
  return `round-${++prefixes}-`;
}

function toolsOf({ run, database, generator, pgbench }: Bench): [string, string][] {
  const { meetings, transcripts, seconds, connections } = run.options;
  return [
    ['PostgreSQL', database.description],
    ['the limit', pgbench?.version ?? "not measured: pgbench is not installed (Debian's postgresql has it)"],
    ['load', `${generator.description}; ${connections} connections, rounds of ${seconds} s`],
    ['data', `${meetings} meetings without and ${transcripts} with a transcript`],
  ];
}
