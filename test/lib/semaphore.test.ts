import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NO_ORGANIZATION, trackActiveOrganizations } from '../../src/lib/active-organizations.ts';
import { acquireOrRefuse, Semaphore } from '../../src/lib/semaphore.ts';

const LONG_MS = 60_000;

function semaphoreOf100(maxAlone = 100): Semaphore {
  return new Semaphore(
    { capacity: 100, maxAlone, maxShared: 50, maxWaiting: 100 },
    trackActiveOrganizations(5000),
  );
}

function take(semaphore: Semaphore, weight: number, waitMs: number, organizationId = NO_ORGANIZATION) {
  return acquireOrRefuse(semaphore, organizationId, weight, waitMs);
}

test('the weight that is held never exceeds the capacity, and every request is served', async () => {
  const weights = fc.array(fc.integer({ min: 1, max: 150 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(weights, async (asked) => {
      const semaphore = semaphoreOf100();
      let [inside, most] = [0, 0];
      await Promise.all(
        asked.map(async (weight, index) => {
          const leave = await take(semaphore, weight, LONG_MS);
          const counted = Math.min(weight, 100);
          inside += counted;
          most = Math.max(most, inside);
          for (let turns = index % 5; turns > 0; turns--) await null;
          inside -= counted;
          leave();
          // Leaving twice gives nothing back twice.
          leave();
        }),
      );
      assert.ok(most <= 100);
      assert.equal(inside, 0);
    }),
  );
});

test('a light request passes a heavy one that waits; a request that waits too long is refused', async () => {
  const semaphore = semaphoreOf100();
  const leave = await take(semaphore, 60, LONG_MS);
  const heavy = take(semaphore, 50, 20);
  const light = await take(semaphore, 40, LONG_MS);
  await assert.rejects(heavy, /Too many large requests are in progress/);
  light();
  leave();
  const all = await take(semaphore, 100, LONG_MS);
  const next = take(semaphore, 1, LONG_MS);
  all();
  (await next)();
});

test('light requests pass a waiting heavy one up to a bound; then it is next', async () => {
  const weights = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 30, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(weights, async (light) => {
      const semaphore = semaphoreOf100();
      const inside = [await take(semaphore, 100, LONG_MS)];
      let passed = 0;
      let isIn = false;
      const heavy = take(semaphore, 90, LONG_MS).then((leave) => {
        isIn = true;
        return leave;
      });
      assert.equal(semaphore.waiting > 0, true);
      const others: Promise<void>[] = [];
      // There is always one inside when the next comes, so that the heavy one would never find all of the capacity free.
      for (const weight of light) {
        const other = take(semaphore, weight, LONG_MS).then((leave) => {
          if (!isIn) passed += weight;
          inside.push(leave);
        });
        others.push(other);
        if (inside.length > 0) inside.shift()!();
        await new Promise(setImmediate);
      }
      assert.ok(isIn || passed <= 130, `${passed} passed`);
      while (!isIn) {
        inside.shift()!();
        await new Promise(setImmediate);
      }
      assert.ok(passed <= 130, `${passed} passed`);
      inside.push(await heavy);
      while (inside.length > 0) {
        for (const leave of inside.splice(0)) leave();
        await new Promise(setImmediate);
      }
      await Promise.all(others);
      assert.equal(semaphore.waiting, 0);
    }),
  );
});

test('when a heavy request is refused, those that waited for it alone go on', async () => {
  const semaphore = semaphoreOf100();
  const leave = await take(semaphore, 60, LONG_MS);
  const heavy = take(semaphore, 100, 30);
  heavy.catch(() => {});
  for (let passed = 0; passed < 100; passed += 10) (await take(semaphore, 10, LONG_MS))();
  let isIn = false;
  const next = take(semaphore, 10, LONG_MS).then((leaveToo) => {
    isIn = true;
    return leaveToo;
  });
  await new Promise(setImmediate);
  assert.equal(isIn, false, 'no more may pass');
  await assert.rejects(heavy);
  (await next)();
  leave();
});

test('organizations that wait are served in turn, and none holds more than half while others are active', async () => {
  const semaphore = semaphoreOf100();
  const order: string[] = [];
  const leaves: (() => void)[] = [];
  const ask = (organizationId: number, name: string) =>
    take(semaphore, 50, LONG_MS, organizationId).then((leave) => {
      order.push(name);
      leaves.push(leave);
    });
  await ask(1, 'a1');
  await ask(1, 'a2');
  const asked = [ask(1, 'a3'), ask(1, 'a4'), ask(1, 'a5'), ask(2, 'b1'), ask(2, 'b2')];
  while (order.length < 7) {
    leaves.shift()!();
    await new Promise(setImmediate);
  }
  await Promise.all(asked);
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5']);
  for (const leave of leaves) leave();
});

test('an organization that is alone leaves a part free, and its requests enter in their order', async () => {
  const semaphore = semaphoreOf100(75);
  const order: number[] = [];
  assert.equal(semaphore.tryAcquire(1, 75), true);
  assert.equal(semaphore.tryAcquire(1, 1), false);
  const waiting = [10, 20, 30].map((weight) =>
    semaphore.acquire(1, weight, LONG_MS).then(() => order.push(weight)),
  );
  assert.equal(semaphore.tryAcquire(2, 25), true);
  semaphore.release(1, 75);
  await Promise.all(waiting.slice(0, 2));
  assert.deepEqual(order, [10, 20], 'the third is over the half that the organization may hold now');
  semaphore.release(1, 10);
  await Promise.all(waiting);
  assert.deepEqual([semaphore.held, semaphore.waiting], [75, 0]);
});

test('one waiter more than an organization may have is refused at once; others still may wait', async () => {
  const semaphore = semaphoreOf100();
  semaphore.tryAcquire(1, 100);
  const waiting = Array.from({ length: 100 }, () => semaphore.acquire(1, 1, LONG_MS));
  assert.equal(await semaphore.acquire(1, 1, LONG_MS), false);
  const other = semaphore.acquire(2, 1, LONG_MS);
  semaphore.release(1, 100);
  assert.equal(await other, true);
  for (const entered of waiting) {
    assert.equal(await entered, true);
    semaphore.release(1);
  }
});

test('an organization that was served is served again only after the others', async () => {
  const semaphore = semaphoreOf100();
  semaphore.tryAcquire(NO_ORGANIZATION, 100);
  const order: string[] = [];
  const waiting = [1, 1, 1, 2, 3, 2].map((id, place) =>
    semaphore.acquire(id, 1, LONG_MS).then(() => order.push(`${id}/${place}`)),
  );
  while (semaphore.waiting > 0) {
    await new Promise(setImmediate);
    semaphore.release(NO_ORGANIZATION);
  }
  await Promise.all(waiting);
  assert.deepEqual(order, ['1/0', '2/3', '3/4', '1/1', '2/5', '1/2']);
});
