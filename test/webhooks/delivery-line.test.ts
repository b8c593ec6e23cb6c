import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '../../src/domain/changes/read-changes.ts';
import { DeliveryLine, type Item, MAX_PENDING } from '../../src/domain/webhooks/delivery-line.ts';
import { seededRandom } from '../support/random.ts';

const CASES = 300;
const STEPS = 400;

/** The state of a webhook in the database: the place in the feed, and the changes before it that are not delivered. */
type Stored = { position: number; pending: Map<number, { change: Change; attempts: number }> };

/**
 * Plays the part of a worker: it takes changes from a feed, sends them, and stores its progress from time to time. A crash
 * forgets everything but what is stored.
 */
class Play {
  readonly #random: () => number;
  readonly #entities: number;
  /** The feed: the position of a change is its index and one. */
  readonly feed: Change[] = [];
  /** The positions in the order in which the receiver accepted them; a change may be accepted again after a crash. */
  readonly accepted: number[] = [];
  crashes = 0;
  stored: Stored = { position: 0, pending: new Map() };
  #line = new DeliveryLine(0);
  #sending: Item[] = [];
  #nowMs = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#entities = 1 + this.#pick(12);
  }

  #pick(below: number): number {
    return Math.floor(this.#random() * below);
  }

  publish(): void {
    for (let count = this.#pick(6); count > 0; count--) {
      const id = 1 + this.#pick(this.#entities);
      const position = this.feed.length + 1;
      this.feed.push({ position, type: 'user', id, change: 'updated', fields: [], at: position });
    }
  }

  take(): void {
    for (let count = 1 + this.#pick(10); count > 0; count--) {
      if (this.#line.size >= MAX_PENDING || this.#line.reached >= this.feed.length) return;
      // A webhook is not sent every change; the place moves on all the same.
      const change = this.feed[this.#line.reached]!;
      if (isWanted(change)) this.#line.add(change);
      this.#line.reach(change.position);
    }
  }

  begin(): void {
    for (const item of this.#line.sendable(this.#nowMs, 1 + this.#pick(4))) {
      const earlier = this.#undelivered().find(
        (change) => change.id === item.change.id && change.position < item.change.position,
      );
      assert.equal(earlier, undefined, `${item.change.position} is sent before ${earlier?.position}`);
      assert.ok(!this.#sending.includes(item), 'a change is sent once at a time');
      this.#line.begin(item, this.#nowMs);
      this.#sending.push(item);
    }
    assert.equal(this.#line.sending, this.#sending.length);
  }

  end(): void {
    if (this.#sending.length === 0) return;
    const [item] = this.#sending.splice(this.#pick(this.#sending.length), 1);
    const outcome = this.#pick(4);
    if (outcome === 0) this.#line.fail(item!, this.#nowMs + this.#pick(5000));
    else if (outcome === 1) this.#line.interrupt(item!);
    else {
      this.accepted.push(item!.change.position);
      this.#line.finish(item!);
    }
  }

  pass(): void {
    this.#nowMs += this.#pick(2000);
    if (this.#pick(10) === 0) this.#line.hasten(this.#nowMs);
  }

  settle(isLast = false): void {
    const { position, changed, removed } = this.#line.settle(this.#nowMs, isLast);
    for (const one of removed) this.stored.pending.delete(one);
    for (const { change, attempts } of changed)
      this.stored.pending.set(change.position, { change, attempts });
    this.stored.position = position;
    this.#checkStored();
  }

  /** The worker is gone; another one begins with what is stored. Messages under way may have arrived all the same. */
  restart(): void {
    this.crashes++;
    for (const { change } of this.#sending) if (this.#pick(2) === 0) this.accepted.push(change.position);
    this.#line = new DeliveryLine(this.stored.position);
    this.#sending = [];
    const pending = [...this.stored.pending.values()].sort((a, b) => a.change.position - b.change.position);
    for (const { change, attempts } of pending) {
      this.#line.add(change, { attempts, dueMs: this.#nowMs + this.#pick(3000), isStored: true });
    }
  }

  /** Delivers everything that is left. */
  drain(): void {
    while (this.#line.reached < this.feed.length || this.#line.size > 0) {
      this.#nowMs += 10_000;
      this.take();
      this.begin();
      while (this.#sending.length > 0) this.end();
    }
    this.settle(true);
    assert.deepEqual([this.stored.position, this.stored.pending.size], [this.feed.length, 0]);
  }

  #undelivered(): Change[] {
    return this.feed.filter((one) => isWanted(one) && !this.accepted.includes(one.position));
  }

  /** A crash at any time loses nothing: each change that was not accepted is stored, or follows the place that is. */
  #checkStored(): void {
    for (const { position } of this.#undelivered()) {
      const isKept = position > this.stored.position || this.stored.pending.has(position);
      assert.ok(isKept, `${position} would be lost by a crash`);
    }
    assert.ok(this.stored.pending.size <= MAX_PENDING);
    for (const one of this.stored.pending.keys()) {
      assert.ok(one <= this.stored.position, `${one} is stored, and would be taken from the feed again`);
    }
  }
}

/** A fifth of the changes is filtered out. */
const isWanted = ({ position }: Change) => position % 5 !== 0;

test('whatever happens to its workers, a line loses no change and keeps the order of each entity', () => {
  let crashes = 0;
  for (let seed = 1; seed <= CASES; seed++) {
    const play = new Play(seed);
    const random = seededRandom(-seed);
    const steps = [
      ...[() => play.publish(), () => play.take(), () => play.begin(), () => play.begin()],
      ...[() => play.end(), () => play.end(), () => play.pass(), () => play.settle()],
    ];
    for (let step = 0; step < STEPS; step++) {
      const chosen = random();
      if (chosen < 0.01) play.restart();
      else if (chosen < 0.02) {
        // A turn that ends in good order has nothing under way.
        play.settle(true);
        play.restart();
      } else steps[Math.floor(random() * steps.length)]!();
    }
    play.drain();
    crashes += play.crashes;
    const wanted = play.feed.filter(isWanted).map(({ position }) => position);
    assert.deepEqual(
      [...new Set(play.accepted)].sort((a, b) => a - b),
      wanted,
      `seed ${seed}`,
    );
    assertOrder(play, seed);
  }
  assert.ok(crashes > CASES);
});

/** The first acceptances of an entity's changes are in the order of the feed. */
function assertOrder({ feed, accepted }: Play, seed: number): void {
  const latest = new Map<number, number>();
  for (const position of new Set(accepted)) {
    const { id } = feed[position - 1]!;
    assert.ok(position > (latest.get(id) ?? 0), `seed ${seed}: ${position} after ${latest.get(id)}`);
    latest.set(id, position);
  }
}
