import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A user of the system, by numbers. */
export type Account = { uid: number; gid: number };

/** The words to put before a program and its arguments; empty if it runs as ourselves. */
export type CommandPrefix = readonly string[];

/** PostgreSQL's whole environment. Ours may hold secrets, and PG* variables that would mislead it. */
export const cleanEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

const probeTimeoutMs = 10_000;
const nobody: Account = { uid: 65_534, gid: 65_534 };

/**
 * The account that PostgreSQL, which refuses root, is to run as: undefined if we are not root and it can run as
 * ourselves; else the first owner of what is there who is not root, the system's `postgres`, or `nobody`.
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
 * How to run PostgreSQL's programs as the account. The account gets no privilege at all where it can reach the
 * program and the folders by itself, else one: to pass by file permissions (CAP_DAC_OVERRIDE), so that Parley works
 * in a folder which other users cannot enter. Throws where neither way works.
 */
export async function chooseCommandPrefix(
  account: Account | undefined,
  needs: { program: string; folders: string[] },
): Promise<CommandPrefix> {
  if (account === undefined) return [];
  const plain = setprivCommand(account, '-all', []);
  if ((await probe(plain, needs)) === undefined) return plain;
  // The bit keeps access(2), by which initdb looks for its postgres, from leaving the capability out of account.
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

/** Undefined where the program runs and the folders can be written to, else what went wrong. */
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
