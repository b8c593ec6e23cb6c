import type { Database } from '../../db/database.ts';
import type { WakeSignals } from '../../db/wake-signals.ts';
import { every } from '../../lib/every.ts';
import type { Log } from '../../lib/log.ts';
import { changesWakeName } from './changes-wake-name.ts';
import { OutboxFloor } from './outbox-floor.ts';
import { sequenceChanges } from './sequence-changes.ts';

/**
 * The pause between two passes: the minimum after a pass that found events, and twice the previous one after each pass
 * that found none. Writers do not announce their events, because a notification in a transaction serializes all
 * commits.
 */
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

/** The pause after a pass that failed, as while the database is away: each one is logged. */
const PAUSE_AFTER_FAILURE_MS = 1000;

/**
 * Continuously turns committed events into changes, and wakes the readers that wait for them.
 * @returns a function that ends it
 */
export function keepSequencing(db: Database, signals: WakeSignals, log: Log): () => Promise<void> {
  let pauseMs = MIN_PAUSE_MS;
  const floor = new OutboxFloor();
  const pass = async () => {
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    const changed = await sequenceChanges(db, floor).catch((error) => {
      floor.reset();
      pauseMs = PAUSE_AFTER_FAILURE_MS;
      throw error;
    });
    if (changed.size > 0) pauseMs = MIN_PAUSE_MS;
    for (const organizationId of changed) signals.wake(changesWakeName(organizationId));
  };
  return every(() => pauseMs, pass, log);
}
