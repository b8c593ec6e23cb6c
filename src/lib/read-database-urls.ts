import { isWritableTarget, splitHosts } from './split-hosts.ts';

type Secrets = Readonly<Partial<Record<string, string | undefined>>>;

/** The variables that may add to DATABASE_URL, and what each of them is. */
const FURTHER = {
  DATABASE_DIRECT_URL: 'which leads to the same database through a pooler',
  DATABASE_READ_URL: 'the URL of the server that it is a replica of',
  PARLEY_MIGRATION_DATABASE_URL: 'the URL of the role that serves',
} as const;

/** The URLs of the database; each is undefined where its variable is not set. */
export function readDatabaseUrls(secrets: Secrets, faults: string[]) {
  for (const [name, what] of Object.entries(FURTHER)) {
    if (secrets[name] !== undefined && secrets.DATABASE_URL === undefined) {
      faults.push(`${name} needs DATABASE_URL, ${what}`);
    }
  }
  return {
    databaseUrl: readDatabaseUrl(secrets, 'DATABASE_URL', faults),
    readDatabaseUrls: readReplicaUrls(secrets, faults),
    directDatabaseUrl: readDatabaseUrl(secrets, 'DATABASE_DIRECT_URL', faults),
    migrationDatabaseUrl: readDatabaseUrl(secrets, 'PARLEY_MIGRATION_DATABASE_URL', faults),
  };
}

/** A URL for each replica; several are separated by commas, and one may have several hosts. */
function readReplicaUrls(secrets: Secrets, faults: string[]): string[] | undefined {
  const text = secrets.DATABASE_READ_URL;
  if (text === undefined) return undefined;
  const split = text.split(/,\s*(?=postgres(?:ql)?:)/).map((url) => splitHosts(url.trim()));
  if (split.includes(undefined)) {
    faults.push(
      'DATABASE_READ_URL must be a URL such as postgres://user:password@host:5432/database, or several separated by commas',
    );
  }
  return split.flatMap((one) => one?.urls ?? []);
}

function readDatabaseUrl(secrets: Secrets, name: string, faults: string[]): string | undefined {
  const text = secrets[name];
  if (text === undefined) return undefined;
  const split = splitHosts(text);
  if (!split) {
    faults.push(
      `${name} must be a URL such as postgres://user:password@host:5432/database, with commas between several hosts`,
    );
  } else if (!isWritableTarget(split.target)) {
    faults.push(`${name} must lead to a server that takes writes: target_session_attrs must be read-write`);
  }
  return text;
}
