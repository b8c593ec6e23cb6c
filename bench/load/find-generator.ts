import { findProgram } from '../setup/programs.ts';
import { runGenerator } from './generator.ts';
import type { Generator } from './load.ts';
import { runWrk } from './wrk.ts';

/** wrk where it is installed, as it takes the least of the machine; else our own. */
export async function findGenerator(): Promise<Generator> {
  const wrk = await findProgram('wrk');
  if (wrk === undefined) return { description: 'undici in a process of its own', run: runGenerator };
  return { description: 'wrk, one thread', run: (job, context) => runWrk(wrk, job, context) };
}
