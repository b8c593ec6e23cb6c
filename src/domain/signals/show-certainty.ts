/** The certainty of an evaluation, as it is stored. */
export type StoredCertainty = { confidence: number | null; votes: readonly boolean[] | null };

/** The same as the API shows it. */
export type ShownCertainty = { confidence?: number; votes?: { fired: number; notFired: number } };

const DECIMALS = 4;

export function showCertainty({ confidence, votes }: StoredCertainty): ShownCertainty {
  const fired = votes?.filter((isFired) => isFired).length ?? 0;
  return {
    ...(confidence === null ? {} : { confidence: Number(confidence.toFixed(DECIMALS)) }),
    ...(votes === null ? {} : { votes: { fired, notFired: votes.length - fired } }),
  };
}
