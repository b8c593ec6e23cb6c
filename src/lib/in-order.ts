/**
 * Does `work` for each item, some of them at the same time, and yields the results in the order of the items.
 * @param concurrency the number of items in work, including results that wait to be taken
 * @throws the first failure, in the order of the items
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const begun: Promise<Result>[] = [];
  const begin = (item: Item) => {
    const result = work(item);
    // It may fail before it is awaited.
    result.catch(() => {});
    begun.push(result);
  };
  for (const item of items) {
    if (begun.length === concurrency) yield await begun.shift()!;
    begin(item);
  }
  for (const result of begun) yield await result;
}
