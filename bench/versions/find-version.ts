import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../setup/programs.ts';
import type { Run } from '../stage.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TIMEOUT_MS = 60_000;

/** The scope of the project's own packages, which every version has itself. */
const OWN_SCOPE = '@parley';

/** Runs git in the project. @returns its output without the last line break */
async function git(args: readonly string[], signal: AbortSignal): Promise<string> {
  // Optional locks are disabled, because somebody may be committing at the same time.
  const all = ['--no-optional-locks', '-C', ROOT, ...args];
  return (
    await runProgram('git', all, { env: { HOME: process.env.HOME }, timeoutMs: TIMEOUT_MS, signal })
  ).trimEnd();
}

/** Returns the commit that the work tree is compared with by default: the last one whose files differ from it. */
export async function previousCommit(signal: AbortSignal): Promise<string> {
  const changes = await git(['status', '--porcelain'], signal);
  return changes === '' ? 'HEAD^' : 'HEAD';
}

/**
 * Finds the version to compare with.
 * @param than a commit, or a folder in which a version is installed
 * @param folder does not exist yet; the files of a commit are put there, with the packages that are installed here
 * @returns its name in the report, and its folder
 */
export async function findVersion(
  than: string,
  folder: string,
  { signal, say }: Pick<Run, 'signal' | 'say'>,
): Promise<{ name: string; root: string }> {
  if (existsSync(join(than, 'package.json'))) return { name: basename(resolve(than)), root: resolve(than) };
  const name = await git(['rev-parse', '--short', `${than}^{commit}`], signal);
  const archive = `${folder}.tar`;
  await mkdir(folder);
  await git(['archive', `--output=${archive}`, name], signal);
  await runProgram('tar', ['-xf', archive, '-C', folder], { timeoutMs: TIMEOUT_MS, signal });
  await rm(archive);
  await linkPackages(folder);
  const [lock, otherLock] = await Promise.all(
    [ROOT, folder].map((root) => readFile(join(root, 'package-lock.json'), 'utf8')),
  );
  if (lock !== otherLock) {
    say(
      `${name} has other packages: it runs with those of the work tree. If it does not start, install it in a folder`,
    );
  }
  return { name, root: folder };
}

async function linkPackages(folder: string): Promise<void> {
  const packages = join(ROOT, 'node_modules');
  const linked = join(folder, 'node_modules');
  await mkdir(join(linked, OWN_SCOPE), { recursive: true });
  for (const name of await readdir(packages)) {
    // The cache of compiled code is the one of this version.
    if (name === OWN_SCOPE || name === '.cache') continue;
    await symlink(join(packages, name), join(linked, name));
  }
  for (const name of await readdir(join(packages, OWN_SCOPE))) {
    await symlink(join(folder, name), join(linked, OWN_SCOPE, name));
  }
}
