import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The files that a running service needs in addition to its packages. */
const PARTS = ['package.json', 'bin', 'src', 'migrations'];

/**
 * The commits to upgrade from, because there is no release yet. The full form begins before most migrations and with the
 * packages of that time, which it installs. The quick form begins with the last version before the feed of changes, which
 * runs with the packages that are installed here.
 */
const OLD_COMMIT = {
  full: '5c5c74067ddd97b216e9aa858820822f7540dc7c',
  quick: 'c1f42495449977df09dc2a9099238a6a756e598e',
};
const LAST_OLD_MIGRATION = '0030_changes.sql';

/** The time that the installation of an old version's packages may take. */
const INSTALL_MS = 300_000;

/** A folder in which an older version of the service can be started. */
export type OldVersion = {
  folder: string;
  /** True if it is the older code; otherwise only the older schema is upgraded. */
  isOlderCode: boolean;
  what: string;
  remove(): Promise<void>;
};

/** Creates the older version from the project's history or, without that, from this version with fewer migrations. */
export async function makeOldVersion({ full }: { full: boolean }): Promise<OldVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-old-'));
  const commit = OLD_COMMIT[full ? 'full' : 'quick'];
  const linkPackages = () => symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, 'old.tar');
    const command = ['archive', '--format=tar', `--output=${archive}`, commit, ...(full ? [] : PARTS)];
    execFileSync('git', command, { cwd: ROOT, stdio: 'ignore' });
    execFileSync('tar', ['xf', archive], { cwd: folder, stdio: 'ignore' });
    if (full)
      execFileSync('npm', ['ci', '--omit=dev'], { cwd: folder, stdio: 'ignore', timeout: INSTALL_MS });
    else await linkPackages();
    return { folder, isOlderCode: true, what: `commit ${commit.slice(0, 7)}`, remove };
  } catch {
    // The project is a shallow clone, or not a clone.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    await linkPackages();
    for (const part of PARTS.slice(0, -1))
      await cp(join(ROOT, part), join(folder, part), { recursive: true });
    await copyOldMigrations(folder);
    const what = `this code with the migrations up to ${LAST_OLD_MIGRATION}: the history is not here`;
    return { folder, isOlderCode: false, what, remove };
  }
}

async function copyOldMigrations(folder: string): Promise<void> {
  await mkdir(join(folder, 'migrations'), { recursive: true });
  for (const file of await readdir(join(ROOT, 'migrations'))) {
    if (file > LAST_OLD_MIGRATION) continue;
    await cp(join(ROOT, 'migrations', file), join(folder, 'migrations', file));
  }
}
