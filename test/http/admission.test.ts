import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_INGEST_BYTES } from '../../src/endpoints/ingest-meeting.ts';
import { createAdmission } from '../../src/http/admission.ts';
import { startService } from '../support/service.ts';
import { openRaw } from './raw-socket.ts';

/** Large bodies take turns, so that many at once cannot fill the memory; small ones do not wait for them. */

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
