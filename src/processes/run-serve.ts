import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import { serve } from './serve.ts';

/**
 * Serves until SIGTERM or SIGINT. The first signal stops in phases, a second one ends at once.
 * @param print is told what a person at the terminal needs to read, once
 */
export async function runServe(config: Config, log: Log, print: (text: string) => void): Promise<void> {
  let stop: (() => Promise<void>) | undefined;
  let signals = 0;
  const ended = new Promise<void>((resolve, reject) => {
    const onSignal = (signal: NodeJS.Signals) => {
      log.info({ signal }, 'signal');
      if (++signals > 1) process.exit(1);
      // A signal during the start ends it: nothing was promised to anybody yet.
      if (!stop) process.exit(0);
      stop().then(resolve, reject);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
  const service = await serve(config, log);
  stop = service.stop;
  if (service.firstKey) print(`\nYour first API key, shown this once:\n\n  ${service.firstKey}\n`);
  const { api, receiver } = service.addresses;
  if (api) print(`Parley's API and its pages: ${api} and ${api}/docs`);
  if (receiver) print(`Meetings are taken in at: ${receiver}/v1/user-provided-meeting`);
  await ended;
}
