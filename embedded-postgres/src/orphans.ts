import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type CommandPrefix, cleanEnvironment } from './run-as.ts';

const listTimeoutMs = 5_000;
const maxListBytes = 4 * 1024 * 1024;

/**
 * Ends the processes that a killed server has left in `data`: while one of them exists, it holds the server's shared
 * memory, and no other server can start there. Most of them end when they detect the loss of the server; one that is
 * stopped, or busy with a long computation, does not. Their commits are on disk, and the next start recovers them.
 * A running server and its processes are left alone, even if it has only just been launched.
 * @param prefix the prefix of the server's command: Linux shows the working directory of a process only to its user
 * @returns their ids; none if the system has no /proc
 */
export async function endOrphans(data: string, prefix: CommandPrefix): Promise<number[]> {
  const inData = await processesIn(data, prefix);
  const orphans: number[] = [];
  for (const pid of inData) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    // Only child processes of a server have this title; the server has its own command line.
    if (!command.startsWith('postgres: ') || inData.has(await parentOf(pid))) continue;
    try {
      process.kill(pid, 'SIGKILL');
      orphans.push(pid);
    } catch {
      // The process has just ended.
    }
  }
  return orphans;
}

/** Returns the processes whose working directory is the data folder, as it is for all of PostgreSQL's. */
async function processesIn(data: string, prefix: CommandPrefix): Promise<Set<number>> {
  if (process.platform !== 'linux') return new Set();
  const list = 'ls -ld /proc/[0-9]*/cwd 2>/dev/null; true';
  const [file, ...args] = [...prefix, 'sh', '-c', list];
  const { stdout } = await promisify(execFile)(file!, args, {
    cwd: '/',
    env: cleanEnvironment,
    timeout: listTimeoutMs,
    maxBuffer: maxListBytes,
  }).catch(() => ({ stdout: '' }));
  const links = stdout.matchAll(/ \/proc\/(\d+)\/cwd -> (.*)$/gm);
  return new Set([...links].flatMap(([, pid, cwd]) => (cwd === data ? Number(pid) : [])));
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1]);
}
