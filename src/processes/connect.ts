import { join } from 'node:path';
import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import type { Config } from '../config.ts';
import type { ReadNodes } from '../db/citus/read-nodes.ts';
import { type ConnectionSettings, type Database, openDatabase } from '../db/database.ts';
import { traceDatabase } from '../db/trace-database.ts';
import { openWakeSignals, type WakeSignals } from '../db/wake-signals.ts';
import type { Log } from '../lib/log.ts';
import type { Traces } from '../lib/traces.ts';
import { openQueue, type Queue } from '../queue/queue.ts';
import { neededConnections } from './needed-connections.ts';
import { openNodesOf } from './open-read-nodes.ts';
import { type DatabaseAccess, prepareDatabase } from './prepare-database.ts';
import { reachDatabase } from './reach-database.ts';

/** The database of this process, ready to use: reachable and migrated. */
export type Connected = {
  db: Database;
  queue: Queue;
  signals: WakeSignals;
  connection: ConnectionSettings;
  /** The connection for what a session has to keep: LISTEN, and locks that outlive a transaction. */
  direct: ConnectionSettings;
  /** The nodes that answer reads, if the database is distributed. */
  readNodes: ReadNodes | undefined;
  /** The reason for which the embedded server cannot be used now, as a sentence for /readyz. */
  trouble(): string | undefined;
  /** The process begins to stop: an embedded server that goes away now is not started again. */
  rest(): Promise<void>;
  /** Closes the connections, and stops the embedded server where no other process uses it. */
  close(): Promise<void>;
};

export type FoundDatabase = DatabaseAccess & Pick<Connected, 'trouble' | 'rest'> & { stop(): Promise<void> };

/**
 * Finds the PostgreSQL that the settings name, or starts the embedded one.
 * @throws where it is behind a pooler that Parley cannot work through
 */
export async function findDatabase(config: Config, log: Log): Promise<FoundDatabase> {
  const { databaseUrl, auditDays } = config;
  if (databaseUrl !== undefined) {
    const none = { trouble: () => undefined, rest: async () => {}, stop: async () => {} };
    return { ...(await reachDatabase({ ...config, databaseUrl })), isEmbedded: false, auditDays, ...none };
  }
  return findEmbedded(config, log);
}

/** Starts the embedded PostgreSQL, or joins the one that runs. */
export async function findEmbedded(config: Config, log: Log): Promise<FoundDatabase> {
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (message) => log.info(message),
    settings: settingsFor(config),
    upgrade: {
      olderPrograms: config.olderPostgres,
      tell: (message) => log.warn(message),
      async copy(from, to) {
        const { moveDatabase } = await import('./move-database.ts');
        await moveDatabase(from, to, log);
      },
    },
  });
  log.info(
    { dataDir: join(config.dataDir, 'postgres'), reused: embedded.reused },
    'embedded PostgreSQL is ready',
  );
  embedded.keepRunning(log);
  return {
    connection: embedded.serving,
    direct: embedded.serving,
    owner: embedded.connection,
    isEmbedded: true,
    auditDays: config.auditDays,
    trouble: embedded.trouble,
    rest: embedded.rest,
    stop: async () => {
      const outcome = await embedded.stopIfUnused();
      log.info({ outcome }, 'embedded PostgreSQL');
    },
  };
}

/** The connections that an embedded server accepts unless it is told otherwise. */
const DEFAULT_CONNECTIONS = 200;

/** Returns the settings that an embedded server needs for several processes; it may be running already, with others. */
function settingsFor({ processes, roles }: Config): Record<string, string> {
  if (processes === 1) return {};
  const further = neededConnections({ processes, roles }) - neededConnections({ processes: 1, roles });
  return { max_connections: `${DEFAULT_CONNECTIONS + further}` };
}

/**
 * Finds the database, has it made ready, and opens it with the role that serves.
 * @param options.readMs the time limit of reads that are not patient
 * @param options.traces undefined if they are off
 * @param options.isPrepared the supervisor of this process has made it ready
 */
export async function connect(
  config: Config,
  log: Log,
  {
    traces,
    isPrepared = false,
    ...options
  }: { readMs?: number; traces?: Traces | undefined; isPrepared?: boolean } = {},
): Promise<Connected> {
  const { trouble, rest, stop, ...access } = await findDatabase(config, log);
  const { connection, direct } = access;
  try {
    if (!isPrepared) await prepareDatabase(access, log, config.migrationWaitSeconds);
    const opened = openDatabase(connection, log, options);
    const db = traces ? traceDatabase(opened, traces) : opened;
    const readNodes = await openNodesOf(db, direct, log, { traces, ...options }).catch(async (error) => {
      await db.close();
      throw error;
    });
    const signals = openWakeSignals(direct, db, log);
    return {
      db,
      queue: openQueue(signals, traces),
      signals,
      connection,
      direct,
      readNodes,
      trouble,
      rest,
      close: async () => {
        await signals.close();
        await readNodes?.close();
        await db.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
