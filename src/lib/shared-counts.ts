/** Lets the processes that share a port count together what is limited for all of them. */
export type SharedCounts = {
  /**
   * Opens a count, which has the same name in each process.
   * @param onOthers is told soon after another process has counted
   * @returns a function that tells the others that this process has counted one more for the key
   */
  open(name: string, onOthers: (key: CountedKey, count: number) => void): (key: CountedKey) => void;
};

export type CountedKey = string | number;
