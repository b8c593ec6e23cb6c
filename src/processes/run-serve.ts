import cluster from 'node:cluster';
import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import { createAnnounce } from './announce.ts';
import { firstSignal, UNREADY_MS } from './first-signal.ts';

/** Returns true in a process that a supervisor has started. */
export function isOneOfSeveral(): boolean {
  return cluster.isWorker;
}

/** Serves as one of several processes until a signal stops it. */
export async function runServeAsOne(): Promise<void> {
  const { serveAsOne } = await import('./several/serve-as-one.ts');
  await serveAsOne();
}

/**
 * Serves until SIGTERM or SIGINT, in this process or in several. The first signal stops the service in phases; a later one
 * ends it at once.
 * @param print is told what a person at the terminal needs to read, once
 */
export async function runServe(config: Config, log: Log, print: (text: string) => void): Promise<void> {
  const announce = createAnnounce(print);
  // Each loads only what it needs: a supervisor answers no requests itself.
  if (config.processes > 1) {
    const { supervise } = await import('./several/supervise.ts');
    return supervise(config, log, announce);
  }
  const signalled = firstSignal(log);
  const { serve } = await import('./serve.ts');
  // A signal during the start waits for its end: what was started, as the embedded database, is stopped again.
  const service = await serve(config, log, announce.firstKey);
  announce.addresses(service.addresses);
  const signal = await signalled;
  // At a terminal nobody balances load.
  await service.stop(signal === 'SIGTERM' ? UNREADY_MS : 0);
}
