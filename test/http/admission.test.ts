import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { MAX_INGEST_BYTES } from '../../src/endpoints/ingest-meeting.ts';
import { createAdmission, makeRoom } from '../../src/http/admission.ts';
import { startService } from '../support/service.ts';
import { openRaw } from './raw-socket.ts';

/** Large bodies take turns, so that many at once cannot fill the memory; small ones do not wait for them. */

const LONG_MS = 60_000;

test('what is in a room never weighs more than it holds, and everybody gets in', async () => {
  const weights = fc.array(fc.integer({ min: 1, max: 150 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(weights, async (asked) => {
      const room = makeRoom(100);
      let [inside, most] = [0, 0];
      await Promise.all(
        asked.map(async (weight, index) => {
          const leave = await room.take(weight, LONG_MS);
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

test('a light one passes a heavy one that waits; who waits too long is refused', async () => {
  const room = makeRoom(100);
  const leave = await room.take(60, LONG_MS);
  const heavy = room.take(50, 20);
  const light = await room.take(40, LONG_MS);
  await assert.rejects(heavy, /Too many large requests are under way/);
  light();
  leave();
  const all = await room.take(100, LONG_MS);
  const next = room.take(1, LONG_MS);
  all();
  (await next)();
});

test('light ones pass a waiting heavy one up to a bound; then it is next', async () => {
  const weights = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 30, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(weights, async (light) => {
      const room = makeRoom(100);
      const inside = [await room.take(100, LONG_MS)];
      let passed = 0;
      let isIn = false;
      const heavy = room.take(90, LONG_MS).then((leave) => {
        isIn = true;
        return leave;
      });
      assert.equal(room.isAwaited(), true);
      const others: Promise<void>[] = [];
      // There is always one inside when the next comes, so that the heavy one would never find the room empty.
      for (const weight of light) {
        const other = room.take(weight, LONG_MS).then((leave) => {
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
      assert.equal(room.isAwaited(), false);
    }),
  );
});

test('where a heavy one gives up, those that waited for it alone go on', async () => {
  const room = makeRoom(100);
  const leave = await room.take(60, LONG_MS);
  const heavy = room.take(100, 30);
  heavy.catch(() => {});
  for (let passed = 0; passed < 100; passed += 10) (await room.take(10, LONG_MS))();
  let isIn = false;
  const next = room.take(10, LONG_MS).then((leaveToo) => {
    isIn = true;
    return leaveToo;
  });
  await new Promise(setImmediate);
  assert.equal(isIn, false, 'no more may pass');
  await assert.rejects(heavy);
  (await next)();
  leave();
});

test('bodies at the limit that come all at once are taken in, and small ones are not held up', async () => {
  const service = await startService({ roles: new Set(['api', 'receiver']) });
  try {
    const times = { startTime: '2026-01-31T09:00:00Z', endTime: '2026-01-31T10:00:00Z' };
    const meeting = { title: 'M', ...times, host: { email: 'ada@parley.example' } };
    const segments = Array.from({ length: 400 }, () => ({ text: 'word '.repeat(2500) }));
    let isOver = false;
    const large = Array.from({ length: 30 }, (_, n) =>
      service.client.post('/v1/user-provided-meeting', {
        meeting: { ...meeting, id: `large ${n}`, transcript: { segments } },
        processImportedMeeting: false,
      }),
    );
    const all = Promise.all(large).then((answers) => {
      isOver = true;
      return answers;
    });
    await delay(50);
    const small = await service.client.post('/v1/user-provided-meeting', {
      meeting: { ...meeting, id: 's' },
    });
    assert.equal(small.status, 200);
    assert.equal(isOver, false, 'the small one did not wait for all large ones');
    for (const { status } of await all) assert.equal(status, 200);
  } finally {
    await service.stop();
  }
});

test('files of the largest size are worked on one after the other, small ones at once', async () => {
  const admission = createAdmission();
  const leave = await admission.toWorkOnFile(MAX_INGEST_BYTES, 1);
  let isIn = false;
  const second = admission.toWorkOnFile(MAX_INGEST_BYTES, 1).then((leaveToo) => {
    isIn = true;
    return leaveToo;
  });
  (await admission.toWorkOnFile(1024, 1))();
  (await admission.toWork(MAX_INGEST_BYTES, 1))();
  await delay(10);
  assert.equal(isIn, false);
  leave();
  (await second)();
  assert.equal(isIn, true);
});

test('both listeners of a process share its room: large bodies at one wait for those at the other', async () => {
  const service = await startService({ roles: new Set(['api', 'receiver']) });
  const head = (line: string) =>
    `${line} HTTP/1.1\r\nHost: parley\r\nX-API-Key: ${service.key}\r\nContent-Type: application/json\r\n`;
  const some = ' '.repeat(100_000);
  const holders = await Promise.all(Array.from({ length: 12 }, () => openRaw(service.receiverUrl)));
  try {
    for (const one of holders) {
      one.write(
        `${head('POST /v1/user-provided-meeting')}Content-Length: ${MAX_INGEST_BYTES}\r\n\r\n${some}`,
      );
    }
    await delay(200);
    const other = await openRaw(service.apiUrl);
    other.write(`${head('PUT /admin/v1/users')}Content-Length: ${MAX_INGEST_BYTES}\r\n\r\n`);
    other.write(`{"users":[]}${' '.repeat(MAX_INGEST_BYTES - 12)}`);
    assert.equal((await other.read(() => false, 500)).text, '');
    for (const one of holders) one.close();
    assert.deepEqual((await other.read(({ statuses }) => statuses.length > 0)).statuses, [200]);
    other.close();
  } finally {
    for (const one of holders) one.close();
    await service.stop();
  }
});
