import { watchCompany } from '../lib/company.ts';

/** How long an organization counts as present: a little longer than a person looks at a page while it loads. */
export const PRESENT_MS = 1000;

/** The organization id of work that belongs to none: health, keys, background jobs. */
export const NO_ORGANIZATION = 0;

export type SlotLimits = {
  slots: number;
  /** The most that one organization holds while no other is present. */
  maxAlone: number;
  /** The most that it holds while others are. */
  maxInCompany: number;
  /** Requests of one organization that wait; one more is refused. */
  maxWaiting: number;
};

/** Slots for work, such as the connections of a pool, which organizations share fairly. */
export type FairSlots = {
  /** @returns whether a slot was free for the organization; it then has it */
  tryTake(organizationId: number): boolean;
  /**
   * Waits for a slot. Organizations that wait are served in turns, and each of them in the order in which it asked.
   * @returns false if none became free in time, or too many requests of the organization wait already
   */
  wait(organizationId: number, waitMs: number): Promise<boolean>;
  giveBack(organizationId: number): void;
  /** Slots in use, and requests that wait. */
  counts(): { taken: number; waiting: number };
};

type Waiting = { enter: () => void };

/**
 * Some slots are never taken by the organization that uses most of them, so that whoever comes next does not have to
 * wait until one of its statements ends.
 */
export function openFairSlots({ slots, maxAlone, maxInCompany, maxWaiting }: SlotLimits): FairSlots {
  const company = watchCompany(PRESENT_MS);
  const held = new Map<number, number>();
  /** In the order in which the organizations have their turns. */
  const queues = new Map<number, Set<Waiting>>();
  let taken = 0;
  let waiting = 0;
  let isShared = false;

  const note = (organizationId: number) => {
    if (organizationId !== NO_ORGANIZATION) isShared = company.note(organizationId, performance.now());
  };
  const mayHoldOneMore = (organizationId: number) =>
    taken < slots && (held.get(organizationId) ?? 0) < (isShared ? maxInCompany : maxAlone);
  const take = (organizationId: number) => {
    taken++;
    held.set(organizationId, (held.get(organizationId) ?? 0) + 1);
  };
  const leaveQueue = (organizationId: number, queue: Set<Waiting>, one: Waiting) => {
    if (!queue.delete(one)) return;
    waiting--;
    if (queue.size === 0) queues.delete(organizationId);
  };
  /** Gives one slot to the first in turn that may have it. */
  const serveNext = (): boolean => {
    for (const [organizationId, queue] of queues) {
      if (!mayHoldOneMore(organizationId)) continue;
      const [one] = queue;
      take(organizationId);
      queues.delete(organizationId);
      queues.set(organizationId, queue);
      leaveQueue(organizationId, queue, one!);
      one!.enter();
      return true;
    }
    return false;
  };

  return {
    tryTake(organizationId) {
      note(organizationId);
      // An organization that waits while a slot is free holds its full share, so this one overtakes nobody.
      if (queues.has(organizationId) || !mayHoldOneMore(organizationId)) return false;
      take(organizationId);
      return true;
    },
    wait(organizationId, waitMs) {
      const queue = queues.get(organizationId) ?? new Set();
      if (queue.size >= maxWaiting) return Promise.resolve(false);
      queues.set(organizationId, queue);
      waiting++;
      return new Promise((resolve) => {
        const one = {
          enter: () => {
            clearTimeout(timer);
            resolve(true);
          },
        };
        const timer = setTimeout(() => {
          leaveQueue(organizationId, queue, one);
          resolve(false);
        }, waitMs);
        queue.add(one);
      });
    },
    giveBack(organizationId) {
      taken--;
      const left = held.get(organizationId)! - 1;
      if (left > 0) held.set(organizationId, left);
      else held.delete(organizationId);
      while (waiting > 0 && taken < slots && serveNext());
    },
    counts: () => ({ taken, waiting }),
  };
}
