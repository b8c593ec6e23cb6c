import type { Database, Statement } from '../../db/database.ts';
import type { WakeSignals } from '../../db/wake-signals.ts';
import { every } from '../../lib/every.ts';
import { Fault } from '../../lib/faults.ts';
import type { Log } from '../../lib/log.ts';
import { CALLER_CHECK_MS, type Credential, findRefused, nameOfCredential } from '../keys/watch-caller.ts';
import { changesWakeName } from './changes-wake-name.ts';

/** The interval at which the newest positions are read, in case a wake-up was lost. */
const POLL_MS = 2000;

/** A reader that waits for changes of an organization. Thousands may wait, so it is one object without closures. */
export class ChangeWatch {
  readonly organizationId: number;
  readonly keyId: number;
  readonly sessionId: number | undefined;
  /** Whether the reader's key was revoked or has expired, or its session has ended. */
  isRefused = false;
  /** Whether the reader has to make room for one of another organization. */
  isReleased = false;
  #isWoken = false;
  #resolve: (() => void) | undefined;

  constructor({ organizationId, keyId, sessionId }: Credential) {
    this.organizationId = organizationId;
    this.keyId = keyId;
    this.sessionId = sessionId;
  }

  wake(): void {
    this.#isWoken = true;
    this.#resolve?.();
  }

  /** Settles when there may be new changes since the watch began or since the last call, or when `wake` is called. */
  async woken(): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
    }
    this.#isWoken = false;
  }
}

/**
 * Lets any number of readers wait for changes. They share one connection that listens, one timer that polls, and one
 * that checks their keys and sessions.
 */
export type ChangeWatches = {
  /** @throws Fault 503 if there are as many readers as permitted, and no other organization has more than this one */
  watch(reader: Credential): ChangeWatch;
  end(watch: ChangeWatch): void;
  /** Returns a number that every wake-up changes: a read that began before it may lack what the wake-up is about. */
  generation(): number;
  close(): Promise<void>;
};

const selectPositions: Statement = {
  name: 'select-newest-positions',
  // Served by the primary key.
  text: `select organization_id as "organizationId", last_position as position from change_heads
         where organization_id = any ($1::bigint[])`,
};

/** @param maxReaders the most that wait in this process */
export function watchChanges(
  db: Database,
  signals: WakeSignals,
  log: Log,
  maxReaders: number,
): ChangeWatches {
  const organizations = new Map<
    number,
    { waiting: Set<ChangeWatch>; position: number; unsubscribe(): void }
  >();
  const allWaiting = () => [...organizations.values()].flatMap(({ waiting }) => [...waiting]);

  let generation = 0;
  const wakeAll = (organizationId: number) => {
    generation++;
    for (const one of organizations.get(organizationId)?.waiting ?? []) one.wake();
  };
  const poll = async () => {
    if (organizations.size === 0) return;
    const rows = await db.query<{ organizationId: number; position: number }>(selectPositions, [
      [...organizations.keys()],
    ]);
    for (const { organizationId, position } of rows) {
      const known = organizations.get(organizationId);
      if (!known || known.position === position) continue;
      known.position = position;
      wakeAll(organizationId);
    }
  };
  const checkKeys = async () => {
    const refused = await findRefused(db, allWaiting());
    for (const one of allWaiting()) {
      if (!refused.has(nameOfCredential(one))) continue;
      one.isRefused = true;
      one.wake();
    }
  };
  // Both timers run while any reader waits.
  const endings: (() => Promise<void>)[] = [];
  const begin = () => {
    signals.listen();
    endings.push(every(POLL_MS, poll, log), every(CALLER_CHECK_MS, checkKeys, log));
  };
  const end = async () => {
    await Promise.all(endings.splice(0).map((one) => one()));
  };

  const enter = (one: ChangeWatch) => {
    let organization = organizations.get(one.organizationId);
    if (!organization) {
      if (organizations.size === 0) begin();
      const unsubscribe = signals.onWake(changesWakeName(one.organizationId), () =>
        wakeAll(one.organizationId),
      );
      organization = { waiting: new Set(), position: -1, unsubscribe };
      organizations.set(one.organizationId, organization);
    }
    organization.waiting.add(one);
  };
  const leave = (one: ChangeWatch) => {
    const organization = organizations.get(one.organizationId);
    organization?.waiting.delete(one);
    if (organization?.waiting.size !== 0) return;
    organization.unsubscribe();
    organizations.delete(one.organizationId);
    if (organizations.size === 0) void end();
  };

  return {
    watch(reader) {
      const released = chooseReleased(organizations, reader.organizationId, maxReaders);
      if (released) {
        released.isReleased = true;
        released.wake();
        leave(released);
      }
      const watch = new ChangeWatch(reader);
      enter(watch);
      return watch;
    },
    end: leave,
    generation: () => generation,
    async close() {
      for (const one of allWaiting()) one.wake();
      await end();
    },
  };
}

/**
 * Chooses the reader that makes room for one more: of the organization with the most, the one that has waited for the
 * longest time.
 * @returns undefined if there is room
 * @throws Fault 503 if no organization has more readers than the one of the newcomer
 */
function chooseReleased(
  organizations: ReadonlyMap<number, { waiting: ReadonlySet<ChangeWatch> }>,
  organizationId: number,
  maxReaders: number,
): ChangeWatch | undefined {
  const all = [...organizations.values()].map(({ waiting }) => waiting);
  if (all.reduce((sum, { size }) => sum + size, 0) < maxReaders) return undefined;
  const largest = all.reduce((most, one) => (one.size > most.size ? one : most));
  if (largest.size <= (organizations.get(organizationId)?.waiting.size ?? 0) + 1) {
    const message = 'Too many readers wait for changes; try again soon';
    throw new Fault('unavailable', message, undefined, 'waiting_readers');
  }
  const [longest] = largest;
  return longest;
}
