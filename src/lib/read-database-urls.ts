type Secrets = Readonly<Partial<Record<string, string | undefined>>>;

/** The URLs of the role that serves and of the one that migrates; each is undefined where its variable is not set. */
export function readDatabaseUrls(secrets: Secrets, faults: string[]) {
  if (secrets.PARLEY_MIGRATION_DATABASE_URL !== undefined && secrets.DATABASE_URL === undefined) {
    faults.push('PARLEY_MIGRATION_DATABASE_URL needs DATABASE_URL, the URL of the role that serves');
  }
  return {
    databaseUrl: readDatabaseUrl(secrets, 'DATABASE_URL', faults),
    migrationDatabaseUrl: readDatabaseUrl(secrets, 'PARLEY_MIGRATION_DATABASE_URL', faults),
  };
}

function readDatabaseUrl(secrets: Secrets, name: string, faults: string[]): string | undefined {
  const text = secrets[name];
  // A server behind a Unix socket has no host in its URL: postgres://user:password@/database?host=/run/postgresql
  const withHost = text?.replace(/^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)\//, '$1host/');
  if (text === undefined || (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(withHost!))) return text;
  faults.push(`${name} must be a URL such as postgres://user:password@host:5432/database`);
  return undefined;
}
