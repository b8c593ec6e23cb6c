/**
 * Signals that arrive within this time of the first one belong to the same stop. A service manager or a terminal signals
 * the whole process group, and `npm` and `parley` forward what they receive, so that one stop arrives two or three times.
 */
export const SAME_STOP_MS = 2000;

/**
 * Listens to SIGTERM and SIGINT. A signal that arrives more than SAME_STOP_MS after the first one ends the process at once
 * with code 1: a person has lost patience.
 * @param onFirst is told the first signal
 * @returns what ends the listening
 */
export function listenToStopSignals(onFirst: (signal: NodeJS.Signals) => void): () => void {
  let firstMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    const nowMs = performance.now();
    if (firstMs === undefined) {
      firstMs = nowMs;
      onFirst(signal);
    } else if (nowMs - firstMs > SAME_STOP_MS) process.exit(1);
  };
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.on(name, onSignal);
  return () => {
    for (const name of names) process.off(name, onSignal);
  };
}
