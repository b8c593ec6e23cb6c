import { constants } from 'node:os';

/** The time for which a disk counts as full after a write found it so. */
const FULL_MS = 10_000;

/** The state of a disk that may be full. */
export type FullDisk = {
  /** Something could not be stored for lack of space. */
  note(): void;
  /** Returns true if it was found full in the last seconds. */
  isFull(): boolean;
  /** The number of times that it was found full. */
  count(): number;
};

export function createFullDisk(): FullDisk {
  let fullAtMs = Number.NEGATIVE_INFINITY;
  let count = 0;
  return {
    note() {
      fullAtMs = performance.now();
      count++;
    },
    isFull: () => performance.now() - fullAtMs < FULL_MS,
    count: () => count,
  };
}

/** Returns true if the system refused to write for lack of space or quota. libuv has no name for the second. */
export function isOutOfSpace(error: unknown): boolean {
  const { code, errno } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || errno === -constants.errno.EDQUOT;
}
