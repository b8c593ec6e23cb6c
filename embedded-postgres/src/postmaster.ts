import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The contents of a cluster's lock file (postmaster.pid). */
export type Postmaster = {
  pid: number;
  /** The folder of the socket; undefined if the server has not written it yet. */
  socketDir: string | undefined;
  /** `starting`, `ready`, `stopping`; undefined as above. */
  status: string | undefined;
  /** False if the lock file is stale: its process has ended, or its id now belongs to another program. */
  alive: boolean;
};

// Lines of postmaster.pid, counted from zero.
const pidLine = 0;
const socketDirLine = 4;
const statusLine = 7;
const statuses = ['starting', 'ready', 'stopping', 'standby'];
const psTimeoutMs = 5_000;

/**
 * Reads the lock file of the cluster in `data`; undefined if there is none, and so no server. PostgreSQL writes the
 * file in several steps, each of which writes all of it again, and a reader can see a mixture of two, for example the
 * first half of a path. The status comes with the last step, so before it only the process id is used; later steps
 * change only the status.
 */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // The text after the last line break is an incomplete line.
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.trim());
  const pid = Number(lines[pidLine]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const alive = await isServerOf(pid, data);
  const status = lines[statusLine];
  if (lines.length !== statusLine + 1 || !statuses.includes(status!)) {
    return { pid, socketDir: undefined, status: undefined, alive };
  }
  return { pid, socketDir: lines[socketDirLine] || undefined, status, alive };
}

/** Returns whether a process with this id exists, whoever owns it. */
function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns whether the process is the PostgreSQL of this data folder, and not another program that received the same id
 * after a restart of the machine or container, nor a zombie.
 */
async function isServerOf(pid: number, data: string): Promise<boolean> {
  if (!processExists(pid)) return false;
  if (process.platform === 'linux') {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return words.includes(data);
  }
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    timeout: psTimeoutMs,
  }).catch(() => ({ stdout: '' }));
  return stdout.includes(`-D ${data}`);
}
