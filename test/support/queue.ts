import type { ConnectionSettings, Database } from '../../src/db/database.ts';
import { openWakeSignals, type WakeSignals } from '../../src/db/wake-signals.ts';
import { createLog } from '../../src/lib/log.ts';
import { openQueue, type Queue } from '../../src/queue/queue.ts';

/** The queue of a separate process, for tests and programs that enqueue. It has to be closed before its database. */
export type OpenedQueue = Queue & { signals: WakeSignals; close(): Promise<void> };

export function openTestQueue(connection: ConnectionSettings, db: Database): OpenedQueue {
  const signals = openWakeSignals(connection, db, createLog('silent'));
  return { ...openQueue(signals), signals, close: signals.close };
}

/** Moves the heartbeats of all active jobs into the past, as if their workers had been silent for half a minute. */
export const SILENCE_WORKERS = `update jobs set heartbeat_at = now() - interval '30 s' where state = 'active'`;
