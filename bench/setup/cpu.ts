import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** The unit of the times in /proc/{pid}/stat, the same on every machine on which Node runs. */
const TICKS_PER_SECOND = 100;

/** Finds the server of a connection; undefined unless it runs on this machine under Linux. */
export async function findPostmaster(client: pg.Client): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { rows } = await client.query(
    `select pg_backend_pid() as pid, coalesce(host(inet_server_addr()), 'socket') as address`,
  );
  if (!['socket', '127.0.0.1', '::1'].includes(rows[0].address)) return undefined;
  const backend = await readStat(rows[0].pid);
  const parent = backend && (await readStat(backend.parentPid));
  // In another container, the ids belong to other processes.
  return backend?.name === 'postgres' && parent?.name === 'postgres' ? backend.parentPid : undefined;
}

/** Returns the CPU time that all processes of a PostgreSQL server have used, including ended ones, in seconds. */
export async function postgresCpuSeconds(postmasterPid: number): Promise<number> {
  const postmaster = await readStat(postmasterPid);
  if (!postmaster) throw new Error('the PostgreSQL server is gone');
  // The postmaster accounts for its children that have ended.
  let ticks = postmaster.ownTicks + postmaster.endedChildrenTicks;
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readStat(Number(entry));
    if (stat?.parentPid === postmasterPid) ticks += stat.ownTicks;
  }
  return ticks / TICKS_PER_SECOND;
}

type Stat = { name: string; parentPid: number; ownTicks: number; endedChildrenTicks: number };

/** Returns undefined if the process no longer exists. See proc_pid_stat(5). */
async function readStat(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name is in parentheses and may contain any character; numbers follow the last parenthesis.
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  const [userTicks, systemTicks, childrenUserTicks, childrenSystemTicks] = fields.slice(11, 15).map(Number);
  return {
    name: text.slice(text.indexOf('(') + 1, end),
    parentPid: Number(fields[1]),
    ownTicks: userTicks! + systemTicks!,
    endedChildrenTicks: childrenUserTicks! + childrenSystemTicks!,
  };
}

/** Returns the CPU time that a process of this machine has used, in seconds; undefined if /proc cannot be read. */
export async function processCpuSeconds(pid: number): Promise<number | undefined> {
  const stat = await readStat(pid);
  return stat && stat.ownTicks / TICKS_PER_SECOND;
}
