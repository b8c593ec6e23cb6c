import { listenToStopSignals } from '../../lib/stop-signals.ts';

/**
 * Lets a long run end well: the first SIGINT or SIGTERM asks it to stop, and a later one ends the process.
 * @param tell is told of the first one
 */
export function stopAtSignal(tell: () => void): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const release = listenToStopSignals(() => {
    controller.abort();
    tell();
  });
  return { signal: controller.signal, release };
}
