import { SingleBar } from 'cli-progress';

/** Shows how far a run is. Steps after the stop are not shown; stopping again does nothing. */
export type Progress = { step(): void; stop(): void };

/** A bar on stderr where that is a terminal; nothing elsewhere, so that logs and pipes stay clean. */
export function showProgress(total: number, noun: string): Progress {
  if (!process.stderr.isTTY) return { step: () => {}, stop: () => {} };
  const bar = new SingleBar({
    format: `{bar} {value}/{total} ${noun}, {eta_formatted} left`,
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    // The command ends by itself at a signal.
    gracefulExit: false,
  });
  let isShown = true;
  const stop = () => {
    if (isShown) bar.stop();
    isShown = false;
    process.off('exit', stop);
  };
  // The cursor comes back, however the process ends.
  process.on('exit', stop);
  bar.start(total, 0);
  return {
    step: () => {
      if (isShown) bar.increment();
    },
    stop,
  };
}
