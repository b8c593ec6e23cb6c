/** Requests of one action that are under way at the same time: enough to be quick, few enough to leave room for others. */
const CONCURRENCY = 4;

/** The outcome of an action on one of several items. */
export type Outcome<Item, Result> = { item: Item } & (
  | { ok: true; result: Result }
  | { ok: false; error: unknown }
);

/**
 * Does the same for each item, a few at a time. A failure of one does not stop the others.
 * @param onDone is called after each item, with the number of those that are done
 * @param signal ends the work: items that have not begun are left out
 */
export async function runAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  { onDone, signal }: { onDone: (done: number) => void; signal: AbortSignal },
): Promise<Outcome<Item, Result>[]> {
  const outcomes: Outcome<Item, Result>[] = [];
  const waiting = [...items];
  const takeTurns = async () => {
    while (!signal.aborted) {
      const item = waiting.shift();
      if (item === undefined) return;
      try {
        outcomes.push({ item, ok: true, result: await work(item) });
      } catch (error) {
        outcomes.push({ item, ok: false, error });
      }
      onDone(outcomes.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, takeTurns));
  return outcomes;
}
