import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '../support/postgres.ts';
import { query } from './query.ts';
import { makeFolder, runParley, startParley } from './run-parley.ts';

const FILES = 600;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof makeFolder>>;

before(async () => {
  database = await createTestDatabase();
  const text = 'WEBVTT\n\n00:01.000 --> 00:05.000\nAda: Hello.\n';
  const names = Array.from({ length: FILES }, (_, index) => [`call-${index} 2026-02-05.vtt`, text]);
  folder = await makeFolder(Object.fromEntries(names));
});
after(async () => {
  await database.drop();
  await folder.remove();
});

const countMeetings = async () =>
  (await query<{ n: number }>(database.url, 'select count(*)::int as n from meetings'))[0]!.n;

test('a signal ends an import well, and another run takes the rest, each once', async () => {
  const settings = { DATABASE_URL: database.url };
  await runParley(['organizations', 'create', '--name', 'Acme'], settings);
  const args = ['import', folder.path, '--host-email', 'ada@acme.example', '--concurrency', '1'];
  const { child, ended } = startParley(args, settings);
  while ((await countMeetings()) < 5) await sleep(20);
  child.kill('SIGINT');
  const stopped = await ended;
  const taken = await countMeetings();
  assert.ok(taken < FILES, `${taken} were taken before the signal`);
  assert.equal(stopped.code, 1);
  assert.equal(stopped.stderr, 'parley: stopping; the files in work are finished first\n');
  assert.equal(
    stopped.stdout,
    `${taken} meetings from ${taken} files: ${taken} created, 0 updated, 0 unchanged.\n` +
      `Stopped: ${FILES - taken} files not looked at; run it again to go on.\n`,
  );
  const audit = await query(
    database.url,
    `select subject from audit_records where action = 'meetings.import'`,
  );
  assert.deepEqual(audit, [{ subject: `${taken} meetings` }]);

  const again = await runParley(args.slice(0, -2), settings);
  assert.deepEqual(again, {
    code: 0,
    stdout:
      `${FILES} meetings from ${FILES} files: ${FILES - taken} created, 0 updated, ${taken} unchanged.\n` +
      `${taken} files imported before the last run was stopped.\n`,
    stderr: '',
  });
  assert.equal(await countMeetings(), FILES);
});
