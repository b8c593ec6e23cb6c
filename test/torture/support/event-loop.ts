import { setTimeout as delay } from 'node:timers/promises';
import { readMetric } from './service-metrics.ts';

const EVERY_MS = 10_000;

/**
 * Follows how late the service's event loop is, by its own /metrics: they tell of the time since the last look. The ten
 * milliseconds between two ticks of their clock are in it.
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
    /** @returns p99 in milliseconds of the worst span between two looks */
    async stop() {
      stopped.abort();
      await watching;
      return Math.max(...lateMs);
    },
  };
}

const p99 = async (apiUrl: string) => (await readMetric(apiUrl, 'nodejs_eventloop_lag_p99_seconds')) * 1000;
