import { join } from 'node:path';
import { type Database, openDatabase } from '../src/db/database.ts';
import { createLog } from '../src/lib/log.ts';
import { READ_SIGNAL } from './data/executions.ts';
import { type Filled, fill } from './data/fill.ts';
import type { DataSize } from './data/meetings.ts';
import type { Pgbench } from './limit/pgbench.ts';
import type { Generator, LoadRequest } from './load/load.ts';
import { type Contender, type MeasureOptions, WARM_UP_SECONDS } from './measure.ts';
import type { Options } from './options.ts';
import { postgresCpuSeconds, processCpuSeconds } from './setup/cpu.ts';
import type { BenchDatabase, BenchServer } from './setup/database.ts';
import { type RunningService, startService } from './setup/service.ts';
import { type Ask, requestTo } from './workloads.ts';

/** The options of a run, the signal that stops it, and its progress output. */
export type Run = { options: Options; signal: AbortSignal; say: (text: string) => void };

/** The resources that all measurements share. */
export type Bench = {
  run: Run;
  /** The folder for temporary files of the benchmark. */
  folder: string;
  server: BenchServer;
  generator: Generator;
  /** The pgbench to use; undefined if it is not installed. */
  pgbench: Pgbench | undefined;
};

/** A service with its filled database. */
export type Stage = AsyncDisposable &
  Filled & {
    size: DataSize;
    service: RunningService;
    database: BenchDatabase;
    /** The database for statements of the service that are recorded. */
    db: Database;
    /** The signal whose executions are read. */
    signalId: number;
  };

/**
 * Starts a service with its own filled database. It has no worker: processing.ts measures the cost of jobs, which would
 * disturb other measurements.
 * @param root the folder of another version of the service
 */
export async function openStage(
  bench: Bench,
  size: DataSize,
  logName: string,
  root?: string,
): Promise<Stage> {
  const { run, folder, server } = bench;
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await server.makeDatabase());
  const service = stack.use(
    await startService({
      ...(root === undefined ? {} : { root }),
      settings: { DATABASE_URL: database.url, PARLEY_ROLES: 'api,receiver' },
      logFile: join(folder, `${logName}.log`),
      signal: run.signal,
    }),
  );
  const startedMs = performance.now();
  const filled = await fill(service, database, size, run.signal);
  const seconds = (performance.now() - startedMs) / 1000;
  const numbers = [size.meetings, size.transcripts, size.executions].map((n) => n.toLocaleString('en-US'));
  run.say(
    `${numbers[0]} meetings, ${numbers[1]} of them with a transcript, and ${numbers[2]} executions were put in ` +
      `in ${seconds.toFixed(1)} s, ${filled.received.size} meetings through the receiver`,
  );
  const db = openDatabase(database.connection, createLog('silent'));
  stack.defer(() => db.close());
  const kept = stack.move();
  return {
    ...filled,
    size,
    service,
    database,
    db,
    signalId: filled.signalIds[READ_SIGNAL]!,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/**
 * Starts another process of a service on the database of a stage.
 * @param options.root the folder of another version of the service
 */
export async function startBeside(
  { run, folder }: Bench,
  { database, service }: Stage,
  options: { root?: string | undefined; settings: Record<string, string>; logName: string },
): Promise<RunningService> {
  const { root, settings, logName } = options;
  const started = await startService({
    ...(root === undefined ? {} : { root }),
    settings: { DATABASE_URL: database.url, PARLEY_ROLES: 'api,receiver', ...settings },
    logFile: join(folder, `${logName}.log`),
    signal: run.signal,
  });
  // Only the first process on a database makes a key.
  return { ...started, key: service.key };
}

/** Starts another process of the service that makes every page anew, even if the same one was asked for before. */
export function startAnew(bench: Bench, stage: Stage, root?: string): Promise<RunningService> {
  return startBeside(bench, stage, { root, settings: { PARLEY_KEPT_ANSWER_BYTES: '0' }, logName: 'anew' });
}

let prefixes = 0;

/** Returns a prefix for external ids that no other round uses. */
export function nextPrefix(): string {
  return `round-${++prefixes}-`;
}

/** Returns the service, or another process on its database, as a contender. */
export function serviceContender(bench: Bench, stage: Stage, ask: Ask, service = stage.service): Contender {
  const request = requestTo(service, ask, stage.signalId);
  return {
    name: 'service',
    run: loadWith(bench, request, bench.run.options.connections),
    cpuSeconds: () => cpuSecondsOf(service),
  };
}

/** The page of metrics is up to a second old, so it is read only if the process runs elsewhere. */
async function cpuSecondsOf({ pid, metric }: RunningService): Promise<number> {
  return (await processCpuSeconds(pid)) ?? metric('process_cpu_seconds_total');
}

/** Returns a function that runs rounds of a request from a number of connections. */
export function loadWith(
  { generator, folder, run: { signal } }: Bench,
  request: LoadRequest,
  connections: number,
): Contender['run'] {
  return (seconds) =>
    generator.run({ request, connections, seconds, prefix: nextPrefix() }, { folder, signal });
}

/** Returns the usual options of a measurement: rounds of --seconds, with the service's log emptied between them. */
export function measureOptions(
  bench: Bench,
  rounds: number,
  services: readonly RunningService[],
): MeasureOptions {
  const { postmasterPid } = bench.server;
  const { options, signal } = bench.run;
  return {
    seconds: options.seconds,
    rounds,
    warmUpSeconds: WARM_UP_SECONDS,
    postgresCpuSeconds: postmasterPid === undefined ? undefined : () => postgresCpuSeconds(postmasterPid),
    betweenRounds: async () => {
      for (const service of services) await service.emptyLog();
    },
    signal,
  };
}
