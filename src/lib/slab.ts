/** The memory that is taken at a time; more only for larger values. */
const SLAB_BYTES = 256 * 1024;

/** Copies bytes behind those before, and returns the copy. */
export type KeepBytes = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>;

/**
 * Makes room for values that are posted to another thread together. Each block of memory of its own that is transferred costs
 * the receiver as much garbage collection as a large one, so that many small values share one.
 * @param transfer takes the memory to transfer
 */
export function createSlab(transfer: ArrayBuffer[]): KeepBytes {
  let slab = new Uint8Array(0);
  let used = 0;
  return (bytes) => {
    if (used + bytes.length > slab.length) {
      slab = new Uint8Array(Math.max(SLAB_BYTES, bytes.length));
      used = 0;
      transfer.push(slab.buffer);
    }
    slab.set(bytes, used);
    used += bytes.length;
    return slab.subarray(used - bytes.length, used);
  };
}
