import { open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The offset of the cluster's state in pg_control, after two identifiers; it has been the same in every version since
 * 8.0.
 */
const STATE_OFFSET = 16;
const SHUT_DOWN = 1;

/**
 * Returns whether the server of `data` was shut down cleanly: not killed, not stopped immediately, not crashed. Returns
 * false if the file cannot be read.
 */
export async function wasShutDown(data: string): Promise<boolean> {
  const file = await open(join(data, 'global/pg_control')).catch(() => undefined);
  try {
    const found = await file?.read(new Uint8Array(4), 0, 4, STATE_OFFSET);
    // The number is in the byte order of the machine, and only one of its bytes is not zero.
    return found?.bytesRead === 4 && Math.max(...found.buffer) === SHUT_DOWN;
  } finally {
    await file?.close();
  }
}
