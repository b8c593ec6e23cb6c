import type { Log } from './log.ts';

/**
 * Does something again and again with pauses, one at a time, until it is ended; what fails is logged.
 * @returns what ends it: no more begins, and the promise waits for the one under way
 */
export function every(
  pauseMs: number | (() => number),
  work: () => Promise<void>,
  log: Log,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isOver = false;
  const next = () => {
    if (!isOver) timer = setTimeout(run, typeof pauseMs === 'number' ? pauseMs : pauseMs());
  };
  const run = () => {
    running = work()
      .catch((error) => log.warn({ err: error }, 'what is done again and again failed this time'))
      .finally(next);
  };
  next();
  return () => {
    isOver = true;
    clearTimeout(timer);
    return running;
  };
}
