import { findProgram } from '../setup/programs.ts';
import { runGenerator } from './generator.ts';
import type { Generator } from './load.ts';
import { runWrk } from './wrk.ts';

/** Returns wrk if it is installed, because it uses the least CPU time; otherwise our own generator. */
export async function findGenerator(): Promise<Generator> {
  const wrk = await findProgram('wrk');
  if (wrk === undefined) return { description: 'undici in a process of its own', run: runGenerator };
  return { description: 'wrk, one thread', run: (job, context) => runWrk(wrk, job, context) };
}
