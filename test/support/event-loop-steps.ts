import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PRELOADED = new URL('./write-steps.mjs', import.meta.url).href;

/** What separates the steps before some work from those after it. */
const MARK = '-\n';

/** The steps of the event loop of a child service, in CPU time. */
export type EventLoopSteps = {
  /** The settings of the service. */
  env: Record<string, string>;
  /** Forgets the steps until now. */
  reset(): void;
  /** Returns the CPU time of the longest step since then, in milliseconds; 0 if there was only a short one. */
  longestMs(): number;
  remove(): void;
};

/**
 * Has a child service write down how long each step of its event loop was. Unlike the metric of the service, which counts elapsed
 * time, CPU time does not grow if other processes use the machine.
 */
export function eventLoopSteps(): EventLoopSteps {
  const folder = mkdtempSync(join(tmpdir(), 'parley-steps-'));
  const file = join(folder, 'steps');
  writeFileSync(file, '');
  return {
    env: { NODE_OPTIONS: `--import=${PRELOADED}`, PARLEY_TEST_STEPS: file },
    reset: () => appendFileSync(file, MARK),
    longestMs() {
      const lines = readFileSync(file, 'utf8').split(MARK).at(-1)!.split('\n').filter(Boolean);
      return Math.max(0, ...lines.map(Number));
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
