import type { Log } from '../lib/log.ts';
import { listenToStopSignals } from '../lib/stop-signals.ts';

/** After SIGTERM the listeners stay open this long, unready, so that a load balancer can turn away first. */
export const UNREADY_MS = 1000;

/** A stop that takes longer is given up: whoever sent the signal would soon kill the process anyway. */
const MAX_STOP_MS = 28_000;

/**
 * Listens to SIGTERM and SIGINT from now on. From the first one, the process has MAX_STOP_MS to stop; a later one ends it at
 * once.
 */
export function firstSignal(log: Log): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    listenToStopSignals((signal) => {
      log.info({ signal }, 'signal');
      setTimeout(() => {
        log.error('the stop took too long');
        process.exit(1);
      }, MAX_STOP_MS).unref();
      resolve(signal);
    });
  });
}
