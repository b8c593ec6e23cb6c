import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DemoCompany } from '@parley/demo';
import { runYielding } from '../../lib/event-loop.ts';
import { parseJsonInSlices } from '../../lib/json-slices.ts';

/** Ten times what it takes on a slow machine. */
const MAKING_MS = 60_000;

/** More than the data of the package has. */
const LIMITS = { maxDepth: 16, maxMembers: 1000 };

/**
 * Makes the invented company in a thread of its own, because that takes a second; neither its code nor what it needs
 * stays in memory. Other work of this process goes on meanwhile.
 */
export async function inventedCompany(): Promise<DemoCompany> {
  const thread = new Worker(new URL('./company-thread.ts', import.meta.url));
  try {
    const [json] = await once(thread, 'message', { signal: AbortSignal.timeout(MAKING_MS) });
    const { buffer, byteOffset, byteLength } = json as Uint8Array<ArrayBuffer>;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    return (await runYielding(parseJsonInSlices(bytes, LIMITS))) as DemoCompany;
  } finally {
    await thread.terminate();
  }
}
