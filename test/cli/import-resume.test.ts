import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { query } from './query.ts';
import { makeFolder, runParley, startParley } from './run-parley.ts';

const FILES = 2000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let settings: Record<string, string>;

before(async () => {
  database = await createTestDatabase();
  const text = 'WEBVTT\n\n00:01.000 --> 00:05.000\nAda: Hello.\n';
  const names = Array.from({ length: FILES }, (_, index) => [`calls/call-${index} 2026-02-05.vtt`, text]);
  folder = await makeFolder({ ...Object.fromEntries(names), 'calls/zz broken 2026-02-05.vtt': 'no WebVTT' });
  settings = { DATABASE_URL: database.url, PARLEY_DATA_DIR: join(folder.path, 'data') };
  await runParley(['organizations', 'create', '--name', 'Acme'], settings);
});
after(async () => {
  await database.drop();
  await folder.remove();
});

const countMeetings = async () =>
  (await query<{ n: number }>(database.url, 'select count(*)::int as n from meetings'))[0]!.n;

async function readReport(): Promise<
  { file: string; meetings: unknown[]; notTaken: { reason: string }[] }[]
> {
  const names = await readdir(join(folder.path, 'data/imports'));
  assert.equal(names.length, 1, `${names}`);
  const text = await readFile(join(folder.path, 'data/imports', names[0]!), 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

test('a run that was killed goes on where it was, and takes each file once', async () => {
  const args = ['import', join(folder.path, 'calls'), '--host-email', 'ada@acme.example'];
  const { child, ended } = startParley(args, settings);
  await until(async () => (await countMeetings()) >= 100 || undefined);
  child.kill('SIGKILL');
  await ended;
  const taken = await countMeetings();
  assert.ok(taken < FILES, `${taken} were taken before the kill`);

  const again = await runParley([...args, '--json'], settings);
  assert.equal(again.code, 1);
  const { files, created, unchanged, doneBefore, notTaken, report } = JSON.parse(again.stdout);
  assert.deepEqual(
    { files, created, unchanged },
    { files: FILES + 1, created: FILES - taken, unchanged: taken },
  );
  assert.ok(doneBefore > 0 && doneBefore <= taken, `${doneBefore} of ${taken}`);
  assert.equal(notTaken.length, 1);
  assert.equal(await countMeetings(), FILES);

  const lines = await readReport();
  assert.ok(report.startsWith(join(folder.path, 'data/imports')));
  assert.equal(new Set(lines.map(({ file }) => file)).size, FILES + 2, 'each file, and the end');
  const broken = lines.find(({ file }) => file?.includes('zz broken'))!;
  assert.match(broken.notTaken[0]!.reason, /a WebVTT file begins with WEBVTT/);

  const third = await runParley(args, settings);
  assert.match(third.stdout, new RegExp(`0 created, 0 updated, ${FILES} unchanged`));
  assert.match(third.stdout, /Report: .*\.ndjson/);
  assert.ok(!third.stdout.includes('before the last run'), 'a run that had ended is not continued');
});

test('a file that was changed after the kill is imported anew', async () => {
  const own = join(folder.path, 'changed');
  const text = (word: string) => `WEBVTT\n\n00:01.000 --> 00:05.000\nAda: ${word}\n`;
  for (let index = 0; index < 300; index++)
    await folder.write(`changed/x-${index} 2026-03-05.vtt`, text('Old.'));
  const report = join(folder.path, 'changed.ndjson');
  const args = ['import', own, '--host-email', 'ada@acme.example', '--report', report];
  const { child, ended } = startParley(args, settings);
  await until(async () => (await readFile(report, 'utf8').catch(() => '')).includes('x-0 ') || undefined);
  child.kill('SIGKILL');
  await ended;
  await folder.write('changed/x-0 2026-03-05.vtt', text('Something else.'));
  const again = JSON.parse((await runParley([...args, '--json'], settings)).stdout);
  const changed = again.meetings.find(({ file }: { file: string }) => file.includes('x-0 '));
  assert.deepEqual(changed.changes, ['segments']);
  assert.equal(again.report, report);
});

test('a report of a run with other options is not continued, and another file is not overwritten', async () => {
  await folder.write('other/one 2026-04-05.vtt', 'WEBVTT\n\n00:01.000 --> 00:05.000\nAda: Hello.\n');
  await folder.write('other/two 2026-04-05.vtt', 'no WebVTT');
  const report = join(folder.path, 'other/report.ndjson');
  const importAs = (...options: string[]) =>
    runParley(['import', join(folder.path, 'other'), '--report', report, '--json', ...options], settings);
  const first = JSON.parse((await importAs('--host-email', 'ada@acme.example')).stdout);
  assert.deepEqual([first.created, first.notTaken.length], [1, 1]);
  const [, done] = (await readFile(report, 'utf8')).split('\n');
  const fields = ['file', 'version', 'meetings', 'emails', 'notTaken', 'warnings'];
  assert.deepEqual(Object.keys(JSON.parse(done!)), fields);
  // As if the run had been killed before its last line.
  const lines = (await readFile(report, 'utf8')).split('\n').filter((line) => !line.includes('"ended"'));
  await writeFile(report, lines.join('\n'));

  const other = JSON.parse((await importAs('--host-email', 'bo@acme.example')).stdout);
  assert.deepEqual([other.doneBefore, other.updated], [0, 1], 'the host is another one');
  assert.equal(other.files, 2, 'the report is none of the files');

  const text = '{"meeting": {"title": "Not to be lost"}}\n';
  await writeFile(report, text);
  const refused = await importAs('--host-email', 'ada@acme.example');
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /report\.ndjson is no report of an import/);
  assert.equal(await readFile(report, 'utf8'), text);
});
