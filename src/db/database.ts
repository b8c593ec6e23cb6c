import pg from 'pg';
import { isDatabaseUnavailable, NoConnection } from '../lib/database-errors.ts';
import type { Log } from '../lib/log.ts';
import { binaryReader, readBinaryResults } from './binary-results.ts';
import { openPipelines } from './pipelines.ts';

/** A prepared statement: a name that logs and metrics can use, and SQL with `$n` for every value. */
export type Statement = {
  name: string;
  text: string;
  /** Whether its results come in binary; bytea is then a string with a character for each byte. */
  binary?: true;
};

/** What runs statements: a transaction, or the database itself for single reads. */
export type Queries = {
  query<Row>(statement: Statement, values: unknown[]): Promise<Row[]>;
};

/** A running transaction. `afterCommit` work is told of success only. */
export type Transaction = Queries & { readonly kind: 'transaction' };

export type Database = Queries & {
  /**
   * The same for statements that are quick whatever their values are: they share connections, so that a slow one would
   * hold others up.
   */
  quick: Queries;
  /** On a connection of its own, so that it is answered soon or never, however busy the others are: for health. */
  probe: Queries;
  /** The same for metrics, so that neither of the two waits for the other. */
  scrape: Queries;
  /** Runs `work` in one read-committed transaction: all of it or nothing. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Connections of this process by state, for metrics. */
  connections(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};

export type ConnectionSettings = pg.ClientConfig;

/**
 * Reads and transactions have pools of their own, so that a flood of either leaves room for the other; quick reads
 * have two more (see pipelines.ts).
 */
const READ_CONNECTIONS = 6;
const WRITE_CONNECTIONS = 12;

/** Requests that wait for a connection of a pool; one more is answered 503 at once. */
const MAX_WAITING = 1000;

/** How long a request waits for a free connection before it is answered 503. */
const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 30_000;

/** The server ends statements at their limit; this ends the wait for a server that is gone without a word. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

/** Of every connection. */
const TIME_LIMITS = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  query_timeout: ANSWER_TIMEOUT_MS,
};

/** A probe that takes longer than any of these says that the database is away. */
const PROBE_LIMITS = { connectionTimeoutMillis: 2000, statement_timeout: 2000, query_timeout: 2000 };

export function openDatabase(connection: ConnectionSettings, log: Log): Database {
  const reads = openPool(connection, { max: READ_CONNECTIONS, ...TIME_LIMITS }, log);
  const writes = openPool(connection, { max: WRITE_CONNECTIONS, ...TIME_LIMITS }, log);
  const openProbe = (name: string) =>
    openPool({ ...connection, application_name: name }, { max: 1, ...PROBE_LIMITS }, log);
  const [probes, scrapes] = [openProbe('parley health'), openProbe('parley metrics')];
  const shared = openPipelines(
    () => new Client({ ...clientSettings(connection), ...TIME_LIMITS, pipeline: true } as pg.ClientConfig),
    log,
  );
  const query: Queries['query'] = (statement, values) =>
    withClient(reads, (client) => run(client, statement, values));
  return {
    query,
    quick: {
      query: async <Row>(statement: Statement, values: unknown[]) => {
        const asked = shared.query(configOf(statement, values));
        return asked ? rowsOf<Row>(await asked) : query<Row>(statement, values);
      },
    },
    probe: {
      query: (statement, values) => withClient(probes, (client) => run(client, statement, values)),
    },
    scrape: {
      query: (statement, values) => withClient(scrapes, (client) => run(client, statement, values)),
    },
    transaction: (work) => withClient(writes, (client, unfit) => transaction(client, work, unfit)),
    connections: () => ({
      total: reads.pool.totalCount + writes.pool.totalCount + shared.connections().total,
      idle: reads.pool.idleCount + writes.pool.idleCount + shared.connections().idle,
      waiting: reads.pool.waitingCount + writes.pool.waitingCount,
    }),
    close: async () => {
      await Promise.all(
        [reads, writes, probes, scrapes].map(({ pool }) => pool.end()).concat(shared.close()),
      );
    },
  };
}

