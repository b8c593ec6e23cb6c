import type pg from 'pg';
import { NO_ORGANIZATION } from '../lib/active-organizations.ts';
import { isDatabaseFull } from '../lib/database-errors.ts';
import { createFullDisk, type FullDisk } from '../lib/full-disk.ts';
import type { Log } from '../lib/log.ts';
import type { PoolState } from '../lib/metrics.ts';
import type { SemaphoreLimits } from '../lib/semaphore.ts';
import { Client, CONNECT_TIMEOUT_MS, type ConnectionSettings, clientSettings } from './client.ts';
import { createFirstStatistics, type FirstStatistics } from './first-statistics.ts';
import { CLIENTS, openPipelines, type Pipelines } from './pipelines.ts';
import { openPool, type Pool, type TimeLimits, withClient } from './pool.ts';

export { type ConnectionSettings, clientSettings } from './client.ts';

/** A prepared statement: a name that logs and metrics can use, and SQL with `$n` for every value. */
export type Statement = {
  name: string;
  text: string;
  /** True if its results come in binary; bytea is then a string with a character for each byte. */
  binary?: true;
};

/** Runs statements: a transaction, or the database itself for single reads. */
export type Queries = {
  query<Row>(statement: Statement, values: unknown[]): Promise<Row[]>;
};

/** A running transaction. */
export type Transaction = Queries & {
  readonly kind: 'transaction';
  /** True if the database is distributed on a Citus cluster, where some statements cost less in another form. */
  readonly isDistributed: boolean;
  /** Calls `work` as soon as the transaction has committed, and never if it does not. It must not throw. */
  afterCommit(work: () => void): void;
};

export type Database = Queries & {
  /** Runs statements that are fast for all values: they share connections, so that a slow one would delay others. */
  quick: Queries;
  /**
   * Runs searches during typing: a statement may take 2 s, on separate connections, so that lists do not wait for
   * searches.
   */
  brief: Queries;
  /** Runs statements that may take as long as a transaction's: those of background work, and of plans for it. */
  patient: Queries;
  /** Sends a statement on the connections that quick statements share; undefined if all of them are busy. */
  trySend(statement: Statement, values: unknown[]): Promise<unknown> | undefined;
  /** Runs statements on a connection of its own, so that health checks are answered soon or never, even under load. */
  probe: Queries;
  /** Does the same for metrics, so that neither of the two waits for the other. */
  scrape: Queries;
  /** Tells whether statements failed for lack of space. */
  disk: FullDisk;
  /** Is told of new meetings, so that the statements of a new database are planned well from the beginning. */
  statistics: FirstStatistics;
  /** Runs `work` in one read-committed transaction: all of it or nothing. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * The same database as one organization uses it: its statements count against the organization's share of the
   * connections. Statements of the database itself count together as those of one more organization.
   */
  of(organizationId: number): Database;
  /** Connections of this process by state, for metrics: of all pools together, and of each by its name. */
  connections(): PoolState & { pools: Record<string, PoolState> };
  close(): Promise<void>;
};

/** Requests of an organization that wait for a connection of a pool; one more is answered 503 at once. */
const MAX_WAITING = 1000;

/**
 * Reads and transactions have pools of their own, so that a flood of either leaves room for the other; quick reads
 * have two more (see pipelines.ts). How organizations share them, and why the numbers are these:
 * docs/decisions/0015-fairness.md.
 */
const READS: SemaphoreLimits = { capacity: 8, maxAlone: 6, maxShared: 3, maxWaiting: MAX_WAITING };
const WRITES: SemaphoreLimits = { capacity: 14, maxAlone: 12, maxShared: 6, maxWaiting: MAX_WAITING };
const BRIEF_READS: SemaphoreLimits = { capacity: 3, maxAlone: 2, maxShared: 1, maxWaiting: MAX_WAITING };
const PATIENT_READS: SemaphoreLimits = { capacity: 2, maxAlone: 2, maxShared: 1, maxWaiting: MAX_WAITING };
const PROBES: SemaphoreLimits = { capacity: 1, maxAlone: 1, maxShared: 1, maxWaiting: MAX_WAITING };

