import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endServerLeftBehind } from './setup/left-behind.ts';
import { type RunningService, startService } from './setup/service.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';

/** The times of starts, and the memory of an idle service. */
export type StartFigures = { coldMs: number[]; warmMs: number[]; idleBytes: number };

/** The targets for the figures. */
export const TARGETS = { coldMs: 1500, warmMs: 700, idleBytes: 110_000_000 };

const RUNS = 5;
const IDLE_MS = 10_000;

/**
 * Measures starts with the embedded database: cold in an empty data folder, warm in one after a clean shutdown; then
 * the memory of the node process after some idle seconds.
 */
export async function measureStarts(signal: AbortSignal): Promise<StartFigures> {
  const coldMs: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    await using folder = await makeTemporaryFolder();
    coldMs.push(await withService(folder.path, signal, async ({ readyMs }) => readyMs));
  }
  await using folder = await makeTemporaryFolder();
  await withService(folder.path, signal, async () => {});
  const warmMs: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    warmMs.push(await withService(folder.path, signal, async ({ readyMs }) => readyMs));
  }
  const idleBytes = await withService(folder.path, signal, async (service) => {
    await delay(IDLE_MS, undefined, { signal });
    return await service.metric('process_resident_memory_bytes');
  });
  return { coldMs, warmMs, idleBytes };
}

async function withService<Result>(
  folder: string,
  signal: AbortSignal,
  work: (service: RunningService) => Promise<Result>,
): Promise<Result> {
  const dataDir = join(folder, 'data');
  await using _server = { [Symbol.asyncDispose]: () => endServerLeftBehind(dataDir) };
  await using service = await startService({
    settings: { PARLEY_DATA_DIR: dataDir },
    logFile: join(folder, 'service.log'),
    signal,
  });
  return await work(service);
}
