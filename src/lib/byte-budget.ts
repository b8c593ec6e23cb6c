/** Bounds the bytes that are held at the same time. */
export type ByteBudget = {
  /**
   * Waits until so many bytes are free, behind those who asked before. More than there are in all count as all.
   * @returns a function that gives them back
   */
  take(bytes: number): Promise<() => void>;
};

export function createByteBudget(capacity: number): ByteBudget {
  let free = capacity;
  const waiting: { bytes: number; begin: () => void }[] = [];
  const admit = () => {
    while (waiting.length > 0 && waiting[0]!.bytes <= free) {
      const { bytes, begin } = waiting.shift()!;
      free -= bytes;
      begin();
    }
  };
  return {
    take(asked) {
      const bytes = Math.min(asked, capacity);
      return new Promise((resolve) => {
        const giveBack = () => {
          free += bytes;
          admit();
        };
        waiting.push({ bytes, begin: () => resolve(giveBack) });
        admit();
      });
    },
  };
}
