import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { makeFolder, runParley } from './run-parley.ts';

const HOST = ['--host-email', 'host@acme.example', '--date', '2026-02-05T09:00:00Z'];

const call = (id: string, started: string, text: string) => ({
  metaData: { id, title: `Call ${id}`, started, duration: 60, primaryUserId: 'u' },
  parties: [{ id: 'p', name: 'Ada Park', emailAddress: 'ada@acme.example', userId: 'u', speakerId: 's' }],
  transcript: [{ speakerId: 's', sentences: [{ start: 500, end: 900, text }] }],
});

const spoken = (text: string, start: unknown = 1000) => ({
  utterances: [{ start, end: 2000, text, speaker: 'A' }],
});

let service: TestService;
let folder: Awaited<ReturnType<typeof makeFolder>>;
const parley = (...args: string[]) => runParley(['import', ...args], { DATABASE_URL: service.databaseUrl });

before(async () => {
  service = await startService();
  folder = await makeFolder({
    'gong.json': JSON.stringify({
      calls: [call('1', '2026-02-01T10:00:00Z', 'One.'), call('2', '2026-02-02T10:00:00Z', 'Two.')],
    }),
    'spoken.jsonl': [spoken('Three.'), spoken('Lost.', 'soon'), { other: 1 }, spoken('Four.')]
      .map((document) => JSON.stringify(document))
      .join('\n'),
  });
});
after(async () => {
  await service.stop();
  await folder.remove();
});

test('every meeting of a file is imported; one that cannot be read is reported and does not stop the others', async () => {
  const ran = await parley(folder.path, ...HOST, '--json');
  assert.equal(ran.code, 1, ran.stderr);
  const { created, notTaken } = JSON.parse(ran.stdout);
  assert.equal(created, 4);
  assert.deepEqual(
    notTaken.map(({ item, reason }: { item: number; reason: string }) => [item, reason]),
    [
      [2, 'line 2: utterances[0].start must be milliseconds, as a number'],
      [3, notTaken[1].reason],
    ],
  );
  assert.match(
    notTaken[1].reason,
    /^line 3: it has no member that tells a known format: JSON, Parley, Gong, /,
  );
  const { body } = await service.client.get('/v1/meetings', { from: '2020-01-01T00:00:00Z', pageSize: '50' });
  const texts = body.meetings.map(
    (meeting: { title: string; transcript: { entries: { text: string }[] } }) => [
      meeting.title,
      meeting.transcript.entries[0]!.text,
    ],
  );
  assert.deepEqual(texts.toSorted(), [
    ['Call 1', 'One.'],
    ['Call 2', 'Two.'],
    ['spoken 1', 'Three.'],
    ['spoken 4', 'Four.'],
  ]);
});

test('a second run changes nothing, also under another name of the file if its meetings have ids', async () => {
  const again = await parley(folder.path, ...HOST, '--json');
  assert.deepEqual([JSON.parse(again.stdout).created, JSON.parse(again.stdout).unchanged], [0, 4]);
  const renamed = await makeFolder({
    'renamed.json': JSON.stringify({ calls: [call('2', '2026-02-02T10:00:00Z', 'Two, corrected.')] }),
  });
  const ran = await parley(join(renamed.path, 'renamed.json'), '--json');
  await renamed.remove();
  const { created, updated } = JSON.parse(ran.stdout);
  assert.deepEqual({ code: ran.code, created, updated }, { code: 0, created: 0, updated: 1 });
});
