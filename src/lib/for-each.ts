/**
 * Does `work` for each item, a bounded number at a time; items are begun in their order. Begins no more after a
 * failure or once `signal` is aborted, and waits for those in work.
 * @throws the first failure
 */
export async function forEach<Item>(
  items: Iterable<Item>,
  options: { concurrency: number; signal?: AbortSignal },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failure: { error: unknown } | undefined;
  const worker = async () => {
    while (!failure && !options.signal?.aborted) {
      const next = queue.next();
      if (next.done) return;
      await work(next.value).catch((error) => {
        failure ??= { error };
      });
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  if (failure) throw failure.error;
}
