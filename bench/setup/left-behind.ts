import { setTimeout as delay } from 'node:timers/promises';
import { prepareLayout, readPostmaster } from '@parley/embedded-postgres';

const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 20;

/** Ends the embedded PostgreSQL of a data folder if a service that was killed has left it running. */
export async function endServerLeftBehind(dataDir: string): Promise<void> {
  const { data } = await prepareLayout(dataDir);
  const server = await readPostmaster(data);
  if (!server?.alive) return;
  // SIGINT requests PostgreSQL's fast shutdown.
  process.kill(server.pid, 'SIGINT');
  const giveUpMs = performance.now() + STOP_TIMEOUT_MS;
  while ((await readPostmaster(data))?.alive) {
    if (performance.now() > giveUpMs) throw new Error(`PostgreSQL (process ${server.pid}) does not stop`);
    await delay(POLL_MS);
  }
}
