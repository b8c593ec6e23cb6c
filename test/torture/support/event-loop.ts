import { setTimeout as delay } from 'node:timers/promises';
import { readMetric } from './service-metrics.ts';

const EVERY_MS = 10_000;

/**
 * Measures the delay of the service's event loop from its /metrics, which cover the time since the last request. The
 * delay includes the ten milliseconds between two ticks of their clock.
 */
export function watchEventLoop(apiUrl: string, everyMs = EVERY_MS): { stop(): Promise<number> } {
  const stopped = new AbortController();
  const lateMs: number[] = [];
  const watching = (async () => {
    await p99(apiUrl);
    while (!stopped.signal.aborted) {
      await delay(everyMs, undefined, { signal: stopped.signal }).catch(() => {});
      lateMs.push(await p99(apiUrl));
    }
  })();
  watching.catch(() => {});
  return {
    /** @returns the highest p99 between two requests, in milliseconds */
    async stop() {
      stopped.abort();
      await watching;
      return Math.max(...lateMs);
    },
  };
}

const p99 = async (apiUrl: string) => (await readMetric(apiUrl, 'nodejs_eventloop_lag_p99_seconds')) * 1000;
