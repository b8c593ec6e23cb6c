import { lstat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Reached, reachServer } from './connect.ts';
import { type Layout, socketPath } from './layout.ts';
import { lastWords, logSizes } from './log-tail.ts';
import { type Postmaster, readPostmaster } from './postmaster.ts';
import type { Launched } from './server-process.ts';

type Options = { password: string; launch: () => Promise<Launched>; log: (message: string) => void };

const pollMs = 10;
const relaunchPauseMs = 100;
// How long without a word from a server, and how long in all: crash recovery replays up to max_wal_size.
const silenceTimeoutMs = 60_000;
const recoveryTimeoutMs = 15 * 60_000;
const patienceMs = 2_000;
// Far longer than a server needs between its word `ready` and its socket.
const lostSocketMs = 500;

// What a launch meets while an older server of this folder is on its way down or another one on its way up.
const passingFaults = /lock file ".*postmaster\.pid" already exists|shared memory block .* is still in use/;

/**
 * Tries to connect until a server answers, and launches one whenever none is there; safe where several do so at once,
 * since PostgreSQL lets only one server into a data folder. `client` is our presence, see reachServer; `host` the
 * folder of the socket; `reused` says that the server is not of our launching.
 * Throws with the server's last lines.
 */
export async function joinOrLaunch(
  layout: Layout,
  { password, launch, log }: Options,
): Promise<{ client: Client; host: string; reused: boolean }> {
  const startedMs = performance.now();
  let heardMs = startedMs;
  let launched: Launched | undefined;
  let sizes = await logSizes(layout.logs);
  let hasToldToWait = false;
  for (;;) {
    const server = await readPostmaster(layout.data);
    const host = (server?.alive && server.socketDir) || layout.socketDir;
    const reached = await reachGuarded(layout, host, password);
    if (reached.state === 'present') {
      const isOurs = launched !== undefined && launched.pid === (await readPostmaster(layout.data))?.pid;
      return { client: reached.client, host, reused: !isOurs };
    }
    const nowMs = performance.now();
    const elapsedMs = nowMs - startedMs;
    if (elapsedMs > recoveryTimeoutMs || nowMs - heardMs > silenceTimeoutMs) {
      const seconds = Math.round(elapsedMs / 1000);
      throw await fault(layout, sizes, `did not become ready within ${seconds} s (${reached.reason})`);
    }
    if (reached.state === 'waiting') {
      heardMs = nowMs;
      if (elapsedMs > patienceMs && !hasToldToWait) log(`Waiting for PostgreSQL: ${reached.reason}`);
      hasToldToWait ||= elapsedMs > patienceMs;
    } else if (server?.alive) {
      if (elapsedMs > lostSocketMs && (await hasLostItsSocket(server))) {
        log(`PostgreSQL (process ${server.pid}) has lost its socket and is started again`);
        process.kill(server.pid, 'SIGINT');
      }
    } else if (launched === undefined || launched.exit() !== undefined) {
      if (launched !== undefined) await pauseOrThrow(layout, sizes, launched);
      sizes = await logSizes(layout.logs);
      launched = await launch();
    }
    await delay(pollMs);
  }
}

/** Connects only into a folder that nobody else can put a socket into: the password is not for strangers. */
async function reachGuarded(layout: Layout, socketDir: string, password: string): Promise<Reached> {
  const folder = await lstat(socketDir).catch(() => undefined);
  if (folder === undefined) return { state: 'absent', reason: `${socketDir} is missing` };
  const uid = layout.account?.uid ?? process.geteuid?.();
  if (!folder.isDirectory() || folder.uid !== uid || (folder.mode & 0o077) !== 0) {
    throw new Error(`${socketDir}, the folder of the database's socket, is open to other users.`);
  }
  return await reachServer(socketDir, password);
}

/** A cleaner of temporary folders may take the socket of a server that runs; nobody can reach it any more. */
async function hasLostItsSocket({ status, socketDir }: Postmaster): Promise<boolean> {
  if (status !== 'ready' || socketDir === undefined) return false;
  const socket = await lstat(socketPath(socketDir)).catch((error) => error.code);
  return socket === 'ENOENT';
}

/** After a launched server has gone: returns when another launch may do better, else throws what it said. */
async function pauseOrThrow(layout: Layout, sizes: Map<string, number>, launched: Launched): Promise<void> {
  const exit = launched.exit();
  // 0: somebody stopped it in good order before we could connect.
  if (exit !== 0 && !passingFaults.test(await lastWords(layout.logs, sizes))) {
    throw await fault(layout, sizes, `could not start (exit ${exit})`);
  }
  await delay(relaunchPauseMs);
}

async function fault(layout: Layout, sizes: Map<string, number>, what: string): Promise<Error> {
  const words = await lastWords(layout.logs, sizes);
  return new Error(`PostgreSQL on ${layout.cluster} ${what}.${words === '' ? '' : `\n${words}`}`);
}
