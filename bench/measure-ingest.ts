import { foldCounts } from '../src/domain/counts/fold-counts.ts';
import { recount, switchCounting } from './data/counts.ts';
import { recordIngest } from './limit/ingest-limit.ts';
import { runForSeconds } from './limit/pgbench.ts';
import { type Contender, type Measured, measure, ROUNDS } from './measure.ts';
import { type Bench, loadWith, measureOptions, type Stage, serviceContender } from './stage.ts';
import { requestTo } from './workloads.ts';

const CONNECTIONS = [1, 2, 4, 8, 16];
const CONNECTION_ROUNDS = 3;

/** One row for each number of connections. */
export type ConnectionFigures = { connections: number; measured: Measured }[];

/** Measures the ingest of one tenant from increasing numbers of connections. */
export async function measureConnections(bench: Bench, stage: Stage): Promise<ConnectionFigures> {
  bench.run.say('measuring: concurrent ingest');
  const request = requestTo(stage.service, 'ingest', stage.signalId);
  const contenders = CONNECTIONS.map(
    (connections): Contender => ({
      ...serviceContender(bench, stage, 'ingest'),
      name: `${connections}`,
      run: loadWith(bench, request, connections),
      settle: () => foldCounts(stage.db),
    }),
  );
  const measured = await measure(contenders, measureOptions(bench, CONNECTION_ROUNDS, [stage.service]));
  return measured.map((one, index) => ({ connections: CONNECTIONS[index]!, measured: one }));
}

/** The same ingest with and without the structures that count pages. */
export type CountingFigures = { title: string; with: Measured; without: Measured }[];

/** Measures the cost of counting meetings at ingest, through the service and for its inserts alone. */
export async function measureCounting(bench: Bench, stage: Stage): Promise<CountingFigures> {
  bench.run.say('measuring: ingest with and without counting');
  const { client } = stage.database;
  const { pgbench, folder, run } = bench;
  const pairs = [
    { title: 'ingest through the service', contender: serviceContender(bench, stage, 'ingest') },
  ];
  if (pgbench) {
    const script = await recordIngest(stage.database, stage.organizationId, 'ingest-counted');
    const { connections } = run.options;
    const limit = { pgbench, database: stage.database, folder, script, connections, signal: run.signal };
    pairs.push({
      title: 'its inserts alone',
      contender: { name: 'inserts', run: (seconds) => runForSeconds(limit, seconds) },
    });
  }
  const contenders = pairs.flatMap(({ contender }) =>
    [true, false].map((isOn) => ({
      ...contender,
      run: async (seconds: number) => {
        await switchCounting(client, isOn);
        return contender.run(seconds);
      },
      settle: () => foldCounts(stage.db),
    })),
  );
  try {
    const measured = await measure(contenders, measureOptions(bench, ROUNDS, [stage.service]));
    return pairs.map(({ title }, index) => ({
      title,
      with: measured[index * 2]!,
      without: measured[index * 2 + 1]!,
    }));
  } finally {
    await switchCounting(client, true);
    await recount(client);
  }
}
