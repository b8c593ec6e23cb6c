/**
 * The chunks of `content` until the signal fires: then it throws the signal's reason at once, even while content
 * is silent, and lets go of content.
 */
export async function* abortable(
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if (!signal) {
    yield* content;
    return;
  }
  // Only the current wait is raced: racing every chunk against one promise would grow that promise by every chunk.
  let stopWaiting: (reason: unknown) => void = () => {};
  const abort = () => stopWaiting(signal.reason);
  const iterator = content[Symbol.asyncIterator]();
  let exhausted = false;
  signal.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        stopWaiting = reject;
        iterator.next().then(resolve, reject);
      });
      if (next.done) {
        exhausted = true;
        return;
      }
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // This is not awaited, because a generator that waits for a silent source answers return() only when that source speaks.
    if (!exhausted) void iterator.return?.(undefined)?.then(undefined, () => {});
  }
}
