import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Linux counts the times of /proc/{pid}/stat in these, on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Finds the server behind a connection, where it runs on this machine and this system is Linux. */
export async function findPostmaster(client: pg.Client): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { rows } = await client.query(
    `select pg_backend_pid() as pid, coalesce(host(inet_server_addr()), 'socket') as address`,
  );
  if (!['socket', '127.0.0.1', '::1'].includes(rows[0].address)) return undefined;
  const backend = await readStat(rows[0].pid);
  const parent = backend && (await readStat(backend.parentPid));
  // In another container the ids are others.
  return backend?.name === 'postgres' && parent?.name === 'postgres' ? backend.parentPid : undefined;
}

/** CPU time that a PostgreSQL server has used with all its processes, those that have ended among them, in seconds. */
export async function postgresCpuSeconds(postmasterPid: number): Promise<number> {
  const postmaster = await readStat(postmasterPid);
  if (!postmaster) throw new Error('the PostgreSQL server is gone');
  // Whatever has ended is in the postmaster's account of its children.
  let ticks = postmaster.ownTicks + postmaster.endedChildrenTicks;
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readStat(Number(entry));
    if (stat?.parentPid === postmasterPid) ticks += stat.ownTicks;
  }
  return ticks / TICKS_PER_SECOND;
}

type Stat = { name: string; parentPid: number; ownTicks: number; endedChildrenTicks: number };

/** Undefined if there is no such process any more. See proc_pid_stat(5). */
async function readStat(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name stands in parentheses and may hold any character; numbers follow the last one.
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

/** CPU time that a process of this machine has used, in seconds; undefined if /proc is not there to be read. */
export async function processCpuSeconds(pid: number): Promise<number | undefined> {
  const stat = await readStat(pid);
  return stat && stat.ownTicks / TICKS_PER_SECOND;
}
