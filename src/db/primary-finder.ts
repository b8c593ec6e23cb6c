import pg from 'pg';
import { SilentServer } from '../lib/database-errors.ts';
import { noticeSilence } from './silent-server.ts';

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

/**
 * Asks all servers at the same time, so that one that is away delays nobody.
 * @param setting the name of the setting that lists them
 */
export function createPrimaryFinder(
  servers: readonly (Server & { connection: pg.ClientConfig })[],
  setting: string,
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
        (one, index) => `${servers[index]!.host}:${servers[index]!.port}: ${reasonOf(one)}`,
      );
      throw new Error(`None of the hosts in ${setting} takes writes (${reasons.join('; ')})`);
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

function reasonOf(error: Error): string {
  return error instanceof SilentServer ? `it ${error.what}` : error.message;
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
    const { rows } = await noticeSilence(client, undefined, PROBE_TIMEOUT_MS, async () => {
      await client.connect();
      return client.query(
        `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
      );
    });
    if (rows[0].isStandby) throw new Error('it is a standby');
    if (rows[0].isReadOnly) throw new Error('it is read-only');
  } finally {
    await client.end().catch(() => {});
  }
}
