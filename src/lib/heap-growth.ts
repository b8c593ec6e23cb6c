import { setFlagsFromString } from 'node:v8';

/** The parts of itself by which the heap may grow before V8 collects all of it; `src/main.js` sets the ordinary one. */
const [FREE_PERCENT, ORDINARY_PERCENT] = [200, 100];

let users = 0;

/**
 * Lets the heap grow further between collections of all of it, for work that takes much memory for a short time outside of the
 * heap, such as the bytes of many transcripts. V8 counts these bytes as the heap's, so a small heap would be collected as a whole
 * for every ten MiB of them, which took a quarter of the processor time of a bulk ingest.
 * @returns a function that ends it
 */
export function growHeapFreely(): () => void {
  if (users++ === 0) setFlagsFromString(`--heap-growing-percent=${FREE_PERCENT}`);
  return () => {
    if (--users === 0) setFlagsFromString(`--heap-growing-percent=${ORDINARY_PERCENT}`);
  };
}
