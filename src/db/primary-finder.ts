import pg from 'pg';

export type Server = { host: string; port: number };

/** Finds the one of several servers that takes writes. */
export type PrimaryFinder = {
  /** @throws one sentence with the reason of each server if none of them takes writes */
  find(): Promise<Server>;
};

/** The time that a server may take to say whether it takes writes. */
const PROBE_TIMEOUT_MS = 3000;

/** The time for which an answer is believed, so that a pool that opens its connections asks once. */
const TRUSTED_MS = 1000;

/** Asks all servers at the same time, so that one that is away delays nobody. */
export function createPrimaryFinder(
  servers: readonly (Server & { connection: pg.ClientConfig })[],
): PrimaryFinder {
  let asked: { atMs: number; found: Promise<Server> } | undefined;
  const ask = async () => {
    const answers = servers.map(async ({ host, port, connection }) => {
      await refuseReadOnly(connection);
      return { host, port };
    });
    try {
      return await Promise.any(answers);
    } catch (error) {
      asked = undefined;
      const reasons = (error as AggregateError).errors.map(
        ({ message }, index) => `${servers[index]!.host}:${servers[index]!.port}: ${message}`,
      );
      throw new Error(`None of the database's hosts takes writes (${reasons.join('; ')})`);
    }
  };
  return {
    find() {
      const nowMs = performance.now();
      if (!asked || nowMs - asked.atMs > TRUSTED_MS) asked = { atMs: nowMs, found: ask() };
      return asked.found;
    },
  };
}

/** @throws where the server cannot be reached in time, is a standby, or refuses writes otherwise */
async function refuseReadOnly(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({
    application_name: 'parley',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
    ...connection,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    );
    if (rows[0].isStandby) throw new Error('it is a standby');
    if (rows[0].isReadOnly) throw new Error('it is read-only');
  } finally {
    await client.end().catch(() => {});
  }
}
