import { type ActiveOrganizations, NO_ORGANIZATION } from './active-organizations.ts';
import { Fault } from './faults.ts';

/** The interval at which a semaphore with waiters checks whether the other organizations have become inactive. */
const RECHECK_MS = 1000;

export type SemaphoreLimits = {
  /** The total weight that may be held at the same time. */
  capacity: number;
  /** The most that one organization holds while no other is active; more only if it holds nothing yet. */
  maxAlone: number;
  /** The same while others are active. */
  maxShared: number;
  /** Waiters of one organization, if nothing else bounds their number; one more is refused. */
  maxWaiting?: number;
};

type Waiter = { organizationId: number; weight: number; passedBy: number; enter: () => void };

/**
 * A weighted semaphore that organizations share fairly. A part of the capacity is never given to the organization that
 * uses most of it, so that others need not wait until its work ends. Work of no organization counts as that of one more.
 *
 * A light waiter may pass a heavy one for which there is no capacity yet, but the weight that passes any one waiter is at
 * most the capacity; from then on the others wait until that one has entered. Weights are integers of 1 and more; one
 * that is above the capacity counts as the capacity.
 */
export class Semaphore {
  readonly #limits: Required<SemaphoreLimits>;
  readonly #active: ActiveOrganizations;
  readonly #heldBy = new Map<number, number>();
  /** In the order in which the organizations are served. */
  readonly #queues = new Map<number, Set<Waiter>>();
  #held = 0;
  #waiting = 0;
  #isShared = false;
  #recheck: NodeJS.Timeout | undefined;

  /** @param active the organizations that are active; several semaphores may share it */
  constructor(limits: SemaphoreLimits, active: ActiveOrganizations) {
    this.#limits = { maxWaiting: Number.POSITIVE_INFINITY, ...limits };
    this.#active = active;
  }

  /** The weight that is held. */
  get held(): number {
    return this.#held;
  }

  /** The number of waiters. */
  get waiting(): number {
    return this.#waiting;
  }