/** The most connections that an open database has. */
export const MAX_CONNECTIONS = [READS, WRITES, BRIEF_READS, PATIENT_READS, PROBES, PROBES].reduce(
  (sum, { capacity }) => sum + capacity,
  CLIENTS,
);

/** The number of organizations whose view of the database is kept; beyond it, all are created again. */
const MAX_VIEWS = 10_000;

/** The time limit of a statement, of transactions and of patient reads. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** The limits of reads that a caller waits for, and of those whose results soon lose their value. */
export const READ_TIMEOUT_MS = 10_000;
const BRIEF_TIMEOUT_MS = 2000;

/** The server ends statements at their limit; this ends the wait for a server that is gone without a word. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;

/** The time limits of every connection. */
const TIME_LIMITS: TimeLimits = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  query_timeout: ANSWER_TIMEOUT_MS,
};

/**
 * A probe that takes longer than any of these says that the database is away. The server ends the statement later than the
 * client gives it up, because an answer that it took too long would say that the database is there.
 */
const PROBE_LIMITS = { connectionTimeoutMillis: 2000, statement_timeout: 2500, query_timeout: 2000 };

/** One connection for statements that say how a server is, soon or never. */
export type Probe = Queries & { close(): Promise<void> };

/** Opens a connection for probes. @param name of the connection in PostgreSQL's views */
export function openProbe(connection: ConnectionSettings, name: string, log: Log): Probe {
  const pool = openPool({ ...connection, application_name: name }, PROBES, PROBE_LIMITS, log);
  return {
    query: (statement, values) =>
      withClient(pool, NO_ORGANIZATION, (client) => run(client, statement, values)),
    close: () => pool.pool.end(),
  };
}

/** @param options.readMs the time limit of reads that are not patient */
export function openDatabase(
  connection: ConnectionSettings,
  log: Log,
  { readMs = STATEMENT_TIMEOUT_MS }: { readMs?: number } = {},
): Database {
  const reads = openPool(connection, READS, { ...TIME_LIMITS, statement_timeout: readMs }, log);
  const brief = openPool(
    connection,
    BRIEF_READS,
    { ...TIME_LIMITS, statement_timeout: BRIEF_TIMEOUT_MS },
    log,
  );
  const patient = openPool(connection, PATIENT_READS, TIME_LIMITS, log);
  const writes = openPool(connection, WRITES, TIME_LIMITS, log);
  const openProbe = (name: string) =>
    openPool({ ...connection, application_name: name }, PROBES, PROBE_LIMITS, log);
  const [probes, scrapes] = [openProbe('parley health'), openProbe('parley metrics')];
  const pools = { reads, searches: brief, patient, writes, probes, metrics: scrapes };
  const shared = openPipelines(
    () =>
      new Client({
        ...clientSettings(connection),
        ...TIME_LIMITS,
        statement_timeout: readMs,
        pipeline: true,
      } as pg.ClientConfig),
    log,
  );
  const fullDisk = createFullDisk();
  let isReached = true;
  // A server whose disk is full may go away altogether: then that stays the cause until it is reached again.
  const disk = { ...fullDisk, isFull: () => fullDisk.isFull() || !isReached };
  const noting = async <Result>(asked: Promise<Result>): Promise<Result> => {
    try {
      const result = await asked;
      isReached = true;
      return result;
    } catch (error) {
      if (isDatabaseFull(error)) {
        disk.note();
        isReached = false;
      }
      throw error;
    }
  };
  const queriesOf = (pool: Pool, organizationId: number): Queries => ({
    query: (statement, values) =>
      noting(withClient(pool, organizationId, (client) => run(client, statement, values))),
  });
  const probe = queriesOf(probes, NO_ORGANIZATION);
  const scrape = queriesOf(scrapes, NO_ORGANIZATION);
  const statistics = createFirstStatistics((statement) =>
    queriesOf(patient, NO_ORGANIZATION).query(statement, []),
  );
  const views = new Map<number, Database>();
  const viewOf = (organizationId: number): Database => {
    const { query } = queriesOf(reads, organizationId);
    return {
      query,
      quick: {
        query: async <Row>(statement: Statement, values: unknown[]) => {
          const asked = shared.query(configOf(statement, values), organizationId);
          return asked ? rowsOf<Row>(await asked) : query<Row>(statement, values);
        },
      },
      trySend: (statement, values) => shared.query(configOf(statement, values), organizationId),
      brief: queriesOf(brief, organizationId),
      patient: queriesOf(patient, organizationId),
      probe,
      scrape,
      transaction: (work) =>
        noting(withClient(writes, organizationId, (client, unfit) => transaction(client, work, unfit))),
      disk,
      statistics,
      of(id) {
        const view = views.get(id) ?? viewOf(id);
        if (views.size >= MAX_VIEWS) views.clear();
        views.set(id, view);
        return view;
      },
      connections: () => connectionsOf(pools, shared),
      close: async () => {
        const ends = Object.values(pools).map(({ pool }) => pool.end());
        await Promise.all([...ends, shared.close()]);
      },
    };
  };
  return viewOf(NO_ORGANIZATION);
}

