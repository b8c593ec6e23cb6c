import { readConfig } from '../../config.ts';
import { createLog } from '../../lib/log.ts';
import { firstSignal, UNREADY_MS } from '../first-signal.ts';
import type { Seat } from '../seat.ts';
import { serve } from '../serve.ts';
import type { ProcessCalls, SupervisorCalls } from './calls.ts';
import { exchangeCounts } from './exchange-counts.ts';
import { openLink } from './link.ts';
import { shareLimits } from './share-limits.ts';

const STARTING = 'The process is starting';

/** The supervisor has little to do, so that it answers soon even on a busy machine; without it nothing can start. */
const MAX_CALL_MS = 30_000;

/**
 * Serves as one of several processes, until a signal stops it. If its supervisor is gone, `node:cluster` ends it at once:
 * it must not keep the port from the next supervisor.
 */
export async function serveAsOne(): Promise<void> {
  let trouble: string | undefined;
  let reports: Parameters<Seat['report']>[0] = {
    health: async () => ({ obstacle: STARTING, warnings: [] }),
    metrics: async () => [],
  };
  const counts = exchangeCounts((batch) => supervisor.tell('counts', batch));
  const calls: ProcessCalls = {
    counts: counts.receive,
    trouble: (next) => {
      trouble = next;
    },
    health: () => reports.health(),
    metrics: () => reports.metrics(),
  };
  const channel = {
    send: (message: unknown, done: (error: Error | null) => void) =>
      void process.send!(message, undefined, undefined, done),
    on: (event: 'message', listener: (message: unknown) => void) => process.on(event, listener),
  };
  const supervisor = openLink<SupervisorCalls>(channel, calls, MAX_CALL_MS);
  const place = await supervisor.call('hello');
  // The supervisor has told the warnings.
  const { config } = readConfig();
  const log = createLog(config.logLevel).child({ process: place.number });
  const signalled = firstSignal(log);
  const seat: Seat = {
    processes: place.of,
    counts,
    beforeListening: () => supervisor.call('listen'),
    trouble: () => trouble,
    metrics: () => supervisor.call('metrics'),
    report: (next) => {
      reports = next;
    },
  };
  try {
    const service = await serve(shareLimits(config, place), log, () => {}, seat);
    supervisor.tell('ready', service.addresses);
    const signal = await signalled;
    await service.stop(signal === 'SIGTERM' ? UNREADY_MS : 0);
    process.exit(0);
  } catch (error) {
    log.debug({ err: error }, 'the process failed');
    await supervisor.call('fail', (error as Error).message).catch(() => {});
    process.exit(1);
  }
}
