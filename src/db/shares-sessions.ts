import pg from 'pg';
import type { NamedConnection } from './connection-of.ts';
import { noticeSilence } from './silent-server.ts';

/** Two connections that stay open the while, each asked so often: any pooler that shares sessions is seen by then. */
const ROUNDS = 8;

/** For a pooler that has not even two connections to give: it would let the second one wait for minutes. */
const ANSWER_TIMEOUT_MS = 5000;

/**
 * Tell a session of the server apart from all others, also of another server behind the same address. Each connection has its
 * own statement, both of the same name: a session that has seen one of them cannot run the other.
 */
const NAME = 'parley-pooler';
const STATEMENTS = [
  {
    name: NAME,
    text: `select pg_backend_pid() || ' of ' || pg_postmaster_start_time() as session`,
  },
  { name: NAME, text: `select pg_backend_pid() || ' of ' || pg_postmaster_start_time() session` },
];

/** SQLSTATEs of a prepared statement that is not there, and of one that another connection has left. */
const NOT_PREPARED = ['26000', '42P05'];

/**
 * Returns true if a pooler gives a connection another session for each transaction, as PgBouncer does with
 * pool_mode=transaction: what a session keeps would not hold there. Seen where one connection has two sessions, or two
 * connections the same one; neither can be where each keeps its own.
 * @throws one sentence that says what to do if Parley cannot work through the pooler
 */
export async function sharesSessions(connection: NamedConnection): Promise<boolean> {
  const { setting } = connection;
  const server = await connection.primary?.find();
  const clients = STATEMENTS.map(
    () =>
      new pg.Client({
        application_name: 'parley',
        connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
        query_timeout: ANSWER_TIMEOUT_MS,
        ...connection,
      }),
  );
  for (const client of clients) {
    client.on('error', () => {});
    if (server) Object.assign(client, server);
  }
  try {
    return await noticeSilence(clients[0]!, setting, ANSWER_TIMEOUT_MS, async () => {
      for (const client of clients) await client.connect();
      const isShared = await haveSharedSessions(clients, setting);
      if (isShared) await refuseStatementPooling(clients[0]!, setting);
      return isShared;
    });
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

/** @throws where the pooler shares sessions and leaves prepared statements to them */
async function haveSharedSessions(clients: pg.Client[], name: string): Promise<boolean> {
  const seen = clients.map(() => new Set<string>());
  try {
    for (let round = 0; round < ROUNDS; round++) {
      // One after the other: what the first has let go of is what the second is given.
      for (const [index, client] of clients.entries()) {
        const { rows } = await client.query<{ session: string }>(STATEMENTS[index]!);
        seen[index]!.add(rows[0]!.session);
      }
    }
  } catch (error) {
    if (!NOT_PREPARED.includes((error as { code?: string }).code ?? '')) throw error;
    throw new Error(
      `${name} leads to a pooler that shares its sessions between connections without keeping their prepared statements: use PgBouncer 1.21 or newer with max_prepared_statements above 0, or a pool with pool_mode=session, or connect to PostgreSQL itself`,
    );
  }
  const sessions = seen.flatMap((one) => [...one]);
  return sessions.length > clients.length || new Set(sessions).size < clients.length;
}

async function refuseStatementPooling(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query('begin');
    await client.query('commit');
  } catch {
    throw new Error(
      `${name} leads to a pooler that permits no transactions (as PgBouncer with pool_mode=statement): use pool_mode=transaction or pool_mode=session, or connect to PostgreSQL itself`,
    );
  }
}
