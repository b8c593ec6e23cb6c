import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const CHECK_MS = 5000;

/** The process counts as idle if it spent a smaller share than this of the time between two checks on work. */
const IDLE_SHARE = 0.1;

/** Growth since the last collection that is worth a pause of 0.1 to 0.2 s while hardly anybody waits. */
const WORTH_BYTES = 64 * 1024 * 1024;

/**
 * Collects garbage once the process has become idle after work that made it grow. V8 does so by itself after a short
 * burst, but not after a long one: what a flood of large bodies left would stay until the next, some 200 MB.
 * Needs `--expose-gc`; without it nothing is done.
 * @returns ends it
 */
export function collectWhenIdle(): () => void {
  const { gc } = globalThis;
  if (gc === undefined) return () => {};
  // The first collection frees some 20 MB that the start left.
  let held = Number.NEGATIVE_INFINITY;
  let utilization = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const before = utilization;
    utilization = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(utilization, before).utilization > IDLE_SHARE) return;
    if (heldBytes() < held + WORTH_BYTES) return;
    // The regular flavor would keep V8's empty pages.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    held = heldBytes();
  }, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The memory that V8 has allocated for JavaScript, and the memory that it holds outside of its heap. */
function heldBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}
