/**
 * Lets a long run end well: the first SIGINT or SIGTERM asks it to stop, a second one ends the process.
 * @param tell is told of the first one
 */
export function stopAtSignal(tell: () => void): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort();
    tell();
  };
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.on(name, onSignal);
  return {
    signal: controller.signal,
    release() {
      for (const name of names) process.off(name, onSignal);
    },
  };
}
