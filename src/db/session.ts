import pg from 'pg';
import type { PrimaryFinder } from './primary-finder.ts';
import { setInEachTransaction } from './shared-session.ts';
import { noticeSilence } from './silent-server.ts';

/** The facts that a server reports about itself when a session begins. */
export type ServerFacts = {
  isReadOnly: boolean;
  /** When it was started, which tells servers behind one address apart. */
  startedAt: string;
  /** Whether it is the coordinator or a node of a distributed database (db/citus/). */
  isDistributed: boolean;
};

/** The settings of a connection, in addition to those that `pg` knows. */
export type SessionConfig = pg.ClientConfig & {
  /** The name of the setting that has the URL, for messages. */
  setting?: string;
  /** If there are several servers, finds the one to connect to. */
  primary?: PrimaryFinder;
  /** Throws if a connection was made to a server that is not the right one. */
  accept?(server: ServerFacts): void;
  /**
   * True if the session reads shards on a node of a Citus cluster by their own names. PostgreSQL alone plans such statements,
   * and refuses those that write.
   */
  readsShards?: boolean;
  /** True if a pooler gives the connection another session of the server for each transaction. */
  sharesSessions?: boolean;
};

/**
 * Values come and go in one form, whatever the server, the database or the role has as its default. Set with a statement and
 * not with the connection's startup message, because poolers such as PgBouncer refuse parameters there that they do not know.
 */
const SESSION: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  // All digits of a float, so that it is read back as it was written.
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
};

/** `pg` would send these in the startup message. */
const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

/**
 * Citus needs the values to find the node of a statement, so a plan for any values is none for it, unless the statement names
 * the shards.
 */
const SET = `
  select set_config(name, case when name = 'plan_cache_mode' and not $3 and to_regclass('pg_dist_partition') is not null
      then 'auto' else value end, false), current_setting('transaction_read_only') = 'on' as "isReadOnly",
    extract(epoch from pg_postmaster_start_time())::text as "startedAt",
    to_regclass('two_phase_commits') is not null as "isDistributed"
  from unnest($1::text[], $2::text[]) as setting (name, value)`;

/** The time limit for a session's settings if the configuration has none for connecting. */
const SETTINGS_TIMEOUT_MS = 10_000;

/**
 * A connection whose session has Parley's settings before it runs its first statement: one more round trip, once. Behind a
 * pooler that shares sessions, each transaction has them instead.
 */
export class SessionClient extends pg.Client {
  /** Set once connected; false behind a pooler that shares sessions, where the server is not asked. */
  isDistributed = false;
  readonly #config: SessionConfig;
  readonly #settings: Record<string, string>;

  /** @param settings of the session, in addition to those of every session */
  constructor(config: SessionConfig = {}, settings: Readonly<Record<string, string>> = {}) {
    const { password } = config;
    // A pool hides the password from those who copy its options.
    const rest = password === undefined ? { ...config } : { ...config, password };
    for (const limit of LIMITS) delete rest[limit];
    // A transaction's statements are then sent together with its settings.
    super(config.sharesSessions ? ({ ...rest, pipeline: true } as pg.ClientConfig) : rest);
    const limits = LIMITS.flatMap((name) => (config[name] ? [[name, `${config[name]}`]] : []));
    this.#config = config;
    const readOnly = config.readsShards ? { default_transaction_read_only: 'on' } : {};
    this.#settings = { ...SESSION, ...settings, ...readOnly, ...Object.fromEntries(limits) };
    if (config.sharesSessions) setInEachTransaction(this, this.#settings);
    // A connection that breaks fails its statements. Without a listener it would end the process too, and a pool listens only
    // once the session is ready.
    this.on('error', () => {});
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const ready = this.#open();
    if (callback === undefined) return ready;
    ready.then(() => (callback as () => void)(), callback);
    return undefined;
  }

  async #open(): Promise<pg.Client> {
    const { primary, sharesSessions, setting } = this.#config;
    const limitMs = this.#config.connectionTimeoutMillis || SETTINGS_TIMEOUT_MS;
    if (primary) Object.assign(this, await primary.find());
    const open = async () => {
      await super.connect();
      if (!sharesSessions) await this.#set();
    };
    await noticeSilence(this, setting, limitMs, open);
    return this;
  }

  async #set(): Promise<void> {
    try {
      const { rows } = await this.query({
        text: SET,
        values: [
          Object.keys(this.#settings),
          Object.values(this.#settings),
          this.#config.readsShards ?? false,
        ],
        query_timeout: this.#config.connectionTimeoutMillis || SETTINGS_TIMEOUT_MS,
      } as pg.QueryConfig);
      this.isDistributed = rows[0].isDistributed;
      this.#config.accept?.(rows[0]);
    } catch (error) {
      // Nobody has the connection yet who would close it.
      (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      throw error;
    }
  }
}
