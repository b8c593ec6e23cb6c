import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup/cpu';
/** Short, so that a process that has used up its quota does not pause for long. */
const PERIOD_US = 10_000;

/**
 * Bounds the CPU time of a process by a control group of its own (version 1 of cgroups, as root), so that it is the
 * bottleneck although the machine has to run the database and the clients as well.
 * @param share of one core, for example 0.25
 * @returns undefined if the system does not permit it
 */
export async function limitCpu(pid: number, share: number): Promise<AsyncDisposable | undefined> {
  const folder = join(ROOT, `parley-bench-${pid}`);
  try {
    await mkdir(folder);
  } catch {
    return undefined;
  }
  try {
    await writeFile(join(folder, 'cpu.cfs_period_us'), `${PERIOD_US}`);
    await writeFile(join(folder, 'cpu.cfs_quota_us'), `${Math.round(share * PERIOD_US)}`);
    await writeFile(join(folder, 'cgroup.procs'), `${pid}`);
  } catch {
    await rmdir(folder);
    return undefined;
  }
  return {
    async [Symbol.asyncDispose]() {
      // Processes that still run are given back to the system.
      await writeFile(join(ROOT, 'cgroup.procs'), `${pid}`).catch(() => {});
      await rmdir(folder);
    },
  };
}
