import { foldCounts } from '../src/domain/counts/fold-counts.ts';
import { checkIngested } from './data/check-answers.ts';
import { sendMeeting } from './data/fill.ts';
import { ingestedMeeting } from './data/meetings.ts';
import { recordIngest } from './limit/ingest-limit.ts';
import { listLimit } from './limit/list-limit.ts';
import { type PgbenchRun, runForSeconds, runOnce } from './limit/pgbench.ts';
import type { Script } from './limit/script.ts';
import { fetchBytes } from './load/fetch-bytes.ts';
import { bodyOf } from './load/load.ts';
import {
  type Contender,
  fastest,
  type Measured,
  measure,
  ROUNDS,
  SPARSE_STEP,
  WARM_UP_SECONDS,
} from './measure.ts';
import type { RunningService } from './setup/service.ts';
import { type Bench, measureOptions, nextPrefix, type Stage, serviceContender } from './stage.ts';
import { requestTo, type Workload } from './workloads.ts';

/** The results for one workload. */
export type WorkloadResult = {
  name: string;
  title: string;
  /** The length of its response, or of its request's body. */
  bytes: number;
  service: Measured;
  /** The service without kept answers; undefined for what is no page. */
  anew: Measured | undefined;
  peers: Measured[];
  /** The page without the count for pageCount. Its response differs, so it is not a limit. */
  uncounted: Measured | undefined;
  limit: Measured | undefined;
};

/** The duration of a trial that chooses the fastest statement for the limit. */
const LIMIT_TRIAL_SECONDS = 1;

/** The sides of a comparison, in the order in which they run. */
type Sides = {
  service: Contender;
  anew: Contender | undefined;
  peers: Contender[];
  uncounted: Contender | undefined;
  limit: Contender | undefined;
};

/**
 * Measures the service, its peers and its limit alternately.
 * @param anew a process of the service that makes every page anew
 */
export async function measureWorkload(
  workload: Workload,
  bench: Bench,
  stage: Stage,
  anew: RunningService,
  peersOf: (workload: Workload) => Promise<Contender[]>,
): Promise<WorkloadResult> {
  const { name, title, ask } = workload;
  bench.run.say(`measuring: ${title}`);
  const service = serviceContender(bench, stage, ask);
  // Folding the counts of an ingest is part of its cost, although a worker does it.
  if (ask === 'ingest') service.settle = () => foldCounts(stage.db);
  const sides: Sides = {
    service,
    anew:
      ask === 'ingest'
        ? undefined
        : { ...serviceContender(bench, stage, ask, anew), name: 'service, every page made anew' },
    peers: await peersOf(workload),
    ...(await limitOf(workload, bench, stage)),
  };
  const contenders = [service, sides.anew, ...sides.peers, sides.uncounted, sides.limit].filter(
    (one) => one !== undefined,
  );
  const measured = await measure(contenders, measureOptions(bench, ROUNDS, [stage.service, anew]));
  const of = (contender: Contender | undefined) => contender && measured[contenders.indexOf(contender)]!;
  return {
    name,
    title,
    bytes: await bytesOf(workload, stage),
    service: of(service)!,
    anew: of(sides.anew),
    peers: sides.peers.map((peer) => of(peer)!),
    uncounted: of(sides.uncounted),
    limit: of(sides.limit),
  };
}

/** Runs every workload of pages for a moment, so that the first one that is measured is no colder than the others. */
export async function warmUp(
  workloads: readonly Workload[],
  bench: Bench,
  stage: Stage,
  services: readonly RunningService[],
): Promise<void> {
  for (const { ask } of workloads) {
    for (const service of services) await serviceContender(bench, stage, ask, service).run(WARM_UP_SECONDS);
  }
}

async function limitOf(
  { name, ask }: Workload,
  bench: Bench,
  stage: Stage,
): Promise<Pick<Sides, 'uncounted' | 'limit'>> {
  const run = (script: Script) => pgbenchRun(bench, stage, script);
  if (ask === 'ingest') {
    await sendMeeting(stage.service, ingestedMeeting(nextPrefix()), {});
    if (!bench.pgbench) return { uncounted: undefined, limit: undefined };
    const script = await recordIngest(stage.database, stage.organizationId, name);
    await runOnce(run(script));
    await checkIngested(stage);
    return { uncounted: undefined, limit: pgbenchContender('limit: its inserts', run(script)) };
  }
  if (!bench.pgbench) return { uncounted: undefined, limit: undefined };
  const { same, uncounted } = await listLimit(stage, name, ask);
  const limits = same.map((one) => pgbenchContender(`limit: ${one.name}`, run(one.script)));
  return {
    uncounted: { ...pgbenchContender('the page without pageCount', run(uncounted)), roundStep: SPARSE_STEP },
    limit: await fastest(limits, LIMIT_TRIAL_SECONDS),
  };
}

function pgbenchRun(bench: Bench, { database }: Stage, script: Script): PgbenchRun {
  const { folder, run } = bench;
  const { connections } = run.options;
  return { pgbench: bench.pgbench!, database, folder, script, connections, signal: run.signal };
}

function pgbenchContender(name: string, run: PgbenchRun): Contender {
  return { name, run: (seconds) => runForSeconds(run, seconds) };
}

async function bytesOf({ ask }: Workload, { service, signalId }: Stage): Promise<number> {
  const request = requestTo(service, ask, signalId);
  const body = bodyOf(request, nextPrefix());
  return body === undefined ? (await fetchBytes(request)).bytes.length : Buffer.byteLength(body);
}
