import { fileURLToPath } from 'node:url';
import { runProgram } from '../setup/programs.ts';
import { type Load, type LoadJob, SPARE_MS } from './load.ts';

const PROGRAM = fileURLToPath(new URL('./generator-process.ts', import.meta.url));

/** Generates load in a separate process, which has its own event loop and its own CPU time. */
export async function runGenerator(job: LoadJob, { signal }: { signal: AbortSignal }): Promise<Load> {
  const said = await runProgram(process.execPath, [PROGRAM], {
    input: JSON.stringify(job),
    timeoutMs: job.seconds * 1000 + SPARE_MS,
    signal,
  });
  return JSON.parse(said);
}
