import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A user of the system, by numeric ids. */
export type Account = { uid: number; gid: number };

/** The words before a program and its arguments; empty if it runs as the current user. */
export type CommandPrefix = readonly string[];

/** PostgreSQL's whole environment. Ours may contain secrets, and PG* variables that would misconfigure it. */
export const cleanEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

const probeTimeoutMs = 10_000;
const nobody: Account = { uid: 65_534, gid: 65_534 };

/**
 * Chooses the account for PostgreSQL, which refuses to run as root: undefined if we are not root; otherwise the first
 * given owner that is not root, the system's `postgres`, or `nobody`.
 */
export async function chooseAccount(owners: (Account | undefined)[]): Promise<Account | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const owner = owners.find((found) => found !== undefined && found.uid !== 0);
  if (owner !== undefined) return { uid: owner.uid, gid: owner.gid };
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return accountIn(users, 'postgres') ?? accountIn(users, 'nobody') ?? nobody;
}

function accountIn(users: string, name: string): Account | undefined {
  const [, , uid, gid] =
    users
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? [];
  return Number(uid) > 0 && Number(gid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/**
 * Chooses how to run PostgreSQL's programs as the account. The account gets no privilege if it can access the program
 * and the folders by itself; otherwise one, to bypass file permissions (CAP_DAC_OVERRIDE), so that Parley works in a
 * folder which other users cannot enter. Throws if neither works.
 */
export async function chooseCommandPrefix(
  account: Account | undefined,
  needs: { program: string; folders: string[] },
): Promise<CommandPrefix> {
  if (account === undefined) return [];
  const plain = setprivCommand(account, '-all', []);
  if ((await probe(plain, needs)) === undefined) return plain;
  // The bit makes access(2), with which initdb looks for its postgres, consider the capability.
  const overriding = setprivCommand(account, '-all,+dac_override', ['--securebits=+no_setuid_fixup']);
  const fault = await probe(overriding, needs);
  if (fault === undefined) return overriding;
  throw new Error(
    `PostgreSQL does not run as root, and running it as the user with id ${account.uid} failed (${fault}): run Parley as an ordinary user, or set DATABASE_URL.`,
  );
}

function setprivCommand({ uid, gid }: Account, capabilities: string, more: string[]): CommandPrefix {
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${capabilities}`,
    `--ambient-caps=${capabilities}`,
    `--bounding-set=${capabilities}`,
    ...more,
    '--no-new-privs',
    '--',
  ];
}

/** Returns undefined if the program runs and the folders are writable, otherwise the error. */
async function probe(
  prefix: CommandPrefix,
  { program, folders }: { program: string; folders: string[] },
): Promise<string | undefined> {
  const script =
    '"$0" --version >/dev/null || exit; for f; do test -w "$f" || { echo "no access to $f" >&2; exit 1; }; done';
  const [file, ...args] = [...prefix, 'sh', '-c', script, program, ...folders];
  try {
    await promisify(execFile)(file!, args, { cwd: '/', env: cleanEnvironment, timeout: probeTimeoutMs });
    return undefined;
  } catch (error) {
    const { code, stderr, message } = error as { code?: string | number; stderr?: string; message: string };
    if (code === 'ENOENT') return 'the program setpriv of util-linux is missing';
    return stderr?.trim() || message;
  }
}
