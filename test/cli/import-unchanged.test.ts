import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createFilePreparation, type MeetingToCompare } from '../../src/cli/import/prepare-files.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { query } from './query.ts';
import { makeFolder, runParley, startParley } from './run-parley.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let settings: Record<string, string>;

const vtt = (word: string) => `WEBVTT\n\n00:01.000 --> 00:05.000\nAda: ${word}\n`;
const DATE = '2026-02-05.vtt';

before(async () => {
  database = await createTestDatabase();
  folder = await makeFolder({
    [`calls/3/gone ${DATE}`]: vtt('Gone.'),
    [`calls/4/kept ${DATE}`]: vtt('Kept.'),
    [`calls/5/renamed ${DATE}`]: vtt('Renamed.'),
  });
  settings = { DATABASE_URL: database.url, PARLEY_DATA_DIR: join(folder.path, 'data') };
  await runParley(['organizations', 'create', '--name', 'Acme'], settings);
});
after(async () => {
  await database.drop();
  await folder.remove();
});

const args = () => ['import', join(folder.path, 'calls'), '--host-email', 'ada@acme.example', '--json'];

test('meetings that were unchanged when their files were read, but no more when they are stored, are stored', async () => {
  await runParley(args(), settings);
  // Another writer stores a meeting that the next run has to wait for; two files with it end a group.
  await folder.write(`calls/1/new ${DATE}`, vtt('New.'));
  await folder.write(`calls/2/new ${DATE}`, vtt('New.'));
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  await writer.query('begin');
  await writer.query(`insert into meetings (organization_id, source_type, external_id, title, start_time, end_time, host_email,
      attendees, head)
    select organization_id, source_type, 'new ${DATE}', title, start_time, end_time, host_email, attendees, head
    from meetings limit 1`);
  const { ended } = startParley(args(), settings);
  await until(async () => {
    const waiting = await query(
      database.url,
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return waiting.length > 0 || undefined;
  });
  await query(database.url, `delete from meetings where external_id = 'gone ${DATE}'`);
  await query(database.url, `update meetings set title = 'Other' where external_id = 'renamed ${DATE}'`);
  await writer.query('rollback');
  await writer.end();

  const { stdout, stderr } = await ended;
  const { meetings, notTaken } = JSON.parse(stdout);
  assert.deepEqual(notTaken, [], stderr);
  const outcomes = meetings.map(
    ({ file, outcome, changes = [] }: { file: string; outcome: string; changes?: string[] }) => [
      file.split('calls/')[1]!.split(' ')[0],
      outcome,
      ...changes,
    ],
  );
  assert.deepEqual(outcomes, [
    ['1/new', 'created'],
    ['2/new', 'unchanged'],
    ['3/gone', 'created'],
    ['4/kept', 'unchanged'],
    ['5/renamed', 'updated', 'title'],
  ]);
  const stored = await query<{ name: string; pieces: number; words: number }>(
    database.url,
    `select split_part(external_id, ' ', 1) as name,
       (select count(*)::int from meeting_transcript_pieces p where p.meeting_id = m.id) as pieces,
       (select count(*)::int from transcript_words w where w.meeting_id = m.id) as words
     from meetings m order by name`,
  );
  assert.deepEqual(
    stored,
    ['gone', 'kept', 'new', 'renamed'].map((name) => ({ name, pieces: 1, words: 1 })),
  );
});

test('a file whose meeting is stored as it is yields no transcript, and other meetings do', async () => {
  const asked: string[] = [];
  const preparation = createFilePreparation(1, async (meetings: readonly MeetingToCompare[]) => {
    asked.push(...meetings.map(({ incoming }) => incoming.externalId!));
    return meetings.map(({ incoming }) => incoming.externalId === `kept ${DATE}`);
  });
  try {
    const beside = { row: {}, flags: { hostEmail: 'ada@acme.example' } };
    const tasks = ['3/gone', '4/kept'].map((name) => {
      const path = join(folder.path, `calls/${name} ${DATE}`);
      return { name: path, path, beside };
    });
    const [gone, kept] = (await preparation.prepare(tasks)).map((file) => {
      assert.ok('meetings' in file);
      return file.meetings[0]!;
    });
    assert.deepEqual(asked, [`gone ${DATE}`, `kept ${DATE}`]);
    assert.ok('incoming' in gone! && gone.incoming.pieces?.length === 1);
    assert.ok('unchanged' in kept! && kept.unchanged.transcriptHash?.length === 32);
    const whole = await preparation.prepareWhole(tasks[1]!);
    assert.ok('meetings' in whole && 'incoming' in whole.meetings[0]!);
    assert.equal(asked.length, 2, 'nobody is asked about a meeting that is needed');
  } finally {
    await preparation.close();
  }
});

test('while all meetings are new, a batch in eight asks', async () => {
  let asked = 0;
  const preparation = createFilePreparation(1, async (meetings) => {
    asked += 1;
    return meetings.map(() => false);
  });
  try {
    const path = join(folder.path, `calls/3/gone ${DATE}`);
    const task = { name: path, path, beside: { row: {}, flags: { hostEmail: 'ada@acme.example' } } };
    for (const after of [1, 1, 1, 1, 1, 1, 1, 1, 2, 2]) {
      const [file] = await preparation.prepare([task]);
      assert.ok('meetings' in file! && 'incoming' in file.meetings[0]!);
      assert.equal(asked, after);
    }
  } finally {
    await preparation.close();
  }
});
