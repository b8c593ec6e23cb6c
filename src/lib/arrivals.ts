/**
 * Yields what work notes while it is still in progress, in this order, and returns its result.
 * @param work begins at the first step; an error of it is thrown after everything that it has noted
 */
export async function* arrivals<Item, Result>(
  work: (note: (item: Item) => void) => Promise<Result>,
): AsyncGenerator<Item, Result> {
  const noted: Item[] = [];
  let news = Promise.withResolvers<void>();
  let isDone = false;
  const working = work((item) => {
    noted.push(item);
    news.resolve();
  }).finally(() => {
    isDone = true;
    news.resolve();
  });
  // Whoever leaves early does not await the result.
  working.catch(() => {});
  for (;;) {
    await news.promise;
    news = Promise.withResolvers();
    if (isDone) news.resolve();
    yield* noted.splice(0);
    if (isDone && noted.length === 0) return await working;
  }
}
