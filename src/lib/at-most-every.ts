/**
 * Makes something at most once in `everyMs`, for any number of callers: those that come meanwhile share the last result, or
 * the one under way. A failure is not kept.
 */
export function atMostEvery<Result>(everyMs: number, make: () => Promise<Result>): () => Promise<Result> {
  let kept: { atMs: number; isBeingMade: boolean; result: Promise<Result> } | undefined;
  return () => {
    const isDue = !kept || (!kept.isBeingMade && performance.now() - kept.atMs >= everyMs);
    if (!isDue) return kept!.result;
    const next = { atMs: performance.now(), isBeingMade: true, result: make() };
    kept = next;
    next.result
      .catch(() => {
        kept = undefined;
      })
      .finally(() => {
        next.isBeingMade = false;
      });
    return next.result;
  };
}
