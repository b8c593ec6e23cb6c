import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { query } from './query.ts';
import { makeFolder, runParley, startParley } from './run-parley.ts';

const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:05.000\nAda: ${text}\n`;

/** An organization on a database of its own, and a folder of files: the tests run at the same time, and mostly wait. */
async function prepare(t: TestContext, files: Record<string, string>) {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const folder = await makeFolder(files);
  t.after(() => folder.remove());
  const settings = { DATABASE_URL: database.url, PARLEY_DATA_DIR: join(folder.path, 'data') };
  await runParley(['organizations', 'create', '--name', 'Acme'], settings);
  const titles = async () => {
    const rows = await query<{ title: string }>(database.url, 'select title from meetings order by title');
    return rows.map(({ title }) => title);
  };
  return { database, folder, settings, titles };
}

/** The pauses between attempts are up to four seconds here. */
const LIMIT_MS = 60_000;

const FAILING_READS = fileURLToPath(new URL('./failing-reads.mjs', import.meta.url));

describe('parley import --watch', { concurrency: true }, () => {
  test('a watched folder is imported as files come; those that are still written wait', async (t) => {
    const { database, folder, settings, titles } = await prepare(t, {
      'in/first 2026-02-05.vtt': vtt('First.'),
    });
    const at = (name: string) => join(folder.path, 'in', name);
    const watch = () =>
      startParley(
        ['import', '--watch', join(folder.path, 'in'), '--host-email', 'ada@acme.example'],
        settings,
      );
    const { child, ended } = watch();
    try {
      await until(async () => (await titles()).length === 1 || undefined);
      await symlink('/nowhere', at('dangling.vtt'));
      await folder.write('in/upload.vtt.part', vtt('Not yet.'));
      await folder.write('in/broken 2026-02-06.vtt', 'no WebVTT');
      // Grows for longer than it would take to be imported if nobody wrote it.
      await folder.write('in/slow 2026-02-07.vtt', vtt('Slow.'));
      for (let cue = 2; cue < 8; cue++) {
        await sleep(700);
        assert.deepEqual(await titles(), ['first 2026-02-05'], 'it is still written');
        await appendFile(
          at('slow 2026-02-07.vtt'),
          `\n00:0${cue}.000 --> 00:0${cue}.500\nAda: Word ${cue}.\n`,
        );
      }
      await until(async () => (await titles()).length === 2 || undefined);
      await rename(at('upload.vtt.part'), at('upload 2026-02-08.vtt'));
      await until(async () => (await titles()).length === 3 || undefined);
      assert.deepEqual(await titles(), ['first 2026-02-05', 'slow 2026-02-07', 'upload 2026-02-08']);
    } finally {
      child.kill('SIGTERM');
    }
    const { code, stdout, stderr } = await ended;
    assert.equal(code, 0, stderr);
    assert.equal(stdout.match(/1 item created/g)?.length, 3, stdout);
    assert.equal(stderr.match(/broken 2026-02-06.vtt: not taken: /g)?.length, 1, 'a file is refused once');
    assert.equal(stderr.match(/dangling\.vtt: there is no such file/g)?.length, 1, stderr);
    const [slow] = await query<{ entries: number }>(
      database.url,
      `select entry_count as entries from transcript_words w join meetings m on m.id = w.meeting_id where title like 'slow%'`,
    );
    assert.equal(slow!.entries, 7);

    await folder.write('in/later 2026-02-09.vtt', vtt('Later.'));
    const second = watch();
    try {
      await until(async () => (await titles()).length === 4 || undefined);
    } finally {
      second.child.kill('SIGTERM');
    }
    const again = await second.ended;
    assert.deepEqual(
      again.stdout.match(/[^/]*\.vtt/g),
      ['later 2026-02-09.vtt'],
      'what was done is not done again',
    );
  });

  test('a report that cannot be written ends the watch, and the next one goes on', async (t) => {
    const { folder, settings, titles } = await prepare(t, { 'full/one 2026-05-01.vtt': vtt('One.') });
    const report = join(folder.path, 'full.ndjson');
    const watch = () =>
      startParley(
        [
          'import',
          '--watch',
          join(folder.path, 'full'),
          '--report',
          report,
          '--host-email',
          'ada@acme.example',
        ],
        settings,
      );
    const isThere = (count: number) => until(async () => (await titles()).length === count || undefined);
    const first = watch();
    await isThere(1);
    await until(async () => (await readFile(report, 'utf8')).includes('one 2026-05-01') || undefined);
    await rm(report);
    await mkdir(report);
    await folder.write('full/two 2026-05-02.vtt', vtt('Two.'));
    const { code, stderr } = await first.ended;
    assert.equal(code, 1);
    assert.match(stderr, /The report .*full\.ndjson cannot be written: EISDIR.*; run it again/);
    await rmdir(report);
    await folder.write('full/three 2026-05-03.vtt', vtt('Three.'));
    const second = watch();
    await isThere(3);
    second.child.kill('SIGTERM');
    assert.match((await second.ended).stdout, /two 2026-05-02\.vtt: 1 item unchanged/);
  });

  test('a file that cannot be read is tried again as it is; --json, --report and --restart have their meaning', async (t) => {
    const { folder, settings, titles } = await prepare(t, {
      'away/away 2026-03-01.vtt': vtt('Away.'),
      'away/away 2026-03-01.vtt.away': '',
    });
    const report = join(folder.path, 'away.ndjson');
    const args = ['import', '--watch', join(folder.path, 'away'), '--host-email', 'ada@acme.example'];
    const watch = (...more: string[]) =>
      startParley([...args, ...more], { ...settings, NODE_OPTIONS: `--import=${FAILING_READS}` });
    const linesOf = async () =>
      (await readFile(report, 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .filter(({ file }) => file !== undefined);
    const first = watch('--json', '--report', report);
    try {
      // It is refused twice, so that the pauses are seen to go on.
      await until(async () => (await linesOf()).length === 2 || undefined, LIMIT_MS);
      await rm(join(folder.path, 'away', 'away 2026-03-01.vtt.away'));
      await until(async () => (await titles()).includes('away 2026-03-01') || undefined, LIMIT_MS);
    } finally {
      first.child.kill('SIGTERM');
    }
    const { code, stdout, stderr } = await first.ended;
    assert.equal(code, 0, stderr);
    const told = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const reason = { reason: 'it cannot be read: EIO: i/o error, read', mayPass: true };
    assert.deepEqual(
      told.map(({ notTaken, meetings }) => [
        notTaken,
        meetings.map(({ outcome }: { outcome: string }) => outcome),
      ]),
      [
        [[reason], []],
        [[], ['created']],
      ],
      'the reason is told once',
    );
    assert.doesNotMatch(stderr, /not taken/);

    const again = watch('--json', '--report', report, '--restart');
    try {
      await until(async () => (await linesOf()).length === 1 || undefined);
    } finally {
      again.child.kill('SIGTERM');
    }
    assert.match((await again.ended).stdout, /"outcome":"unchanged"/);
  });
});
