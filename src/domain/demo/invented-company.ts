import { once } from 'node:events';
import type { DemoCompany } from '@parley/demo';
import { runYielding } from '../../lib/event-loop.ts';
import { parseJsonInSlices } from '../../lib/json-slices.ts';
import { startThread } from '../../lib/start-thread.ts';

/** The limit is ten times what the generation takes on a slow machine. */
const MAKING_MS = 60_000;

/** The limits are higher than the package's data needs. */
const LIMITS = { maxDepth: 16, maxMembers: 1000 };

/**
 * Generates the invented company in a separate thread, because that takes a second: the process does other work
 * meanwhile, and the generator's code and memory are released afterwards.
 */
export async function inventedCompany(): Promise<DemoCompany> {
  const thread = startThread(new URL('./company-thread.ts', import.meta.url));
  try {
    const [json] = await once(thread, 'message', { signal: AbortSignal.timeout(MAKING_MS) });
    const { buffer, byteOffset, byteLength } = json as Uint8Array<ArrayBuffer>;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    return (await runYielding(parseJsonInSlices(bytes, LIMITS))) as DemoCompany;
  } finally {
    await thread.terminate();
  }
}
