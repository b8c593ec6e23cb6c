import type { Log } from '../lib/log.ts';
import { shareNext } from '../lib/share-next.ts';
import type { NamedConnection } from './connection-of.ts';
import type { ConnectionSettings, Database, Statement } from './database.ts';
import { openProbe } from './database.ts';
import { mapQueries } from './map-queries.ts';
import { readPosition } from './positions.ts';
import { Replica, type ReplicaReader, Unanswered } from './replica.ts';

/** The standbys that answer reads in place of the primary. */
export type ReadReplicas = {
  /**
   * A view of the database for one request that only reads, and that has arrived already: its reads go to a replica that
   * shows everything that was acknowledged until now, and to the primary if there is none.
   * @param primary the organization's view
   */
  viewFor(primary: Database, organizationId: number): Database;
  replicas: readonly Pick<Replica, 'name' | 'state' | 'lagSeconds'>[];
  close(): Promise<void>;
};

/** The server that the reads of a request went to; `fallback` if a replica failed before all were answered. */
const READ_TARGETS = ['replica', 'primary', 'fallback'] as const;
export type ReadTarget = (typeof READ_TARGETS)[number];

/**
 * Opens the read replicas. docs/decisions/0032-read-replicas.md describes how a request finds what was acknowledged before it,
 * through whichever process, without a round trip of its own to the primary.
 * @param primary without a pooler that shares sessions
 * @param open opens the connections of a replica that answer requests
 * @param count is told where the reads of each request go
 */
export function openReadReplicas(
  primary: ConnectionSettings,
  servers: readonly { name: string; connection: NamedConnection }[],
  open: (connection: ConnectionSettings) => Database,
  log: Log,
  count: (target: ReadTarget) => void,
): ReadReplicas {
  const probe = openProbe(primary, 'parley position', log);
  const ask = shareNext(() => readPosition(probe));
  const replicas = servers.map((server) => new Replica({ ...server, readPosition: ask, open, log }));
  let turn = 0;

  const choose = async (): Promise<ReplicaReader | undefined> => {
    const usable = replicas.filter((one) => one.state === 'usable');
    const replica = usable[turn++ % usable.length];
    if (!replica) return undefined;
    try {
      return await replica.reach(await ask());
    } catch (error) {
      log.debug({ err: error }, 'the position of the primary could not be read');
      return undefined;
    }
  };

  return {
    viewFor: (view, organizationId) => createReadingView(view, organizationId, choose, count),
    replicas,
    async close() {
      await Promise.all(replicas.map((one) => one.close()));
      await probe.close();
    },
  };
}

/**
 * Keeps to one replica for the whole request, so that its later reads never show less than its earlier ones. Once the primary
 * was asked, or written to, all that follows goes there.
 */
function createReadingView(
  primary: Database,
  organizationId: number,
  choose: () => Promise<ReplicaReader | undefined>,
  count: (target: ReadTarget) => void,
): Database {
  let chosen: Promise<ReplicaReader | undefined> | undefined;
  const begin = async () => {
    const replica = await choose();
    count(replica ? 'replica' : 'primary');
    return replica;
  };
  const toPrimary = () => {
    chosen = Promise.resolve(undefined);
  };
  const reading = mapQueries(primary, (connections) => ({
    async query<Row>(statement: Statement, values: unknown[]) {
      chosen ??= begin();
      const replica = await chosen;
      if (!replica) return connections(primary).query<Row>(statement, values);
      try {
        return await replica.run(statement, (db) =>
          connections(db.of(organizationId)).query<Row>(statement, values),
        );
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        count('fallback');
        toPrimary();
        return connections(primary).query<Row>(statement, values);
      }
    },
  }));
  return {
    ...reading,
    transaction: (work) => {
      toPrimary();
      return primary.transaction(work);
    },
  };
}
