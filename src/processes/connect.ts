import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type ConnectionSettings, type Database, openDatabase } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { JOBS } from '../domain/jobs.ts';
import type { Log } from '../lib/log.ts';
import { installQueue } from '../queue/boss.ts';
import { openQueue, type Queue } from '../queue/queue.ts';

/** The database of this process, ready to use: reachable and migrated. */
export type Connected = {
  db: Database;
  queue: Queue;
  connection: ConnectionSettings;
  /** Why the embedded server cannot be used now, in a sentence for /readyz. */
  trouble(): string | undefined;
  /** The process begins to stop: an embedded server that goes away now is not started again. */
  rest(): Promise<void>;
  /** Closes the connections, and stops the embedded server where no other process uses it. */
  close(): Promise<void>;
};

export type FoundDatabase = Pick<Connected, 'connection' | 'trouble' | 'rest'> & { stop(): Promise<void> };

/** Finds the PostgreSQL that the settings name, or starts the embedded one. */
export async function findDatabase(config: Config, log: Log): Promise<FoundDatabase> {
  if (config.databaseUrl !== undefined) {
    const connection = { connectionString: config.databaseUrl };
    return { connection, trouble: () => undefined, rest: async () => {}, stop: async () => {} };
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (message) => log.info(message),
  });
  log.info(
    { dataDir: join(config.dataDir, 'postgres'), reused: embedded.reused },
    'embedded PostgreSQL is ready',
  );
  embedded.keepRunning(log);
  return {
    connection: embedded.connection,
    trouble: embedded.trouble,
    rest: embedded.rest,
    stop: async () => {
      const outcome = await embedded.stopIfUnused();
      log.info({ outcome }, 'embedded PostgreSQL');
    },
  };
}

/** @param options.readMs the time limit of reads that are not patient */
export async function connect(
  config: Config,
  log: Log,
  options: { readMs?: number } = {},
): Promise<Connected> {
  const { connection, trouble, rest, stop } = await findDatabase(config, log);
  try {
    const applied = await migrate(connection, log);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    await installQueue(connection, JOBS, log);
    const queue = await openQueue(connection, log);
    const db = openDatabase(connection, log, options);
    return {
      db,
      queue,
      connection,
      trouble,
      rest,
      close: async () => {
        await Promise.all([queue.close(), db.close()]);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
