import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import type { Deps } from '../../endpoints/define-endpoint.ts';
import type { MetricValues } from '../../lib/add-up-metrics.ts';
import { atMostEvery } from '../../lib/at-most-every.ts';
import type { Log } from '../../lib/log.ts';
import type { ReservedPort } from '../addresses.ts';
import type { Service } from '../serve.ts';
import type { ProcessPlace } from './calls.ts';
import type { ProcessCounts } from './combine-metrics.ts';
import { type KeptProcess, keepProcess } from './keep-process.ts';

/** The processes that serve together. */
export type Fleet = {
  /** Starts them. @returns their addresses when all are ready @throws if one cannot start */
  start(): Promise<Service['addresses']>;
  health: Deps['health'];
  /** Returns the metrics of all processes together, as text. */
  metrics(): Promise<string>;
  /** Passes the signal on to all. @returns whether each has ended in good order, when all have ended */
  stop(signal: NodeJS.Signals): Promise<boolean>;
};

type Options = {
  ports: Record<'api' | 'receiver', ReservedPort>;
  combineMetrics(counts: ProcessCounts, ofProcesses: readonly MetricValues[]): Promise<string>;
};

const MAIN = fileURLToPath(new URL('../../main.js', import.meta.url));

/** Creates the processes of a service, which share its ports; none is started yet. */
export function createFleet(config: Config, log: Log, { ports, combineMetrics }: Options): Fleet {
  const of = config.processes;
  const all: KeptProcess[] = [];
  let restarts = 0;
  let trouble: string | undefined;
  let isStopping = false;

  const count = (state: string) => all.filter((one) => one.state() === state).length;
  const onState = () => {
    const missing = count('restarting');
    const next = missing === 0 ? undefined : troubleOf(missing, of);
    if (next === trouble) return;
    trouble = next;
    for (const one of all) one.tell('trouble', trouble);
  };
  const metrics = atMostEvery(config.metricsMs, async () => {
    const [starting, ready, restarting] = [count('starting'), count('ready'), count('restarting')];
    const ofProcesses = await Promise.all(all.map((one) => one.metrics()));
    return combineMetrics({ starting, ready, restarting, restarts }, ofProcesses);
  });
  const begin = (number: number) => {
    const place: ProcessPlace = { number, of, apiPort: ports.api.port, receiverPort: ports.receiver.port };
    const process = keepProcess({
      number,
      log,
      calls: {
        hello: () => place,
        listen: async () => void (await Promise.all([ports.api.release(), ports.receiver.release()])),
        counts: (counts) => {
          for (const other of all) if (other !== process) other.tell('counts', counts);
        },
        metrics,
      },
      onState,
      onRestart: () => void restarts++,
    });
    all.push(process);
    return process.first;
  };

  return {
    metrics,
    health: healthOf(all, () => trouble),
    async start() {
      shareConnections();
      // The fault that keeps one process from starting keeps the others as well, and is reported once.
      const addresses = await begin(1);
      const others = Array.from({ length: isStopping ? 0 : of - 1 }, (_, index) => begin(index + 2));
      await Promise.all(others);
      return addresses;
    },
    async stop(signal) {
      isStopping = true;
      const ends = await Promise.all(all.map((one) => one.stop(signal)));
      return ends.every((isOrderly) => isOrderly);
    },
  };
}

/** Prepares the starts of processes, to which this process hands the connections that it accepts, in turns. */
function shareConnections(): void {
  // docs/decisions/0031-several-processes.md gives the reasons.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({
    exec: MAIN,
    args: ['serve'],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

function troubleOf(missing: number, of: number): string {
  const [have, are] = missing === 1 ? ['has', 'is'] : ['have', 'are'];
  return `${missing} of ${of} processes ${have} ended and ${are} being started again: the log says why`;
}

/** The service can be used as long as one of its processes can. */
function healthOf(all: readonly KeptProcess[], trouble: () => string | undefined): Deps['health'] {
  const reports = async () => {
    const answers = await Promise.all(all.map((one) => one.health()));
    return answers.filter((report) => report !== undefined);
  };
  return {
    async obstacle() {
      const obstacles = (await reports()).map(({ obstacle }) => obstacle);
      if (obstacles.includes(undefined)) return undefined;
      return obstacles[0] ?? trouble() ?? 'No process is ready';
    },
    async warnings() {
      const own = trouble();
      const theirs = (await reports()).flatMap(({ warnings }) => warnings);
      return [...new Set([...theirs, ...(own === undefined ? [] : [own])])];
    },
  };
}
