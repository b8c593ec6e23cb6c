import cluster from 'node:cluster';
import { addUpMetrics, growingMetrics, type MetricValues } from '../../lib/add-up-metrics.ts';
import { type Log, logLines } from '../../lib/log.ts';
import type { HealthReport } from '../seat.ts';
import type { Service } from '../serve.ts';
import type { Counts, ProcessCalls, SupervisorCalls } from './calls.ts';
import { type Link, openLink } from './link.ts';
import { relayLines } from './relay-lines.ts';

/** The pauses before a process is started again; they double up to the maximum. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/** A process that is busy for longer is passed over by whoever asks for health and metrics. */
const MAX_CALL_MS = 2000;

/** A process that has been ready for so long begins again with the first pause. */
const SOUND_MS = 60_000;

/** `restarting`: it was ready and has ended; it is started again after a pause, or is not ready again yet. */
export type ProcessState = 'starting' | 'ready' | 'restarting' | 'stopped';

/** A process that is started again whenever it ends, until it is stopped. */
export type KeptProcess = {
  number: number;
  state(): ProcessState;
  /** Resolves when it is ready for the first time. @throws if it ends before, with the reason if it gave one */
  first: Promise<Service['addresses']>;
  tell: Link<ProcessCalls>['tell'];
  /** Returns undefined if it does not answer. */
  health(): Promise<HealthReport | undefined>;
  /** Returns its metrics, those of earlier processes with its number included; the last known ones if it does not answer. */
  metrics(): Promise<MetricValues>;
  /**
   * Passes the signal on, and does not start it again; a second call only waits.
   * @returns whether it ended in good order, when it has ended
   */
  stop(signal: NodeJS.Signals): Promise<boolean>;
};

type Options = {
  number: number;
  log: Log;
  /** The calls that the process may make to its supervisor. */
  calls: Pick<SupervisorCalls, 'hello' | 'listen' | 'metrics'> & { counts(counts: Counts): void };
  onState(): void;
  onRestart(): void;
};

/** Starts a process, and starts it again whenever it ends. */
export function keepProcess({ number, log, calls, onState, onRestart }: Options): KeptProcess {
  const first = Promise.withResolvers<Service['addresses']>();
  // The caller that waits for it receives the error.
  first.promise.catch(() => {});
  const metrics = rememberMetrics();
  const pauses = createPauses();
  let state: ProcessState = 'starting';
  let reason: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped: Promise<boolean> | undefined;
  let current: Running;

  const become = (next: ProcessState) => {
    state = next;
    onState();
  };
  const own: SupervisorCalls = {
    ...calls,
    ready(addresses) {
      log.info({ process: number, pid: current.pid }, 'a process is ready');
      pauses.noteReady();
      become('ready');
      first.resolve(addresses);
    },
    fail(message) {
      reason = message;
    },
  };
  const begin = () => {
    reason = undefined;
    current = startProcess(own);
    void current.ended.then(onEnd);
  };
  const onEnd = async ({ code, signal }: Ended) => {
    await metrics.fold();
    if (stopped || state === 'starting') {
      become('stopped');
      // The first start fails: whoever began it says so.
      return first.reject(new Error(reason ?? `A process ended with ${signal ?? `exit code ${code}`}`));
    }
    const pauseMs = pauses.next();
    log.error({ process: number, code, signal, reason, pauseMs }, 'a process has ended and is started again');
    onRestart();
    become('restarting');
    timer = setTimeout(begin, pauseMs);
  };
  const stop = async (signal: NodeJS.Signals) => {
    clearTimeout(timer);
    const wasReady = state === 'ready';
    current.kill(signal);
    const { code } = await current.ended;
    // A process that is only beginning does not listen to signals yet.
    return code === 0 || !wasReady;
  };
  begin();

  return {
    number,
    first: first.promise,
    state: () => state,
    tell: (name, ...value) => current.link.tell(name, ...value),
    health: () => current.link.call('health').catch(() => undefined),
    metrics: () => metrics.ask(() => current.link.call('metrics')),
    stop(signal) {
      stopped ??= stop(signal);
      return stopped;
    },
  };
}

/** Returns the pauses before restarts, which grow as long as the process does not stay ready. */
function createPauses() {
  let pauseMs = FIRST_PAUSE_MS;
  let readyMs = Number.POSITIVE_INFINITY;
  return {
    noteReady() {
      readyMs = performance.now();
    },
    next(): number {
      if (performance.now() - readyMs > SOUND_MS) pauseMs = FIRST_PAUSE_MS;
      readyMs = Number.POSITIVE_INFINITY;
      const next = pauseMs;
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
      return next;
    },
  };
}

type Ended = { code: number | null; signal: NodeJS.Signals | null };

type Running = {
  pid: number | undefined;
  link: Link<ProcessCalls>;
  /** Resolves when it has ended and everything that it said has been passed on. */
  ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
};

function startProcess(own: SupervisorCalls): Running {
  const { process } = cluster.fork();
  const said = relayLines(process.stdout!, (lines) => logLines().write(lines));
  // A process that could not be spawned has no `exit`.
  const ended = new Promise<Ended>((resolve) => {
    process.once('exit', (code, signal) => void said.then(() => resolve({ code, signal })));
    process.on('error', () => resolve({ code: null, signal: null }));
  });
  const channel = {
    send: (message: unknown, done: (error: Error | null) => void) =>
      void process.send(message as never, done),
    on: (event: 'message', listener: (message: unknown) => void) => process.on(event, listener),
  };
  const link = openLink<ProcessCalls>(channel, own, MAX_CALL_MS);
  void ended.then(link.close);
  return { pid: process.pid, link, ended, kill: (signal) => void process.kill(signal) };
}

/** Keeps what a process counted, so that sums do not fall when it ends or does not answer. */
function rememberMetrics() {
  let last: MetricValues = [];
  let before: MetricValues = [];
  return {
    async ask(measure: () => Promise<MetricValues>): Promise<MetricValues> {
      last = await measure().catch(() => growingMetrics(last));
      return addUpMetrics([last, before]);
    },
    /** The process has ended: what it had counted when it was asked last stays. */
    async fold(): Promise<void> {
      [before, last] = [await addUpMetrics([before, growingMetrics(last)]), []];
    },
  };
}
