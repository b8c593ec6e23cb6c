import { join } from 'node:path';
import { foldCounts } from '../../src/domain/counts/fold-counts.ts';
import { findGenerator } from '../load/find-generator.ts';
import { type Contender, measure } from '../measure.ts';
import { decimals, table } from '../report-table.ts';
import { openBenchServer } from '../setup/database.ts';
import { makeTemporaryFolder } from '../setup/temporary-folder.ts';
import {
  type Bench,
  measureOptions,
  openStage,
  type Run,
  type Stage,
  serviceContender,
  startBeside,
} from '../stage.ts';
import { bootstrapRatio, type Interval, type Pair } from '../stats.ts';
import { INGEST, listWorkloads, type Workload } from '../workloads.ts';
import { findVersion, previousCommit } from './find-version.ts';

/** The rounds of a workload in each of the two phases, and the warm-up before them. */
const ROUNDS = 4;
const WARM_UP_SECONDS = 2;

/** Processes of the same version differ by up to this much, each for as long as it runs. */
const MARGIN = 0.05;

/** The pages that are compared. The first page of all costs what another page of 50 does. */
const EXCEPT = 'page-first';

/** The setting with which every page is made anew. */
const ANEW = { PARLEY_KEPT_ANSWER_BYTES: '0' };

type Version = { name: string; root: string | undefined; stage: Stage };

/** A workload, and the settings of the services that it is sent to. */
type Compared = { title: string; workload: Workload; settings: Record<string, string> };

/**
 * Compares the CPU time of a request, of node and PostgreSQL together, in the work tree and in another commit. Both run
 * alternately in short rounds, so that other load on the machine affects both. Processes of one version differ from each
 * other, so that each version has two of them: in the second phase, all services are started again in the other order.
 * @returns whether no workload costs more, beyond noise
 */
export async function guard(
  run: Run,
  { than, only }: { than: string | undefined; only: readonly string[] | undefined },
) {
  const { signal } = run;
  await using folder = await makeTemporaryFolder();
  const { name, root } = await findVersion(
    than ?? (await previousCommit(signal)),
    join(folder.path, 'other'),
    run,
  );
  await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
  if (server.postmasterPid === undefined) throw new Error('the CPU time of the server cannot be read');
  const bench: Bench = {
    run,
    folder: folder.path,
    server,
    generator: await findGenerator(),
    pgbench: undefined,
  };
  await using before = await openStage(bench, run.options, 'other', root);
  await using now = await openStage(bench, run.options, 'own');
  const versions: Version[] = [
    { name, root, stage: before },
    { name: 'work tree', root: undefined, stage: now },
  ];
  const all = comparedOf(run).filter(({ workload }) => only?.includes(workload.name) ?? true);
  const pairs = new Map<string, Pair[]>(all.map(({ title }) => [title, []]));
  for (const order of [versions, versions.toReversed()]) {
    for (const [title, more] of await runPhase(bench, order, all)) pairs.get(title)!.push(...more);
  }
  return report(name, pairs);
}

function comparedOf({ options }: Run): Compared[] {
  const lists = listWorkloads(options).filter(({ name }) => name !== EXCEPT);
  const [first] = lists;
  return [
    { title: `${first!.title}, asked for again`, workload: first!, settings: {} },
    ...[...lists, INGEST].map((workload) => ({ title: workload.title, workload, settings: ANEW })),
  ];
}

/** Runs all workloads once. @returns the CPU time of a request before and now, in each round */
async function runPhase(
  bench: Bench,
  order: readonly Version[],
  all: readonly Compared[],
): Promise<Map<string, Pair[]>> {
  await using stack = new AsyncDisposableStack();
  const start = async (version: Version, settings: Record<string, string>) =>
    stack.use(
      await startBeside(bench, version.stage, { ...version, settings, logName: `${version.name}-again` }),
    );
  const services: { keeping: Stage['service']; anew: Stage['service'] }[] = [];
  for (const version of order) {
    services.push({ keeping: await start(version, {}), anew: await start(version, ANEW) });
  }
  const running = services.flatMap(({ keeping, anew }) => [keeping, anew]);
  const options = { ...measureOptions(bench, ROUNDS, running), warmUpSeconds: WARM_UP_SECONDS };
  const found = new Map<string, Pair[]>();
  for (const { title, workload, settings } of all) {
    bench.run.say(`comparing: ${title}`);
    const contenders = order.map(({ stage }, index): Contender => {
      const service = settings === ANEW ? services[index]!.anew : services[index]!.keeping;
      const contender = serviceContender(bench, stage, workload.ask, service);
      return workload.ask === 'ingest' ? { ...contender, settle: () => foldCounts(stage.db) } : contender;
    });
    const measured = await measure(contenders, options);
    const [before, now] = order[0]!.root === undefined ? measured.toReversed() : measured;
    found.set(
      title,
      before!.cpuMs.map((ms, round): Pair => [ms!, now!.cpuMs[round]!]),
    );
  }
  return found;
}

function report(
  name: string,
  pairs: ReadonlyMap<string, readonly Pair[]>,
): { text: string; isKept: boolean } {
  const compared = [...pairs].map(([title, each]) => ({ title, each, interval: bootstrapRatio(each) }));
  const mean = (each: readonly Pair[], side: 0 | 1) =>
    each.reduce((sum, pair) => sum + pair[side], 0) / each.length;
  const rows = compared.map(({ title, each, interval }) => [
    title,
    decimals(mean(each, 0), 3),
    decimals(mean(each, 1), 3),
    `${interval.middle.toFixed(3)} (${interval.low.toFixed(3)} to ${interval.high.toFixed(3)})`,
    verdictOf(interval),
  ]);
  const columns = ['CPU of a request, ms', name, 'work tree', 'ratio (99 % of resamples)', ''];
  return { text: table(columns, rows), isKept: !compared.some(({ interval }) => costsMore(interval)) };
}

const costsMore = ({ low }: Interval) => low > 1 + MARGIN;

function verdictOf(interval: Interval): string {
  if (costsMore(interval)) return 'costs more';
  return interval.high < 1 - MARGIN ? 'costs less' : 'the same';
}
