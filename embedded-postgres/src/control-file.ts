import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** Where pg_control has the state of the cluster, behind two identifiers; so in every version since 8.0. */
const STATE_OFFSET = 16;
const SHUT_DOWN = 1;

/**
 * Whether the server of `data` was shut down in good order: not killed, not stopped at once, not crashed. False where the
 * file cannot be read.
 */
export async function wasShutDown(data: string): Promise<boolean> {
  const file = await open(join(data, 'global/pg_control')).catch(() => undefined);
  try {
    const found = await file?.read(new Uint8Array(4), 0, 4, STATE_OFFSET);
    // In the byte order of the machine, of which one byte tells enough.
    return found?.bytesRead === 4 && Math.max(...found.buffer) === SHUT_DOWN;
  } finally {
    await file?.close();
  }
}
