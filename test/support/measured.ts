import assert from 'node:assert/strict';
import type { EventLoopSteps } from './event-loop-steps.ts';
import { freshMetrics } from './fresh-metrics.ts';

/** The cost of a piece of work for the service's process. */
export type Cost = {
  /** The longest time for which its event loop was blocked. */
  blockedMs: number;
  cpuMs: number;
};

/** The histogram behind the metric takes samples at this interval, and includes its own wait. */
const RESOLUTION_MS = 10;

/**
 * Measures work by the service's own /metrics, whose event loop figures are reset by every request. The service has to
 * run in its own process; otherwise the test would be measured too.
 * @param steps count the CPU time for which the event loop was blocked, instead of elapsed time, which other processes prolong
 */
export async function measured<Result>(
  service: { apiUrl: string },
  work: () => Promise<Result>,
  steps?: EventLoopSteps,
): Promise<Cost & { result: Result }> {
  const before = await read(service.apiUrl);
  steps?.reset();
  const result = await work();
  const after = await read(service.apiUrl);
  return {
    result,
    blockedMs: steps ? steps.longestMs() : Math.max(0, after.lagMs - RESOLUTION_MS),
    cpuMs: after.cpuMs - before.cpuMs,
  };
}

/**
 * Returns the smallest cost of several attempts: a busy machine makes work look more expensive, never cheaper.
 * @param isEnough ends the attempts early
 */
export async function leastOf<Result>(
  tries: number,
  measure: () => Promise<Cost & { result: Result }>,
  isEnough: (cost: Cost) => boolean,
): Promise<Cost & { result: Result }> {
  let least = await measure();
  for (let done = 1; done < tries && !isEnough(least); done++) {
    const next = await measure();
    least = {
      result: next.result,
      blockedMs: Math.min(least.blockedMs, next.blockedMs),
      cpuMs: Math.min(least.cpuMs, next.cpuMs),
    };
  }
  return least;
}

/** Fails if the event loop was blocked for longer. */
export function assertBlockedAtMost(maxMs: number, { blockedMs }: Pick<Cost, 'blockedMs'>): void {
  const [blocked, allowed] = [blockedMs.toFixed(0), maxMs.toFixed(0)];
  assert.ok(blockedMs <= maxMs, `the event loop was blocked for ${blocked} ms, allowed were ${allowed} ms`);
}

async function read(apiUrl: string): Promise<{ lagMs: number; cpuMs: number }> {
  const text = await freshMetrics(apiUrl);
  const value = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN) * 1000;
  return { lagMs: value('nodejs_eventloop_lag_max_seconds'), cpuMs: value('process_cpu_seconds_total') };
}