  /** @returns true if the weight was free; the organization then holds it */
  tryAcquire(organizationId: number, asked = 1): boolean {
    const weight = Math.min(asked, this.#limits.capacity);
    this.#note(organizationId);
    if (!this.#isFree(organizationId, weight)) return false;
    if (this.#waiting > 0 && !this.#passWaiters(organizationId, weight)) return false;
    this.#hold(organizationId, weight);
    return true;
  }

  /**
   * Waits for the weight. Organizations that wait are served in turn, and each of them in the order of its requests.
   * @returns false if it did not become free within `waitMs`, or too many requests of the organization already wait
   */
  async acquire(organizationId: number, weight: number, waitMs: number): Promise<boolean> {
    if (this.tryAcquire(organizationId, weight)) return true;
    if ((this.#queues.get(organizationId)?.size ?? 0) >= this.#limits.maxWaiting) return false;
    return this.#wait(organizationId, Math.min(weight, this.#limits.capacity), waitMs);
  }

  release(organizationId: number, weight = 1): void {
    this.#hold(organizationId, -Math.min(weight, this.#limits.capacity));
    this.#admit();
  }

  #note(organizationId: number): void {
    const nowMs = performance.now();
    const wasShared = this.#isShared;
    this.#isShared =
      organizationId === NO_ORGANIZATION
        ? this.#active.areSeveral(nowMs)
        : this.#active.note(organizationId, nowMs);
    if (wasShared && !this.#isShared) this.#admit();
  }

  #hold(organizationId: number, weight: number): void {
    this.#held += weight;
    const holding = (this.#heldBy.get(organizationId) ?? 0) + weight;
    if (holding > 0) this.#heldBy.set(organizationId, holding);
    else this.#heldBy.delete(organizationId);
  }

  #isFree(organizationId: number, weight: number): boolean {
    return this.#held + weight <= this.#limits.capacity && this.#isWithinShare(organizationId, weight);
  }

  #isWithinShare(organizationId: number, weight: number): boolean {
    const share = this.#isShared ? this.#limits.maxShared : this.#limits.maxAlone;
    if (share >= this.#limits.capacity) return true;
    const holding = this.#heldBy.get(organizationId);
    return holding === undefined || holding + weight <= share;
  }

  /** Returns true if a new request may pass those that wait, and records that it has passed them. */
  #passWaiters(organizationId: number, weight: number): boolean {
    const ahead: Waiter[] = [];
    for (const [id, queue] of this.#queues) {
      // A request of an organization that holds its whole share is not passed: it could not enter anyway.
      if (!this.#isWithinShare(id, 1)) continue;
      for (const waiter of queue) {
        const mayEnterNext = id === organizationId || this.#isWithinShare(id, waiter.weight);
        if (waiter.passedBy >= this.#limits.capacity && mayEnterNext) return false;
        ahead.push(waiter);
      }
    }
    for (const waiter of ahead) waiter.passedBy += weight;
    return true;
  }

  #admit(): void {
    while (this.#waiting > 0 && this.#held < this.#limits.capacity) {
      const waiter = this.#next();
      if (!waiter) return;
      this.#leaveQueue(waiter);
      this.#hold(waiter.organizationId, waiter.weight);
      waiter.enter();
    }
  }

  /** Returns the waiter that enters next, and records that it has passed those before it. */
  #next(): Waiter | undefined {
    const ahead: Waiter[] = [];
    for (const [organizationId, queue] of this.#queues) {
      if (!this.#isWithinShare(organizationId, 1)) continue;
      for (const waiter of queue) {
        if (this.#isFree(organizationId, waiter.weight)) {
          for (const passed of ahead) passed.passedBy += waiter.weight;
          return waiter;
        }
        ahead.push(waiter);
        if (waiter.passedBy < this.#limits.capacity) continue;
        if (this.#isWithinShare(organizationId, waiter.weight)) return undefined;
        break;
      }
    }
    return undefined;
  }

  #wait(organizationId: number, weight: number, waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter = {
        organizationId,
        weight,
        passedBy: 0,
        enter: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.#leaveQueue(waiter);
        resolve(false);
        // Others may have waited for this one alone.
        this.#admit();
      }, waitMs);
      const queue = this.#queues.get(organizationId) ?? new Set();
      this.#queues.set(organizationId, queue.add(waiter));
      this.#waiting++;
      if (this.#isShared) this.#recheckLater();
    });
  }

  #leaveQueue(waiter: Waiter): void {
    const { organizationId } = waiter;
    const queue = this.#queues.get(organizationId)!;
    queue.delete(waiter);
    this.#waiting--;
    // The organization is served again after all others.
    this.#queues.delete(organizationId);
    if (queue.size > 0) this.#queues.set(organizationId, queue);
  }

  /** A request for more than the share of its organization may enter once the other organizations are inactive. */
  #recheckLater(): void {
    this.#recheck ??= setTimeout(() => {
      this.#recheck = undefined;
      this.#isShared = this.#active.areSeveral(performance.now());
      this.#admit();
      if (this.#waiting > 0 && this.#isShared) this.#recheckLater();
    }, RECHECK_MS);
  }
}

/**
 * Acquires a weight for a large request.
 * @returns a function that releases it; further calls have no effect
 * @throws Fault 503 if it did not become free within `waitMs`
 */
export async function acquireOrRefuse(
  semaphore: Semaphore,
  organizationId: number,
  weight: number,
  waitMs: number,
): Promise<() => void> {
  if (!(await semaphore.acquire(organizationId, weight, waitMs))) {
    const message = 'Too many large requests are in progress; try again soon';
    throw new Fault('unavailable', message, undefined, 'large_requests');
  }
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    semaphore.release(organizationId, weight);
  };
}
