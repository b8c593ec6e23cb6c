import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { every } from '../lib/every.ts';
import type { Log } from '../lib/log.ts';
import { Client, CONNECT_TIMEOUT_MS, type ConnectionSettings, clientSettings } from './client.ts';
import type { Database, Statement } from './database.ts';

/** The least time between two signals of a process. What is woken in between shares the next one. */
const MIN_PAUSE_MS = 10;

/** The time between checks that the connection of the listener is open. */
const RECONNECT_MS = 1000;

/**
 * Wakes whatever waits for new rows, in this process and in others. A wake-up is a hint and may be lost, so everything
 * that waits polls as well.
 */
export type WakeSignals = {
  /**
   * Wakes everything that waits for `name`: in this process before it returns, in other processes soon after. Call it
   * from `Transaction.afterCommit`. Names are constants of the program.
   */
  wake(name: string): void;
  /**
   * Calls `callback` whenever `name` is woken, and when wake-ups may have been lost. The callback must return quickly
   * and must not throw. Wake-ups of other processes arrive only after `listen`.
   * @returns a function that ends the subscription
   */
  onWake(name: string, callback: () => void): () => void;
  /** Receives the wake-ups of other processes from now on, on a connection of its own. */
  listen(): void;
  /** Sends what has not been sent yet, and stops listening. The database must still be open. */
  close(): Promise<void>;
};

const signal: Statement = {
  name: 'signal-wake-ups',
  // A commit with a NOTIFY holds a lock of the whole server, so this one does not wait for the disk, and nothing else is
  // part of its transaction.
  text: `select set_config('synchronous_commit', 'off', true), pg_notify('parley_wake', $1 || ' ' || name)
         from unnest($2::text[]) as woken (name)`,
};

/** @param db sends the signals, one statement at a time, on connections that are there anyway */
export function openWakeSignals(
  connection: ConnectionSettings,
  db: Pick<Database, 'trySend'>,
  log: Log,
): WakeSignals {
  const self = randomUUID();
  const callbacks = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  let pending = new Set<string>();
  let sending: Promise<void> | undefined;
  let endListening: (() => Promise<void>) | undefined;

  const send = async () => {
    while (pending.size > 0) {
      const names = [...pending];
      pending = new Set();
      const sent = db.trySend(signal, [self, names]);
      if (sent) await sent.catch((error) => log.debug({ err: error }, 'a wake-up signal could not be sent'));
      else if (!closing.signal.aborted) pending = new Set([...names, ...pending]);
      await delay(MIN_PAUSE_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
    sending = undefined;
  };
  const call = (name: string) => {
    for (const callback of callbacks.get(name) ?? []) callback();
  };
  const receive = (payload = '') => {
    const [sender, name] = payload.split(' ');
    if (sender !== self && name !== undefined) call(name);
  };
  const callAll = () => {
    for (const name of callbacks.keys()) call(name);
  };

  return {
    wake(name) {
      call(name);
      pending.add(name);
      sending ??= send();
    },
    onWake(name, callback) {
      const those = callbacks.get(name) ?? new Set();
      callbacks.set(name, those.add(callback));
      return () => void those.delete(callback);
    },
    listen() {
      endListening ??= keepListening(connection, receive, callAll, log);
    },
    async close() {
      closing.abort();
      await Promise.all([sending, endListening?.()]);
    },
  };
}

/** Keeps a connection that listens. @returns what ends it */
function keepListening(
  connection: ConnectionSettings,
  onSignal: (payload?: string) => void,
  onConnected: () => void,
  log: Log,
): () => Promise<void> {
  let client: Client | undefined;
  let isOver = false;
  const connect = async () => {
    if (client || isOver) return;
    const next = new Client({
      ...clientSettings(connection),
      application_name: 'parley wake',
      query_timeout: CONNECT_TIMEOUT_MS,
    });
    next.on('notification', ({ payload }) => onSignal(payload));
    next.on('end', () => {
      if (client === next) client = undefined;
    });
    client = next;
    try {
      await next.connect();
      await next.query('listen parley_wake');
      onConnected();
    } catch (error) {
      log.debug({ err: error }, 'wake-up signals cannot be received now; work is found by polling');
      client = undefined;
      await next.end().catch(() => {});
    }
  };
  const first = connect();
  const end = every(RECONNECT_MS, connect, log);
  return async () => {
    isOver = true;
    await Promise.all([first, end()]);
    await client?.end();
  };
}
