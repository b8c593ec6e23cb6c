import assert from 'node:assert/strict';
import { freshMetrics } from './fresh-metrics.ts';

/** What a piece of work cost the service's process. */
export type Cost = {
  /** The longest time that its event loop let nobody else have a turn. */
  blockedMs: number;
  cpuMs: number;
};

/** The histogram behind the metric looks this often, and counts its own wait. */
const RESOLUTION_MS = 10;

/**
 * Measures work by the service's own /metrics, whose event loop figures begin anew at every look. For a service in
 * a process of its own: in the test's process the test would be measured too.
 */
export async function measured<Result>(
  service: { apiUrl: string },
  work: () => Promise<Result>,
): Promise<Cost & { result: Result }> {
  const before = await read(service.apiUrl);
  const result = await work();
  const after = await read(service.apiUrl);
  return {
    result,
    blockedMs: Math.max(0, after.lagMs - RESOLUTION_MS),
    cpuMs: after.cpuMs - before.cpuMs,
  };
}

/**
 * The least cost of some tries: a busy machine makes work look dearer, never cheaper.
 * @param isEnough ends the tries early
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

/** Fails where the event loop was blocked for longer, as the clock of a machine of our own would have shown it. */
export function assertBlockedAtMost(maxMs: number, { blockedMs }: Cost): void {
  if (blockedMs <= maxMs) return;
  const allowedMs = maxMs * contention();
  assert.ok(
    blockedMs <= allowedMs,
    `the event loop was blocked for ${blockedMs.toFixed(0)} ms, allowed were ${allowedMs.toFixed(0)} ms`,
  );
}

const SPIN_CPU_MICROSECONDS = 100_000;

/** How many times its CPU time work takes now: above 1 where others use the machine too. */
function contention(): number {
  const startMs = performance.now();
  const start = process.threadCpuUsage();
  let used = 0;
  while (used < SPIN_CPU_MICROSECONDS) {
    const { user, system } = process.threadCpuUsage(start);
    used = user + system;
  }
  return Math.max(1, ((performance.now() - startMs) * 1000) / used);
}

async function read(apiUrl: string): Promise<{ lagMs: number; cpuMs: number }> {
  const text = await freshMetrics(apiUrl);
  const value = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN) * 1000;
  return { lagMs: value('nodejs_eventloop_lag_max_seconds'), cpuMs: value('process_cpu_seconds_total') };
}
