import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SWEEP_EVERY_BYTES = 8 * 1024 * 1024;

/**
 * Passes content on, and has V8 collect its youngest objects (about 1 ms) every 8 MiB.
 *
 * A stream makes a buffer for every read. They live outside the heap, which V8 takes for no cause to hurry: at full
 * speed 60 to 110 MiB of dead ones gathered, whatever the size of the content, and were found by slow collections
 * of the whole heap. With this it is 30 to 50 MiB, and half the CPU (1 GiB: 0.6 s instead of 1.4 s).
 */
export async function* sweepChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    yield chunk;
    if (bytes < SWEEP_EVERY_BYTES) continue;
    bytes = 0;
    collectYoung?.({ type: 'minor' });
  }
}

const collectYoung = findCollector();

/** Undefined where this runtime has none; then only memory is lost. */
function findCollector(): ((options: { type: 'minor' }) => void) | undefined {
  if (globalThis.gc) return globalThis.gc as never;
  // The flag only says what a new context is given, so it can be set at any time, and taken back.
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('typeof gc === "function" ? gc : undefined');
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
