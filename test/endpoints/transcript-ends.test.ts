import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
});
after(() => service.stop());

type Entry = { endSeconds?: number };

test('ends and language come and go with the transcript, and only this operation shows them', async () => {
  const words = (ends: (number | undefined)[], language?: string) => ({
    segments: ends.map((endSeconds, index) => ({ text: `${index}`, timestampSeconds: index, endSeconds })),
    ...(language === undefined ? {} : { language }),
  });
  const send = (transcript: object) => service.client.ingest(meeting({ id: 'ends', transcript }));
  const one = await send(words([1, undefined], 'de'));
  const of = `/v1/meetings/${one}/transcript`;
  const shown = async () => {
    const { language, entries: found } = (await service.client.get(of)).body;
    return [language, ...found.map(({ endSeconds }: Entry) => endSeconds)];
  };
  const changes = async () => (await service.client.get(`/v1/meetings/${one}/versions`)).body.versions;
  const before = await service.client.get(`/v1/meetings/${one}`);
  assert.deepEqual(Object.keys(before.body.transcript), ['entries']);
  assert.deepEqual(before.body.transcript.entries[0], {
    text: '0',
    timestamp: '00:00:00',
    timestampSeconds: 0,
  });
  await send(words([1, undefined], 'DE'));
  assert.equal((await changes()).length, 1, 'the same again is no change');
  await send(words([1, 2.5], 'de'));
  assert.deepEqual(await shown(), ['de', 1, 2.5]);
  await send(words([1, 2.5]));
  assert.deepEqual(await shown(), [undefined, 1, 2.5]);
  assert.deepEqual(
    (await changes()).map(({ changed }: { changed: string[] }) => changed),
    [['transcript'], ['transcript'], []],
  );
  // Other attendees make the stored transcript be rendered again.
  await service.client.ingest(meeting({ id: 'ends', attendees: [{ name: 'Bo' }] }));
  assert.deepEqual(await shown(), [undefined, 1, 2.5]);
  const { status } = await service.client.post(`/v1/meetings/${one}/versions/1/restore`);
  assert.equal(status, 200);
  assert.deepEqual(await shown(), ['de', 1, undefined]);
  const version = await service.client.get(`/v1/meetings/${one}/versions/2`);
  assert.deepEqual(version.body.transcript, before.body.transcript);
});

test('ends that contradict, and a language that is none, are 422', async () => {
  const cases: [object, RegExp][] = [
    [
      { segments: [{ text: 'a', timestampSeconds: 5, endSeconds: 4 }] },
      /segments\[0\]\.endSeconds must not be before/,
    ],
    [{ segments: [{ text: 'a', endSeconds: -1 }] }, /segments\[0\]\.endSeconds must not be negative/],
    [{ segments: [{ text: 'a', endSeconds: 99_999 }] }, /endSeconds must not be more than 60 seconds past/],
    [{ segments: [{ text: 'a', endSeconds: '1' }] }, /endSeconds must be a number/],
    [{ segments: [], language: 'English language' }, /meeting\.transcript\.language/],
    [{ segments: [], language: 'en-a' }, /meeting\.transcript\.language must be a language tag \(BCP 47\)/],
  ];
  for (const [transcript, message] of cases) {
    const answer = await service.client.post('/v1/user-provided-meeting', {
      meeting: meeting({ transcript }),
    });
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.body.error, message);
  }
});
