import { join } from 'node:path';
import { peerContender } from './compare/peer-contender.ts';
import { startPeers } from './compare/peers.ts';
import { checkAnswers } from './data/check-answers.ts';
import type { DataSize } from './data/meetings.ts';
import { findPgbench } from './limit/pgbench.ts';
import { findGenerator } from './load/find-generator.ts';
import { measureGrowth } from './measure-growth.ts';
import { measureConnections, measureCounting } from './measure-ingest.ts';
import { measureWorkload, type WorkloadResult, warmUp } from './measure-workloads.ts';
import { TENTH } from './options.ts';
import type { Results } from './report.ts';
import { openBenchServer } from './setup/database.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { type Bench, openStage, type Run, type Stage, startAnew } from './stage.ts';
import { measureStarts } from './start-times.ts';
import { INGEST, LIST_NAMES, listWorkloads, type Workload } from './workloads.ts';

/** The names for --only, in the order of the run: parts that write come after those that only read. */
export const PARTS = [...LIST_NAMES, 'growth', INGEST.name, 'connections', 'counting', 'start'];

export type Figures = Omit<Results, 'commandLine' | 'conditions'> & {
  /** The conditions on which the figures depend, apart from the machine. */
  tools: [string, string][];
};

/** Measures the parts that the options select. */
export async function measureParts(run: Run): Promise<Figures> {
  const isWanted = (part: string) => run.options.only?.includes(part) ?? true;
  const needsData = PARTS.some((part) => part !== 'start' && isWanted(part));
  const figures = needsData ? await measureOnData(run, isWanted) : NOTHING;
  if (!isWanted('start')) return figures;
  run.say('measuring: starts');
  return { ...figures, starts: await measureStarts(run.signal) };
}

const NOTHING: Figures = {
  workloads: [],
  connections: undefined,
  counting: undefined,
  growth: undefined,
  starts: undefined,
  tools: [],
};

async function measureOnData(run: Run, isWanted: (part: string) => boolean): Promise<Figures> {
  const { options, signal } = run;
  await using folder = await makeTemporaryFolder();
  await using server = await openBenchServer(join(folder.path, 'data'), process.env.BENCH_DATABASE_URL);
  signal.throwIfAborted();
  const [generator, pgbench] = await Promise.all([findGenerator(), findPgbench(signal)]);
  const bench: Bench = { run, folder: folder.path, server, generator, pgbench };
  const size = {
    meetings: options.meetings,
    transcripts: options.transcripts,
    executions: options.executions,
  };
  await using stage = await openStage(bench, size, 'service');
  await checkAnswers(stage);
  run.say('the answers are right');
  const isCompared = [...LIST_NAMES, INGEST.name].some(isWanted);
  await using anew = await startAnew(bench, stage);
  await using peers = isCompared ? await startPeers(bench, stage) : undefined;
  const running = peers?.running ?? [];
  const contendersOf = (workload: Workload) =>
    Promise.all(running.map((peer) => peerContender(peer, workload, bench)));
  const workloads: WorkloadResult[] = [];
  const measureAll = async (all: readonly Workload[]) => {
    for (const workload of all.filter(({ name }) => isWanted(name))) {
      workloads.push(await measureWorkload(workload, bench, stage, anew, contendersOf));
    }
  };
  const lists = listWorkloads(size);
  run.say('warming up');
  await warmUp(
    lists.filter(({ name }) => isWanted(name)),
    bench,
    stage,
    [stage.service, anew],
  );
  await measureAll(lists);
  const growth = isWanted('growth') ? await measureOnTenth(bench, { ...stage, service: anew }) : undefined;
  await measureAll([INGEST]);
  const connections = isWanted('connections') ? await measureConnections(bench, stage) : undefined;
  const counting = isWanted('counting') ? await measureCounting(bench, stage) : undefined;
  return {
    workloads,
    connections,
    counting,
    growth,
    starts: undefined,
    tools: toolsOf(bench, peers?.description),
  };
}

async function measureOnTenth(bench: Bench, stage: Stage) {
  const tenth = Object.fromEntries(
    Object.entries(stage.size).map(([name, rows]) => [name, Math.ceil(rows / TENTH)]),
  ) as DataSize;
  await using few = await openStage(bench, tenth, 'service-few');
  await using service = await startAnew(bench, few);
  return await measureGrowth(bench, { ...few, service }, stage);
}

function toolsOf({ run, server, generator, pgbench }: Bench, peers: string | undefined): [string, string][] {
  const { meetings, transcripts, executions, seconds, connections } = run.options;
  const numbers = [meetings, transcripts, executions].map((n) => n.toLocaleString('en-US'));
  return [
    ['PostgreSQL', server.description],
    ['the limit', pgbench?.version ?? "not measured: pgbench is not installed (Debian's postgresql has it)"],
    ['peers', peers ?? 'not asked for'],
    ['load', `${generator.description}; ${connections} connections, rounds of ${seconds} s`],
    ['data', `${numbers[0]} meetings, ${numbers[1]} with a transcript; ${numbers[2]} executions`],
  ];
}
