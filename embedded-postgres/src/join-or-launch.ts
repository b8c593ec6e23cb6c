import { lstat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Reached, reachServer } from './connect.ts';
import { type Layout, socketPath } from './layout.ts';
import { lastWords, logSizes } from './log-tail.ts';
import { type Postmaster, readPostmaster } from './postmaster.ts';
import type { Launched } from './server-process.ts';

type Options = {
  password: string;
  launch: () => Promise<Launched>;
  /** Ends the processes that a killed server has left in the folder. */
  endOrphans: () => Promise<void>;
  log: (message: string) => void;
  /** If aborted, no further server is launched. */
  signal?: AbortSignal;
};

/** A server that accepts connections, and our presence on it; see reachServer. */
export type Joined = {
  client: Client;
  /** The folder of the socket. */
  host: string;
  /** True if another process launched the server. */
  reused: boolean;
};

const pollMs = 10;
const relaunchPauseMs = 100;
/** The time for which the processes of a killed server may end by themselves. */
const orphanGraceMs = 3_000;
/** The time for which we wait for a launched server to start after an abort; then it is left as it is. */
const abortPatienceMs = 5_000;
// The longest silence of a server, and the longest recovery: it replays up to max_wal_size.
const silenceTimeoutMs = 60_000;
const recoveryTimeoutMs = 15 * 60_000;
const patienceMs = 2_000;
// Far longer than the time between a server's status `ready` and its socket.
const lostSocketMs = 500;

// Errors of a launch while an older server of this folder is stopping or another one is starting.
const passingFaults =
  /lock file ".*postmaster\.pid" already exists|lock file "postmaster\.pid" is empty|shared memory block .* is still in use/;

/**
 * Tries to connect until a server answers, and launches one whenever there is none. Several processes may do so at
 * once, because the lock of launchServer and PostgreSQL itself admit only one server to a data folder. Throws with the
 * server's last lines, or the reason of the signal.
 */
export async function joinOrLaunch(
  layout: Layout,
  { password, launch, endOrphans, log, signal }: Options,
): Promise<Joined> {
  const startedMs = performance.now();
  let heardMs = startedMs;
  let launched: Launched | undefined;
  let sizes = await logSizes(layout.logs);
  let hasToldToWait = false;
  let blockedMs: number | undefined;
  let abortedMs: number | undefined;
  for (;;) {
    const server = await readPostmaster(layout.data);
    const host = (server?.alive && server.socketDir) || layout.socketDir;
    const reached = await reachGuarded(layout, host, password);
    if (reached.state === 'present') {
      const isOurs = launched !== undefined && launched.pid === (await readPostmaster(layout.data))?.pid;
      return { client: reached.client, host, reused: !isOurs };
    }
    const isLaunching = launched !== undefined && launched.exit() === undefined;
    if (!isLaunching) signal?.throwIfAborted();
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
    } else if (!isLaunching) {
      if (launched !== undefined) {
        await pauseOrThrow(layout, sizes, launched);
        blockedMs ??= nowMs;
        if (nowMs - blockedMs > orphanGraceMs) {
          await endOrphans();
          blockedMs = nowMs;
        }
      }
      sizes = await logSizes(layout.logs);
      launched = await launch();
    }
    if (signal?.aborted) {
      abortedMs ??= nowMs;
      if (nowMs - abortedMs > abortPatienceMs) signal.throwIfAborted();
    }
    await delay(pollMs);
  }
}

/**
 * Connects only in a folder in which nobody else can create a socket, so that strangers cannot receive the password.
 */
export async function reachGuarded(layout: Layout, socketDir: string, password: string): Promise<Reached> {
  const folder = await lstat(socketDir).catch(() => undefined);
  if (folder === undefined) return { state: 'absent', reason: `${socketDir} is missing` };
  const uid = layout.account?.uid ?? process.geteuid?.();
  if (!folder.isDirectory() || folder.uid !== uid || (folder.mode & 0o077) !== 0) {
    throw new Error(`${socketDir}, the folder of the database's socket, is open to other users.`);
  }
  return await reachServer(socketDir, password);
}

/**
 * Returns whether the socket of a running server is gone, for example removed by a cleaner of temporary folders; nobody
 * can connect to it any more.
 */
export async function hasLostItsSocket({ status, socketDir }: Postmaster): Promise<boolean> {
  if (status !== 'ready' || socketDir === undefined) return false;
  const socket = await lstat(socketPath(socketDir)).catch((error) => error.code);
  return socket === 'ENOENT';
}

/** Handles the exit of a launched server: returns when another launch may succeed, otherwise throws its last lines. */
async function pauseOrThrow(layout: Layout, sizes: Map<string, number>, launched: Launched): Promise<void> {
  const exit = launched.exit();
  // Exit code 0: the server was shut down cleanly before we could connect.
  if (exit !== 0 && exit !== 'held' && !passingFaults.test(await lastWords(layout.logs, sizes))) {
    throw await fault(layout, sizes, `could not start (exit ${exit})`);
  }
  await delay(relaunchPauseMs);
}

async function fault(layout: Layout, sizes: Map<string, number>, what: string): Promise<Error> {
  const words = await lastWords(layout.logs, sizes);
  return new Error(`PostgreSQL on ${layout.cluster} ${what}.${words === '' ? '' : `\n${words}`}`);
}
