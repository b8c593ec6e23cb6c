/** The largest buffer that is lent from the pool; larger ones are allocated each time. */
const MAX_BYTES = 1024 * 1024;
const MIN_BYTES = 16 * 1024;

/** Kept of each size. */
const MAX_KEPT = 4;

/**
 * Lends buffers for bytes that are being sent. Memory that is allocated outside of V8's heap and dropped makes V8 collect
 * its whole heap again and again, which was a quarter of the cost of a page of transcripts.
 */
export type BufferPool = {
  /** @returns bytes that hold whatever was in them before */
  take(bytes: number): Buffer;
  /** Takes back what {@link take} gave, once nobody reads it any more. */
  giveBack(buffer: Buffer): void;
};

export function createBufferPool(): BufferPool {
  /** By the power of two that is their size. */
  const kept = new Map<number, ArrayBuffer[]>();
  return {
    take(bytes) {
      if (bytes < MIN_BYTES || bytes > MAX_BYTES) return Buffer.allocUnsafe(bytes);
      const size = 2 ** Math.ceil(Math.log2(bytes));
      return Buffer.from(kept.get(size)?.pop() ?? new ArrayBuffer(size), 0, bytes);
    },
    giveBack({ buffer, length }) {
      const size = buffer.byteLength;
      if (length < MIN_BYTES || length > MAX_BYTES || !(buffer instanceof ArrayBuffer)) return;
      const same = kept.get(size) ?? [];
      kept.set(size, same);
      if (same.length < MAX_KEPT) same.push(buffer);
    },
  };
}
