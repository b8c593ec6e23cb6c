import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable, isStatementTimeout } from '../lib/database-errors.ts';
import { every } from '../lib/every.ts';
import type { Log } from '../lib/log.ts';
import { shareNext } from '../lib/share-next.ts';
import type { NamedConnection } from './connection-of.ts';
import { type ConnectionSettings, type Database, openProbe, type Probe, type Statement } from './database.ts';
import { misfitOf, type Position, type ReplicaFacts, readFacts, readReplayed } from './positions.ts';
import { sharesSessions } from './shares-sessions.ts';

/** See `Misfit`; `behind`: it has not replayed what the primary had written a moment ago. */
export const REPLICA_STATES = ['usable', 'behind', 'away', 'primary', 'promoted', 'foreign'] as const;
export type ReplicaState = (typeof REPLICA_STATES)[number];

/** The interval at which a replica is looked at, and the lag beyond which it is not waited for. */
const LOOK_MS = 250;

/** The time that a request waits for a replica to replay what was acknowledged before; then it asks the primary. */
const MAX_WAIT_MS = 50;

/** Between looks how far a replica is that a request waits for. */
const PAUSE_MS = 1;

/** The positions that are remembered to tell how late a replica is: two minutes of them. */
const MAX_PENDING = 480;

/** SQLSTATE of a statement that would write. */
const READ_ONLY = '25006';

/** A replica has not answered a statement, through no fault of the statement. */
export class Unanswered extends Error {}

/** Runs the statements of one request on a replica. */
export type ReplicaReader = {
  /** @throws Unanswered if the primary has to be asked instead */
  run<Answer>(statement: Statement, ask: (db: Database) => Promise<Answer>): Promise<Answer>;
};

/** The connections, which are opened when it is reached for the first time, and their settings. */
type Connections = { settings: ConnectionSettings; probe: Probe };

/** The way to a replica, and to the primary that it follows. */
export type ReplicaParts = {
  /** The host and port. */
  name: string;
  connection: NamedConnection;
  /** Asks the primary where it is; the answer is not older than the call. */
  readPosition(): Promise<Position>;
  /** Opens the connections that answer requests. */
  open(connection: ConnectionSettings): Database;
  log: Log;
};

/** A standby, as this process knows it. */
export class Replica {
  readonly name: string;
  readonly #parts: ReplicaParts;
  readonly #refresh: () => Promise<void>;
  readonly #end: () => Promise<void>;
  /** Statements that would write. */
  readonly #refused = new Set<string>();
  /** The positions of the primary at looks, as far as they are not replayed yet. */
  readonly #pending: { atMs: number; lsn: number }[] = [];
  readonly #onAway = new Set<() => void>();
  #connections: Connections | undefined;
  /** Answers requests, on connections to the server that `#facts` describes. */
  #db: Database | undefined;
  #state: ReplicaState = 'away';
  /** The state that the log has. */
  #said: ReplicaState = 'behind';
  #facts: ReplicaFacts | undefined;
  #replayed = 0;
  /** The position of the primary at the look before. */
  #expected = Number.POSITIVE_INFINITY;

