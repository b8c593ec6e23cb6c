import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { claimServer, countOtherClients, leave, reachServer } from './connect.ts';
import type { Layout } from './layout.ts';
import { lastWords, logSizes } from './log-tail.ts';
import { readPostmaster } from './postmaster.ts';

type Options = {
  layout: Layout;
  client: Client;
  host: string;
  password: string;
  log: (message: string) => void;
};

const pollMs = 10;
// The time after which the server has noticed a connection that its client closed.
const closingGraceMs = 300;
const stopTimeoutMs = 30_000;

/**
 * Ends our presence (`client`) and stops the server if nobody else is connected. If two processes leave at once, the
 * last one stops it. Throws with the server's last lines if the server does not stop in time.
 */
export async function stopServerIfUnused(options: Options): Promise<'stopped' | 'in use'> {
  const { layout, log } = options;
  const claimed = await claim(options);
  if (claimed === 'gone') return 'stopped';
  try {
    if (!claimed.isOurs || !(await becomesUnused(claimed.client))) return 'in use';
    const server = await readPostmaster(layout.data);
    // The server is reachable through its socket but has no process here: it runs in another container, which uses it.
    if (!server?.alive) return 'in use';
    await stopServer(layout, server.pid);
    log('PostgreSQL stopped');
    return 'stopped';
  } finally {
    await leave(claimed.client);
  }
}

/** Claims the server through our presence, or through a new connection if the server has been restarted. */
async function claim({
  client,
  host,
  password,
}: Options): Promise<'gone' | { client: Client; isOurs: boolean }> {
  try {
    return { client, isOurs: await claimServer(client) };
  } catch {
    await leave(client);
    const reached = await reachServer(host, password);
    if (reached.state === 'absent') return 'gone';
    // The server is in recovery: whoever restarted it is using it.
    if (reached.state === 'waiting') return { client, isOurs: false };
    return { client: reached.client, isOurs: await claimServer(reached.client) };
  }
}

async function becomesUnused(client: Client): Promise<boolean> {
  const giveUpMs = performance.now() + closingGraceMs;
  while ((await countOtherClients(client)) > 0) {
    if (performance.now() > giveUpMs) return false;
    await delay(pollMs);
  }
  return true;
}

/**
 * Shuts the server down, whoever is connected to it, and waits for the removal of its lock file, which is the last step of
 * a shutdown. Throws with the server's last lines if it does not stop within `timeoutMs`.
 */
export async function stopServer(layout: Layout, pid: number, timeoutMs = stopTimeoutMs): Promise<void> {
  const sizes = await logSizes(layout.logs);
  process.kill(pid, 'SIGINT');
  const giveUpMs = performance.now() + timeoutMs;
  for (;;) {
    const server = await readPostmaster(layout.data);
    if (server?.pid !== pid || !server.alive) return;
    if (performance.now() > giveUpMs) {
      const words = await lastWords(layout.logs, sizes);
      throw new Error(`PostgreSQL (process ${pid}) did not stop within ${timeoutMs / 1000} s.\n${words}`);
    }
    await delay(pollMs);
  }
}
