import pg from 'pg';
import type { ConnectionSettings } from './client.ts';

/** Two connections that stay open the while, each asked so often: any pooler that shares sessions is seen by then. */
const ROUNDS = 8;

/** For a pooler that has not even two connections to give: it would let the second one wait for minutes. */
const ANSWER_TIMEOUT_MS = 5000;

/** A session of the server, told apart from all others, also of another server behind the same address. */
const SESSION_ID = `select pg_backend_pid() || ' of ' || pg_postmaster_start_time() as session`;

/**
 * Refuses a pooler that gives a connection another session for each transaction or statement, as PgBouncer does with
 * pool_mode=transaction: prepared statements, session settings, advisory locks and LISTEN would not hold there. Seen where
 * one connection has two sessions, or two connections the same one; neither can be where each keeps its own.
 * @throws one sentence that says what to do
 */
export async function refuseSharedSessions(connection: ConnectionSettings): Promise<void> {
  const clients = [0, 1].map(
    () =>
      new pg.Client({
        application_name: 'parley',
        connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
        query_timeout: ANSWER_TIMEOUT_MS,
        ...connection,
      }),
  );
  for (const client of clients) client.on('error', () => {});
  try {
    for (const client of clients) await client.connect();
    const seen = clients.map(() => new Set<string>());
    for (let round = 0; round < ROUNDS; round++) {
      // One after the other: what the first has let go of is what the second is given.
      for (const [index, client] of clients.entries()) {
        const { rows } = await client.query<{ session: string }>(SESSION_ID);
        seen[index]!.add(rows[0]!.session);
      }
    }
    const sessions = seen.flatMap((one) => [...one]);
    if (sessions.length === clients.length && new Set(sessions).size === clients.length) return;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
  throw new Error(
    'The database is behind a pooler that shares its sessions between connections (as PgBouncer with pool_mode=transaction): connect to PostgreSQL itself, or to a pool with pool_mode=session',
  );
}