/** Returns the state of each pool, and of all together. */
function connectionsOf(pools: Record<string, Pool>, shared: Pipelines): ReturnType<Database['connections']> {
  const states: Record<string, PoolState> = { quick: { ...shared.connections(), waiting: 0 } };
  for (const [name, one] of Object.entries(pools)) states[name] = stateOf(one);
  const sum = (count: keyof PoolState) => Object.values(states).reduce((all, one) => all + one[count], 0);
  const all = { total: sum('total'), idle: sum('idle'), waiting: sum('waiting'), max: sum('max') };
  return { ...all, pools: states };
}

function stateOf({ pool, semaphore }: Pool): PoolState {
  const { totalCount: total, idleCount: idle } = pool;
  return { total, idle, waiting: semaphore.waiting, max: pool.options.max };
}

function configOf({ name, text, binary }: Statement, values: unknown[]): pg.QueryConfig {
  if (!binary) return { name, text, values };
  // The rows are arrays, because `pg` would decode values that go into objects as UTF-8 once more.
  return { name, text, values, binary, rowMode: 'array' } as pg.QueryConfig;
}

/** Returns true if a statement was refused because another one of its transaction had failed. */
function isAborted(error: unknown): boolean {
  return (error as { code?: unknown }).code === '25P02';
}

/**
 * The rows as objects, also where the result has them as arrays. Those are emptied: what `pg` has made of an answer hangs
 * together with the answers before it, so that large values outlived their use until the whole heap was cleaned.
 */
function rowsOf<Row>({ rows, fields }: pg.QueryResult): Row[] {
  if (!Array.isArray(rows[0])) return rows;
  return rows.map((values: unknown[]) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < values.length; index++) row[fields[index]!.name] = values[index];
    values.length = 0;
    return row as Row;
  });
}

async function run<Row>(client: pg.PoolClient, statement: Statement, values: unknown[]): Promise<Row[]> {
  return rowsOf<Row>(await client.query(configOf(statement, values)));
}

async function transaction<Result>(
  client: pg.PoolClient,
  work: (tx: Transaction) => Promise<Result>,
  unfit: (why: Error) => void,
): Promise<Result> {
  let first: unknown;
  const afterCommit: (() => void)[] = [];
  let result: Result;
  try {
    // Sent with what follows; where it fails, that fails too.
    const begun = client.query('begin');
    begun.catch(() => {});
    result = await work({
      kind: 'transaction',
      isDistributed: (client as unknown as Client).isDistributed,
      afterCommit: (one) => void afterCommit.push(one),
      query: (statement, values) => {
        const asked = run<never>(client, statement, values);
        asked.catch((error) => {
          first ??= error;
        });
        return asked;
      },
    });
    await begun;
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(unfit);
    // If several statements were sent together, one after the failed one may be awaited first.
    throw isAborted(error) && first !== undefined ? first : error;
  }
  for (const one of afterCommit) one();
  return result;
}
