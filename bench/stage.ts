import { join } from 'node:path';
import { type Database, openDatabase } from '../src/db/database.ts';
import { createLog } from '../src/lib/log.ts';
import { READ_SIGNAL } from './data/executions.ts';
import { type Filled, fill } from './data/fill.ts';
import type { DataSize } from './data/meetings.ts';
import type { Pgbench } from './limit/pgbench.ts';
import type { Generator, LoadRequest } from './load/load.ts';
import type { Contender, MeasureOptions } from './measure.ts';
import type { Options } from './options.ts';
import { postgresCpuSeconds } from './setup/cpu.ts';
import type { BenchDatabase, BenchServer } from './setup/database.ts';
import { type RunningService, startService } from './setup/service.ts';
import { type Ask, requestTo } from './workloads.ts';

/** What a run tells of itself while it is under way. */
export type Run = { options: Options; signal: AbortSignal; say: (text: string) => void };

/** What all that is measured has in common. */
export type Bench = {
  run: Run;
  /** For whatever is written while the benchmark runs. */
  folder: string;
  server: BenchServer;
  generator: Generator;
  /** Undefined if it is not installed. */
  pgbench: Pgbench | undefined;
};

/** A service with its filled database. */
export type Stage = AsyncDisposable &
  Filled & {
    size: DataSize;
    service: RunningService;
    database: BenchDatabase;
    /** For statements of the service's code that are to be recorded. */
    db: Database;
    /** The signal whose executions are read. */
    signalId: number;
  };

/**
 * A service beside the others, with a database of its own that is filled. It has no worker: what jobs cost is measured
 * by processing.ts, and what they do would disturb here.
 */
export async function openStage(bench: Bench, size: DataSize, logName: string): Promise<Stage> {
  const { run, folder, server } = bench;
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await server.makeDatabase());
  const service = stack.use(
    await startService({
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

let prefixes = 0;

/** No two rounds take in a meeting under the same id. */
export function nextPrefix(): string {
  return `round-${++prefixes}-`;
}

/** The service under load. */
export function serviceContender(bench: Bench, stage: Stage, ask: Ask): Contender {
  const request = requestTo(stage.service, ask, stage.signalId);
  return {
    name: 'service',
    run: loadWith(bench, request, bench.run.options.connections),
    cpuSeconds: () => stage.service.metric('process_cpu_seconds_total'),
  };
}

/** Rounds of a request from so many connections. */
export function loadWith(
  { generator, folder, run: { signal } }: Bench,
  request: LoadRequest,
  connections: number,
): Contender['run'] {
  return (seconds) =>
    generator.run({ request, connections, seconds, prefix: nextPrefix() }, { folder, signal });
}

/** The usual options of measuring: rounds of --seconds, and the service's log emptied between them. */
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
    postgresCpuSeconds: postmasterPid === undefined ? undefined : () => postgresCpuSeconds(postmasterPid),
    betweenRounds: async () => {
      for (const service of services) await service.emptyLog();
    },
    signal,
  };
}
