import { SingleBar } from 'cli-progress';

/** Shows how far a run is. Steps after the stop are not shown; stopping again does nothing. */
export type Progress = { step(): void; stop(): void };

/** The time between the lines of a long run whose stderr is no terminal. */
const LINES_MS = 10_000;

/** A bar on stderr where that is a terminal; elsewhere a line now and then, so that short runs say nothing. */
export function showProgress(total: number, noun: string): Progress {
  if (!process.stderr.isTTY) return showLines(total, noun);
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

function showLines(total: number, noun: string): Progress {
  let done = 0;
  const tell = () => process.stderr.write(`parley: ${done} of ${total} ${noun}\n`);
  const timer = setInterval(tell, LINES_MS).unref();
  return {
    step: () => {
      done++;
    },
    stop: () => clearInterval(timer),
  };
}
