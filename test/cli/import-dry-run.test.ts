import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../support/postgres.ts';
import { makeFolder, runParley } from './run-parley.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let settings: Record<string, string>;

const vtt = (word: string) => `WEBVTT\n\n00:01.000 --> 00:05.000\nAda: ${word}\n`;
const DATE = '2026-02-05.vtt';
const call = (changes: Record<string, unknown>) =>
  JSON.stringify({
    meeting: {
      ...{ id: 'call-1', title: 'Call', startTime: '2026-03-01T10:00:00Z', endTime: '2026-03-01T10:30:00Z' },
      host: { email: 'bo@acme.example' },
      ...changes,
    },
  });
const spoken = { segments: [{ text: 'Hello.', timestampSeconds: 1 }] };

before(async () => {
  database = await createTestDatabase();
  folder = await makeFolder({ 'calls/0.json': call({}) });
  settings = { DATABASE_URL: database.url, PARLEY_DATA_DIR: join(folder.path, 'data') };
  await runParley(['organizations', 'create', '--name', 'Acme'], settings);
});
after(async () => {
  await database.drop();
  await folder.remove();
});

async function outcomes(...options: string[]) {
  const args = [
    'import',
    join(folder.path, 'calls'),
    '--host-email',
    'ada@acme.example',
    '--json',
    ...options,
  ];
  const { stdout } = await runParley(args, settings);
  const { created, updated, unchanged, notTaken } = JSON.parse(stdout);
  return { created, updated, unchanged, notTaken };
}

test('a dry run foretells what becomes of files with the same meeting', async () => {
  await outcomes();
  const files = {
    // Equal files, and one with other words.
    [`calls/1/new ${DATE}`]: vtt('New.'),
    [`calls/2/new ${DATE}`]: vtt('New.'),
    [`calls/3/new ${DATE}`]: vtt('Other.'),
    // A change of the stored meeting, the same once more, a part of it, and another one.
    'calls/4.json': call({ title: 'Changed', transcript: spoken }),
    'calls/5.json': call({ title: 'Changed', transcript: spoken }),
    'calls/6.json': call({ title: 'Changed' }),
    'calls/7.json': call({ title: 'Changed again' }),
  };
  for (const [name, content] of Object.entries(files)) await folder.write(name, content);
  await folder.write('calls/0.json', call({ title: 'Changed', transcript: spoken }));

  const foretold = await outcomes('--dry-run');
  assert.deepEqual(
    { ...foretold, notTaken: foretold.notTaken.length },
    {
      ...{ created: 1, updated: 1, unchanged: 4, notTaken: 2 },
    },
  );
  assert.deepEqual(await outcomes(), foretold);
});
