import pg from 'pg';

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

const SET = `select set_config(name, value, false) from unnest($1::text[], $2::text[]) as setting (name, value)`;

/** The time limit for a session's settings if the configuration has none for connecting. */
const SETTINGS_TIMEOUT_MS = 10_000;

/** A connection whose session has Parley's settings before it runs its first statement: one more round trip, once. */
export class SessionClient extends pg.Client {
  readonly #settings: Record<string, string>;
  readonly #timeoutMs: number;

  /** @param settings of the session, in addition to those of every session */
  constructor(config: pg.ClientConfig = {}, settings: Readonly<Record<string, string>> = {}) {
    const { password } = config;
    // A pool hides the password from those who copy its options.
    const rest = password === undefined ? { ...config } : { ...config, password };
    for (const limit of LIMITS) delete rest[limit];
    super(rest);
    const limits = LIMITS.flatMap((name) => (config[name] ? [[name, `${config[name]}`]] : []));
    this.#settings = { ...SESSION, ...settings, ...Object.fromEntries(limits) };
    this.#timeoutMs = config.connectionTimeoutMillis || SETTINGS_TIMEOUT_MS;
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
    await super.connect();
    try {
      await this.query({
        text: SET,
        values: [Object.keys(this.#settings), Object.values(this.#settings)],
        query_timeout: this.#timeoutMs,
      } as pg.QueryConfig);
      return this;
    } catch (error) {
      // Nobody has the connection yet who would close it.
      (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      throw error;
    }
  }
}
