import { sql } from '../../support/sql.ts';

/** Returns the size of PostgreSQL's log in bytes. */
export async function logSize(databaseUrl: string): Promise<number> {
  const [row] = await sql<{ size: string }>(
    databaseUrl,
    'select size from pg_stat_file(pg_current_logfile())',
  );
  return Number(row!.size);
}

/** The number of bytes of the log that are read at a time. */
const PIECE_BYTES = 32 * 1024 * 1024;

/** Returns the entries of PostgreSQL's log from a byte on, each with all lines of its statement. */
export async function* logEntries(databaseUrl: string, from: number): AsyncGenerator<string> {
  let rest = '';
  const end = await logSize(databaseUrl);
  for (let at = from; at < end; at += PIECE_BYTES) {
    const [row] = await sql<{ bytes: Buffer }>(
      databaseUrl,
      'select pg_read_binary_file(pg_current_logfile(), $1, $2) as bytes',
      [at, Math.min(PIECE_BYTES, end - at)],
    );
    // A line that begins with a tab continues the previous one.
    const entries = (rest + row!.bytes.toString('latin1')).split(/\n(?!\t)/);
    rest = entries.pop()!;
    yield* entries;
  }
  if (rest !== '') yield rest;
}
