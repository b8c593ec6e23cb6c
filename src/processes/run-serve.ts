import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import { listenToStopSignals } from '../lib/stop-signals.ts';
import { serve } from './serve.ts';

/** After SIGTERM the listeners stay open this long, unready, so that a load balancer can turn away first. */
const UNREADY_MS = 1000;

/** A stop that takes longer is given up: whoever sent the signal would soon kill the process anyway. */
const MAX_STOP_MS = 28_000;

/**
 * Serves until SIGTERM or SIGINT. The first signal stops the service in phases; a later one ends the process at once.
 * @param print is told what a person at the terminal needs to read, once
 */
export async function runServe(config: Config, log: Log, print: (text: string) => void): Promise<void> {
  const signalled = firstSignal(log);
  // A signal during the start waits for its end: what was started, as the embedded database, is stopped again.
  const service = await serve(config, log, (key) => {
    print(`\nYour first API key, shown this once:\n\n  ${key}\n`);
  });
  const { api, receiver, health } = service.addresses;
  if (api) print(`Parley's API and its pages: ${api} and ${api}/docs`);
  if (receiver) print(`Meetings are taken in at: ${receiver}/v1/user-provided-meeting`);
  if (!api && !receiver) print('Background jobs are done here');
  if (health) print(`Health and metrics: ${health}/readyz and ${health}/metrics`);
  const signal = await signalled;
  // At a terminal nobody balances load.
  await service.stop(signal === 'SIGTERM' ? UNREADY_MS : 0);
}

/** Listens to the signals from now on. */
function firstSignal(log: Log): Promise<NodeJS.Signals> {
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
