import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread.
 * @param program the URL of its program, a TypeScript file of the project
 */
export function startThread(program: URL, options: Omit<WorkerOptions, 'argv'> = {}): Worker {
  return new Worker(new URL('./thread.js', import.meta.url), { ...options, argv: [program.href] });
}
