import { sql } from '../../support/sql.ts';

/** How many bytes PostgreSQL has logged. */
export async function logSize(databaseUrl: string): Promise<number> {
  const [row] = await sql<{ size: string }>(
    databaseUrl,
    'select size from pg_stat_file(pg_current_logfile())',
  );
  return Number(row!.size);
}

/** So much of the log is read at a time. */
const PIECE_BYTES = 32 * 1024 * 1024;

/** The entries of PostgreSQL's log from a byte on, each with the lines that follow it: a statement may have many. */
export async function* logEntries(databaseUrl: string, from: number): AsyncGenerator<string> {
  let rest = '';
  const end = await logSize(databaseUrl);
  for (let at = from; at < end; at += PIECE_BYTES) {
    const [row] = await sql<{ bytes: Buffer }>(
      databaseUrl,
      'select pg_read_binary_file(pg_current_logfile(), $1, $2) as bytes',
      [at, Math.min(PIECE_BYTES, end - at)],
    );
    // What begins with a tab goes on from the line before.
    const entries = (rest + row!.bytes.toString('latin1')).split(/\n(?!\t)/);
    rest = entries.pop()!;
    yield* entries;
  }
  if (rest !== '') yield rest;
}
