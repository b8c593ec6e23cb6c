import type { Change } from '../changes/read-changes.ts';
import { SCHEDULED_ATTEMPTS } from './retry-pauses.ts';

/** A change that a webhook has not delivered yet. Times are of a monotonic clock, in milliseconds. */
export type Item = {
  change: Change;
  /** Attempts that have failed. */
  attempts: number;
  dueMs: number;
  /** When the attempt under way began. */
  sentMs?: number | undefined;
  /** Whether it has a row in webhook_pending, and whether that row is out of date. */
  isStored: boolean;
  isChanged: boolean;
};

/** The most changes of a webhook that wait: as many rows it has in webhook_pending at most. */
export const MAX_PENDING = 1000;

/**
 * The number of failed attempts in a row, and of different changes that have failed, from which on the receiver itself is
 * taken for the cause, and not what it is sent.
 */
const DOWN_AFTER = 10;

/** An attempt that takes longer no longer keeps the position of the webhook back. */
const YOUNG_MS = 1000;

/**
 * The changes that a webhook has taken from the feed and not delivered yet, in the order in which they may be sent: a change
 * waits until all earlier ones of its entity have been delivered, and no change waits for another entity's.
 */
export class DeliveryLine {
  /** By position, ascending. */
  readonly #items = new Map<number, Item>();
  readonly #byEntity = new Map<string, Item[]>();
  /** The position up to which the feed has been read. */
  #reached: number;
  #removed: number[] = [];
  #sending = 0;

  constructor(position: number) {
    this.#reached = position;
  }

  get size(): number {
    return this.#items.size;
  }

  get sending(): number {
    return this.#sending;
  }

  get reached(): number {
    return this.#reached;
  }

  /** Takes a change that follows all others. */
  add(change: Change, known: Partial<Pick<Item, 'attempts' | 'dueMs' | 'isStored'>> = {}): void {
    const item = { change, attempts: 0, dueMs: 0, isStored: false, isChanged: false, ...known };
    this.#items.set(change.position, item);
    const name = nameOf(change);
    const queue = this.#byEntity.get(name);
    if (queue) queue.push(item);
    else this.#byEntity.set(name, [item]);
  }

  /** Records that the feed has been read up to a position. */
  reach(position: number): void {
    this.#reached = position;
  }

  /**
   * Returns changes that may be sent now, the earliest due first.
   * @param most how many
   */
  sendable(nowMs: number, most: number): Item[] {
    const found: Item[] = [];
    for (const [item] of this.#byEntity.values()) {
      if (item!.sentMs !== undefined || item!.dueMs > nowMs) continue;
      found.push(item!);
      if (found.length === most) break;
    }
    return found;
  }

  /** Returns the change that was tried least recently, whether or not it is due. */
  probe(): Item | undefined {
    let probe: Item | undefined;
    for (const [item] of this.#byEntity.values()) {
      if (item!.sentMs === undefined && (!probe || item!.dueMs < probe.dueMs)) probe = item;
    }
    return probe;
  }

  /** Returns when the next change is due that does not wait for another one; undefined if there is none. */
  nextDueMs(): number | undefined {
    return this.probe()?.dueMs;
  }

  /** Tells whether failures in a row are those of the receiver. */
  looksDown(failures: number): boolean {
    if (failures < DOWN_AFTER) return false;
    let failed = 0;
    for (const { attempts } of this.#items.values()) if (attempts > 0) failed++;
    return failed >= DOWN_AFTER;
  }

  begin(item: Item, nowMs: number): void {
    item.sentMs = nowMs;
    this.#sending++;
  }

  /** Records that a change was delivered, or that there is nothing to deliver. */
  finish(item: Item): void {
    this.#endAttempt(item);
    this.#items.delete(item.change.position);
    if (item.isStored) this.#removed.push(item.change.position);
    const name = nameOf(item.change);
    const queue = this.#byEntity.get(name)!;
    queue.shift();
    if (queue.length === 0) this.#byEntity.delete(name);
  }

  /** Records that an attempt failed. */
  fail(item: Item, dueMs: number): void {
    this.#endAttempt(item);
    item.attempts++;
    item.dueMs = dueMs;
    item.isChanged = true;
  }

  /** Records that an attempt was not made to its end, and is to be repeated. */
  interrupt(item: Item): void {
    this.#endAttempt(item);
  }

  /** Makes every change due: the receiver is back. */
  hasten(nowMs: number): void {
    for (const item of this.#items.values()) {
      if (item.dueMs <= nowMs) continue;
      item.dueMs = nowMs;
      item.isChanged = true;
    }
  }

  /** If no further change can be taken, gives up those that have used up their attempts. @returns how many */
  makeRoom(): number {
    if (this.#items.size < MAX_PENDING) return 0;
    let given = 0;
    for (const [item] of [...this.#byEntity.values()]) {
      if (item!.attempts < SCHEDULED_ATTEMPTS || item!.sentMs !== undefined) continue;
      this.finish(item!);
      given++;
    }
    return given;
  }

  /**
   * Returns what has to be stored so that nothing is lost if the worker is: a position, the changes up to it that are not
   * delivered and whose row is missing or out of date, and the positions whose rows are to be removed.
   * @param isLast true if the worker ends its turn: it then sends nothing any more
   */
  settle(nowMs: number, isLast: boolean): { position: number; changed: Item[]; removed: number[] } {
    let position = this.#reached;
    const changed: Item[] = [];
    const waiting = new Set<string>();
    for (const item of this.#items.values()) {
      const name = nameOf(item.change);
      const isYoung = item.sentMs !== undefined && nowMs - item.sentMs < YOUNG_MS;
      const isNew = !item.isStored && item.attempts === 0 && !waiting.has(name);
      if (isNew && (isLast || isYoung || item.sentMs === undefined)) {
        position = Math.min(position, item.change.position - 1);
        break;
      }
      waiting.add(name);
      if (!item.isStored || item.isChanged) changed.push(item);
    }
    const removed = this.#removed;
    this.#removed = [];
    for (const item of changed) Object.assign(item, { isStored: true, isChanged: false });
    return { position, changed, removed };
  }

  #endAttempt(item: Item): void {
    if (item.sentMs === undefined) return;
    item.sentMs = undefined;
    this.#sending--;
  }
}

const nameOf = ({ type, id }: Change) => `${type} ${id}`;
