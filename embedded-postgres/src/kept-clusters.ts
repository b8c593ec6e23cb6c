import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './cluster.ts';
import type { Layout } from './layout.ts';

/** The time for which a replaced cluster is kept, so that an upgrade can be undone. */
const KEPT_MS = 7 * 24 * 3_600_000;

const NAME = /^cluster-(\d+)-until-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z$/;

/** The name of a complete cluster that is about to take the place of the older one. */
const NEXT = 'next';

/**
 * Puts a complete cluster in the place of the present one, which is kept under another name. If the process is killed between
 * the renames, the next start calls finishReplacement.
 * @param path the folder of the new cluster; nobody uses it, nor the present one
 * @param from the major version of the present cluster
 * @returns the folder in which the present cluster is kept, and until when
 */
export async function replaceCluster(
  layout: Layout,
  path: string,
  from: number,
): Promise<{ kept: string; until: string }> {
  const { root, cluster } = layout;
  const next = join(root, NEXT);
  // It is left of a replacement that was killed before the present cluster was renamed; others may have used that one since.
  await rm(next, { recursive: true, force: true, maxRetries: 3 });
  await rename(path, next);
  await syncFolder(root);
  const until = `${new Date(Date.now() + KEPT_MS).toISOString().slice(0, 19)}Z`;
  const kept = join(root, `cluster-${from}-until-${until.replaceAll(':', '-')}`);
  await rename(cluster, kept);
  // A process that starts at this moment may do it first.
  await finishReplacement(layout);
  await syncFolder(root);
  return { kept, until };
}

/** Renames the new cluster if a replacement was killed after the present one was put aside. */
export async function finishReplacement({ root, cluster }: Layout): Promise<void> {
  if ((await stat(cluster).catch(() => undefined)) !== undefined) return;
  await rename(join(root, NEXT), cluster).catch((error) => {
    // There is none, or another process was faster.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  });
}

/** Removes the replaced clusters whose time is over. */
export async function removeReplaced(root: string, log: (message: string) => void): Promise<void> {
  for (const name of await readdir(root)) {
    const [, version, day, hour, minute, second] = NAME.exec(name) ?? [];
    if (day === undefined || Date.now() < Date.parse(`${day}${hour}:${minute}:${second}Z`)) continue;
    log(`Removing ${name}, which was kept when the data of PostgreSQL ${version} was moved`);
    // If this fails, the next start tries again.
    await rm(join(root, name), { recursive: true, force: true, maxRetries: 3 }).catch((error) =>
      log(`${name} could not be removed (${error.code})`),
    );
  }
}
