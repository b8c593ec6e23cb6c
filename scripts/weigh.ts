/**
 * Fails if the dependencies exceed the limits on their number or size (decision 0017). It counts the packages that the
 * lock installs on linux-x64, and measures those of them that are installed here. Packages that the lock does not
 * name, such as those that an earlier version left behind, do not count.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAX_PACKAGES = 320;
const MAX_MEGABYTES = 520;
/** The limit on the size after `npm ci --omit=dev`. */
const MAX_PRODUCTION_MEGABYTES = 400;

const PLATFORM = { os: 'linux', cpu: 'x64', libc: 'glibc' };

type Locked = { dev?: boolean; link?: boolean } & { [Field in keyof typeof PLATFORM]?: string[] };

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
);
const installed = Object.entries(lock.packages).filter(
  ([path, locked]) => path.includes('node_modules/') && !locked.link && isForPlatform(locked),
);
const bytes = new Map(installed.map(([path]) => [path, bytesOf(join(ROOT, path))]));
const inProduction = installed.filter(([, { dev }]) => !dev);

check('packages', installed.length, MAX_PACKAGES);
check('MB', megabytes(installed), MAX_MEGABYTES);
check('MB without development dependencies', megabytes(inProduction), MAX_PRODUCTION_MEGABYTES);
if (process.exitCode) {
  const largest = [...bytes].sort(([, a], [, b]) => b - a).slice(0, 10);
  for (const [path, size] of largest) console.error(`${Math.round(size / 1e6)} MB  ${path}`);
}

function check(what: string, found: number, allowed: number): void {
  const line = `dependencies: ${found} ${what}, of ${allowed} allowed`;
  if (found <= allowed) {
    console.log(line);
  } else {
    console.error(`${line}: remove a dependency, or find a smaller one`);
    process.exitCode = 1;
  }
}

function megabytes(packages: [string, Locked][]): number {
  return Math.round(packages.reduce((sum, [path]) => sum + bytes.get(path)!, 0) / 1e6);
}

function isForPlatform(locked: Locked): boolean {
  return (['os', 'cpu', 'libc'] as const).every((field) => locked[field]?.includes(PLATFORM[field]) ?? true);
}

/**
 * Returns the total size of a package's files, without the packages nested in it; 0 if it is not installed. Their space
 * on disk would depend on the file system.
 */
function bytesOf(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.size ?? 0;
  const names = readdirSync(path).filter((name) => name !== 'node_modules');
  return names.reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}