/** A pool, and whether who got no connection in time waited behind others, rather than for the database. */
type Pool = { pool: pg.Pool; areAllBusy(): boolean };

function openPool(
  connection: ConnectionSettings,
  limits: { max: number } & typeof TIME_LIMITS,
  log: Log,
): Pool {
  const pool = new pg.Pool({
    ...clientSettings(connection),
    Client,
    // What a transaction asks without waiting is sent at once, and answered in order.
    pipeline: true,
    ...limits,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  });
  // A connection can break while no query is there to fail, idle or between two statements of a transaction: without
  // a listener that would end the process. The pool drops it, now or when it is given back.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'));
  });
  pool.on('error', () => {});
  // The pool counts those too that are still being opened.
  let there = 0;
  pool.on('connect', () => there++);
  pool.on('remove', () => there--);
  return { pool, areAllBusy: () => there >= limits.max && pool.idleCount === 0 };
}

/** Settings that every connection of Parley shares: UTC, and values as the code wants them. */
export function clientSettings(connection: ConnectionSettings): pg.ClientConfig {
  return {
    application_name: 'parley',
    keepAlive: true,
    ...connection,
    // Every statement has a fixed text that leaves the planner one way: to plan anew for each set of values took a page of
    // meetings three times as long.
    options: '-c TimeZone=UTC -c DateStyle=ISO,YMD -c plan_cache_mode=force_generic_plan',
    types: { getTypeParser } as pg.CustomTypesConfig,
  };
}

/** What the pool says where a wait took too long. */
const POOL_TIMEOUT = /timeout exceeded when trying to connect/;

/**
 * Lends a connection of the pool to `work`, which may call it unfit; that one is not given to the next.
 * @throws NoConnection where there is none to be had in time
 */
async function withClient<Result>(
  { pool, areAllBusy }: Pool,
  work: (client: pg.PoolClient, unfit: (why: Error) => void) => Promise<Result>,
): Promise<Result> {
  if (pool.waitingCount >= MAX_WAITING) throw new NoConnection(undefined, areAllBusy());
  const client = await pool.connect().catch((error: Error) => {
    throw new NoConnection(error, areAllBusy() && POOL_TIMEOUT.test(error.message));
  });
  let broken: Error | undefined;
  const unfit = (why: Error) => {
    broken = why;
  };
  try {
    return await work(client, unfit);
  } catch (error) {
    // After a time-out the connection may still be busy with the old statement.
    if (isDatabaseUnavailable(error)) unfit(error as Error);
    throw error;
  } finally {
    client.release(broken);
  }
}

class Client extends pg.Client {
  constructor(config?: pg.ClientConfig | string) {
    super(config);
    readBinaryResults(this);
  }
}

function configOf({ name, text, binary }: Statement, values: unknown[]): pg.QueryConfig {
  if (!binary) return { name, text, values };
  // As arrays: `pg` would take values that go into objects for UTF-8 once more.
  return { name, text, values, binary, rowMode: 'array' } as pg.QueryConfig;
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
  try {
    // Sent with what follows; where it fails, that fails too.
    const begun = client.query('begin');
    begun.catch(() => {});
    const result = await work({
      kind: 'transaction',
      query: (statement, values) => run(client, statement, values),
    });
    await begun;
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(unfit);
    throw error;
  }
}

const BIGINT = 20;
const TIMESTAMPTZ = 1184;

/** Bigints are ids and counts below 2^53; instants come out as milliseconds since the epoch. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format === 'binary') return binaryReader(oid);
  if (oid === BIGINT) return Number;
  if (oid === TIMESTAMPTZ) return parseTimestamp;
  return pg.types.getTypeParser(oid);
}

/** `2026-01-31 09:30:00.5+00`, `… BC` for the year 0000, which ISO counts and PostgreSQL does not. */
function parseTimestamp(text: string): number {
  const isBc = text.endsWith(' BC');
  const year = isBc ? '0000' : text.slice(0, 4);
  return Date.parse(`${year}${text.slice(4, 10)}T${text.slice(11).replace(/\+00(?: BC)?$/, 'Z')}`);
}