  constructor(parts: ReplicaParts) {
    this.name = parts.name;
    this.#parts = parts;
    this.#refresh = shareNext(() => this.#readReplayed());
    const first = this.#look();
    const end = every(LOOK_MS, () => this.#look(), parts.log);
    this.#end = async () => void (await Promise.all([first, end()]));
  }

  get state(): ReplicaState {
    return this.#state;
  }

  /** The age of the oldest write that it is known to lack, in seconds. */
  lagSeconds(): number {
    const [oldest] = this.#pending;
    return oldest ? (performance.now() - oldest.atMs) / 1000 : 0;
  }

  /**
   * Waits until it shows everything up to a position.
   * @returns undefined if it does not in time, or is not to be used
   */
  async reach({ lsn, timeline }: Position): Promise<ReplicaReader | undefined> {
    const canReach = () => this.#state === 'usable' && timeline === this.#facts?.timeline;
    if (!canReach()) return undefined;
    if (this.#replayed >= lsn) return this.#reader();
    let isLate = false;
    const late = delay(MAX_WAIT_MS).then(() => {
      isLate = true;
    });
    while (!isLate && canReach() && this.#replayed < lsn) {
      await Promise.race([late, this.#refresh().then(() => delay(PAUSE_MS))]);
    }
    if (!canReach()) return undefined;
    if (this.#replayed >= lsn) return this.#reader();
    // One request has waited for all others, which need not wait as well. The next look tells whether it is worth a line of the log.
    this.#state = 'behind';
    return undefined;
  }

  #reader(): ReplicaReader {
    const db = this.#db!;
    return { run: (statement, ask) => this.#run(db, statement, ask) };
  }

  /** @param db reaches the server that has replayed what the request needs; another one behind the same address may not have */
  async #run<Answer>(
    db: Database,
    statement: Statement,
    ask: (db: Database) => Promise<Answer>,
  ): Promise<Answer> {
    const isAway = this.#state === 'away' || this.#db !== db;
    if (isAway || this.#refused.has(statement.name)) throw new Unanswered();
    let tell = () => {};
    const away = new Promise<never>((_, reject) => {
      tell = () => reject(new Unanswered());
    });
    this.#onAway.add(tell);
    try {
      return await Promise.race([ask(db), away]);
    } catch (error) {
      if ((error as { code?: unknown }).code === READ_ONLY) this.#refused.add(statement.name);
      else if (!isReplicasFault(error)) throw error;
      throw new Unanswered('', { cause: error });
    } finally {
      this.#onAway.delete(tell);
    }
  }

  async close(): Promise<void> {
    await this.#end();
    await Promise.all([this.#db?.close(), this.#connections?.probe.close()]);
  }

  async #connect(): Promise<Connections> {
    const { connection, log } = this.#parts;
    const isShared = await sharesSessions(connection);
    const settings = { ...connection, sharesSessions: isShared };
    return { settings, probe: openProbe(settings, 'parley replica', log) };
  }

  /** A server is there that was not before, or it has been started again: what it has replayed is read anew. */
  #meet({ startedAt }: ReplicaFacts, { settings }: Connections): void {
    const { name, open, log } = this.#parts;
    const accept = (server: { startedAt: string }) => {
      if (server.startedAt !== startedAt) throw new Error(`${name} leads to more than one server`);
    };
    const former = this.#db;
    this.#db = open({ ...settings, accept });
    this.#replayed = 0;
    this.#leave();
    former?.close().catch((error) => log.debug({ err: error }, 'connections to a replica were not closed'));
  }

  /** Compares it with the primary. */
  async #look(): Promise<void> {
    try {
      this.#connections ??= await this.#connect();
      const primary = await this.#parts.readPosition();
      const atMs = performance.now();
      const facts = await readFacts(this.#connections.probe);
      if (facts.startedAt !== this.#facts?.startedAt) this.#meet(facts, this.#connections);
      this.#facts = facts;
      const misfit = misfitOf(facts, primary);
      if (misfit) return this.#enter(misfit);
      this.#advance(facts.lsn);
      const isBehind = this.#replayed < primary.lsn;
      if (isBehind && this.#pending.length < MAX_PENDING) this.#pending.push({ atMs, lsn: primary.lsn });
      this.#enter(this.#replayed < this.#expected ? 'behind' : 'usable');
      this.#expected = primary.lsn;
    } catch (error) {
      this.#enter('away', error);
    }
  }

  async #readReplayed(): Promise<void> {
    try {
      const { lsn, startedAt } = await readReplayed(this.#connections!.probe);
      if (startedAt !== this.#facts?.startedAt) throw new Error('another server answers');
      this.#advance(lsn);
    } catch (error) {
      this.#enter('away', error);
    }
  }

  #advance(lsn: number): void {
    this.#replayed = Math.max(this.#replayed, lsn);
    while (this.#pending.length > 0 && this.#pending[0]!.lsn <= this.#replayed) this.#pending.shift();
  }

  #enter(next: ReplicaState, error?: unknown): void {
    this.#say(next, error);
    this.#state = next;
    if (next !== 'usable' && next !== 'behind') this.#leave();
  }

  #say(next: ReplicaState, error: unknown): void {
    const { log, name } = this.#parts;
    // After each start it is behind for a moment.
    if (next === this.#said || (next === 'behind' && this.#said !== 'usable')) return;
    this.#said = next;
    if (next === 'usable') log.info({ replica: name }, `the read replica ${name} is usable`);
    else log.warn({ err: error, replica: name }, `the read replica ${name} is ${next}`);
  }

  /** Sends the requests that wait for it to the primary. */
  #leave(): void {
    for (const tell of this.#onAway) tell();
  }
}

/** Returns true if the statement may fare better elsewhere; one that ran into its time limit would not. */
function isReplicasFault(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isStatementTimeout(error);
}
