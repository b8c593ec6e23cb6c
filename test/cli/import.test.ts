import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ALWAYS } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { query } from './query.ts';
import { makeFolder, runParley } from './run-parley.ts';

const STANDUP = `WEBVTT\r
\r
1\r
00:00:01.250 --> 00:00:03.000\r
Ada Park: Good morning, Zoë.\r
\r
2\r
00:00:03.100 --> 00:00:04.007\r
ada  park: Shall we?\r
\r
3\r
00:00:04.500 --> 00:01:00.500\r
Zoë: Yes.\r
`;

const SRT = '1\n00:00:02,000 --> 00:00:09,000\nHello.\n';

const body = (changes: Record<string, unknown>) => ({
  meeting: {
    title: 'From JSON',
    startTime: '2026-03-01T10:00:00+01:00',
    endTime: '2026-03-01T10:30:00+01:00',
    host: { email: 'bo@acme.example' },
    ...changes,
  },
});

const JSONL = [
  body({ id: 'json-1', sourceType: 'GONG', salesforceAccountId: '0018c00002ABCDE' }),
  body({}),
  body({ id: 'json-3', endTime: '2026-03-01T08:00:00Z' }),
  body({ id: 'json-1', sourceType: 'GONG', title: 'Another one of the same id' }),
  body({ id: 'json-5', host: undefined }),
  body({ id: 'json-6', sourceType: 'SKYPE' }),
]
  .map((one) => JSON.stringify(one))
  .join('\n');

let service: TestService;
let folder: Awaited<ReturnType<typeof makeFolder>>;
const at = (name: string) => join(folder.path, name);
const HOST = ['--host-email', 'host@acme.example', '--host-name', 'The Host'];
const parley = (...args: string[]) => runParley(['import', ...args], { DATABASE_URL: service.databaseUrl });

before(async () => {
  service = await startService();
  folder = await makeFolder({
    'calls/standup__2026-02-05_174.vtt': STANDUP,
    'calls/deep/GMT20260206-140312_Recording.srt': Buffer.from(`\uFEFF${SRT}`, 'utf16le'),
    'calls/export.jsonl': JSONL,
    'calls/notes.txt': 'not a meeting',
    'calls/.hidden.vtt': 'nor this',
    'calls/undated.vtt': STANDUP,
    'calls/2026-02-01 to 2026-02-03.vtt': STANDUP,
    'calls/broken 2026-02-01.vtt': 'no WebVTT',
    'calls/huge 2026-02-01.vtt': Buffer.alloc(16 * 1024 * 1024 + 1, 'x'),
    'calls/latin 2026-02-01.srt': Buffer.from(SRT.replace('Hello', 'H\u00e9llo'), 'latin1'),
    'calls/zz/standup__2026-02-05_174.vtt': STANDUP.replace('Yes', 'No'),
  });
  // Nobody writes into it, so reading it would never end.
  execFileSync('mkfifo', [at('calls/pipe.txt')]);
});
after(async () => {
  await service.stop();
  await folder.remove();
});

/** The service's meetings, by title. */
async function meetings(filter: Record<string, string> = {}) {
  const { body: page } = await service.client.get('/v1/meetings', { ...ALWAYS, pageSize: '50', ...filter });
  return new Map<string, Record<string, unknown>>(
    page.meetings.map((one: { title: string }) => [one.title, one]),
  );
}

/** Returns the rows that a second run must not change, with the times at which they were written. */
const everyRow = () =>
  query(
    service.databaseUrl,
    `select (select json_agg(m) from meetings m) as meetings, (select json_agg(a) from audit_records a) as audit,
       (select json_agg(p) from meeting_transcript_pieces p) as pieces`,
  );

test('a folder is imported recursively; rejected files are reported with the reason', async () => {
  const ran = await parley(at('calls'), at('gone.vtt'), at('calls/notes.txt'), ...HOST, '--json');
  assert.deepEqual({ code: ran.code, stderr: ran.stderr }, { code: 1, stderr: '' });
  const report = JSON.parse(ran.stdout);
  const { files, created, updated, unchanged, passedOver } = report;
  assert.deepEqual(
    { files, created, updated, unchanged, passedOver },
    { files: 10, created: 6, updated: 0, unchanged: 0, passedOver: 2 },
  );
  const reasons = report.notTaken.map((one: { file: string; item?: number; reason: string }) => [
    one.file.slice(folder.path.length + 1) + (one.item === undefined ? '' : `#${one.item}`),
    one.reason,
  ]);
  const expected: [string, RegExp][] = [
    ['gone.vtt', /^there is no such file/],
    ['calls/2026-02-01 to 2026-02-03.vtt', /^its name holds several dates; give --date/],
    ['calls/broken 2026-02-01.vtt', /^line 1: a WebVTT file begins with WEBVTT$/],
    ['calls/export.jsonl#3', /^meeting\.endTime must not be before meeting\.startTime$/],
    ['calls/export.jsonl#4', /export\.jsonl has the same meeting, with other content/],
    ['calls/export.jsonl#6', /^meeting\.sourceType must be one of USER_PROVIDED, /],
    ['calls/huge 2026-02-01.vtt', /^it has 16777217 bytes and may have 16 MiB; split it$/],
    ['calls/undated.vtt', /^its date is not known; give --date/],
    [
      'calls/zz/standup__2026-02-05_174.vtt',
      /calls\/standup__2026-02-05_174\.vtt has the same meeting, with/,
    ],
    ['calls/notes.txt', /^its content is in no known format; such a file contains /],
  ];
  assert.deepEqual(
    reasons.map(([file]: string[]) => file),
    expected.map(([file]) => file),
  );
  for (const [index, [file, reason]] of expected.entries()) assert.match(reasons[index][1], reason, file);
});

test('imported transcripts come back through the API word for word, to the millisecond', async () => {
  const all = await meetings({ sourceTypes: 'USER_PROVIDED' });
  const standup = all.get('standup 2026-02-05 174')!;
  const [ada, zoe] = standup.attendees as { id: string; name: string }[];
  assert.deepEqual(standup, {
    id: standup.id,
    title: 'standup 2026-02-05 174',
    startTime: '2026-02-05T00:00:00Z',
    endTime: '2026-02-05T00:01:00.500Z',
    host: { email: 'host@acme.example', name: 'The Host' },
    attendees: [
      { id: ada!.id, name: 'Ada Park' },
      { id: zoe!.id, name: 'Zoë' },
    ],
    transcript: {
      entries: [
        {
          text: 'Good morning, Zoë.',
          speaker: { name: 'Ada Park', attendeeId: ada!.id },
          timestamp: '00:00:01.250',
          timestampSeconds: 1.25,
        },
        {
          text: 'Shall we?',
          speaker: { name: 'ada  park', attendeeId: ada!.id },
          timestamp: '00:00:03.100',
          timestampSeconds: 3.1,
        },
        {
          text: 'Yes.',
          speaker: { name: 'Zoë', attendeeId: zoe!.id },
          timestamp: '00:00:04.500',
          timestampSeconds: 4.5,
        },
      ],
    },
  });
  const zoom = all.get('GMT20260206-140312 Recording')!;
  assert.deepEqual([zoom.startTime, zoom.endTime], ['2026-02-06T14:03:12Z', '2026-02-06T14:03:21Z']);
  assert.equal(all.get('From JSON')?.startTime, '2026-03-01T09:00:00Z');
  const gong = await meetings({ sourceTypes: 'GONG' });
  assert.equal(gong.get('From JSON')?.crmAccountId, '0018c00002ABCDEAA5');
});

test('JSON bodies keep their own fields; the flags fill in what they lack', async () => {
  const found = await query<{ host_email: string }>(
    service.databaseUrl,
    `select host_email from meetings where title = 'From JSON' order by external_id`,
  );
  assert.deepEqual(found.map((row) => row.host_email).sort(), [
    'bo@acme.example',
    'bo@acme.example',
    'host@acme.example',
  ]);
});

test('a second run changes nothing, not even a row', async () => {
  const before = await everyRow();
  const ran = await parley(at('calls'), ...HOST);
  assert.equal(ran.code, 1);
  const [sums, ...rest] = ran.stdout.split('\n');
  assert.equal(sums, '6 meetings from 9 files: 0 created, 0 updated, 6 unchanged.');
  assert.deepEqual(rest.toSpliced(2, 1), ['8 not taken.', '2 other files in the folders passed over.', '']);
  assert.match(rest[2]!, /^Report: .+\.ndjson$/);
  assert.match(
    ran.stderr,
    /^parley: \S.*latin.*: .*read as Windows-1252\n(?:parley: \S.*: not taken: .+\n){8}$/,
  );
  assert.deepEqual(await everyRow(), before);
});

test('a corrected file, date or host updates its meeting, wherever the file lies', async () => {
  const name = 'standup__2026-02-05_174.vtt';
  await folder.write(`moved/${name}`, STANDUP.replace('Shall we?', 'Let us.'));
  const words = await parley(at(`moved/${name}`), ...HOST, '--json');
  assert.deepEqual(JSON.parse(words.stdout).meetings[0].changes, ['segments']);
  const start = [
    '--date',
    '2026-02-05T14:00:00Z',
    '--title',
    'Stand-up',
    '--attendee',
    'Ada Park <ada@acme.example>',
  ];
  const details = await parley(at(`moved/${name}`), ...HOST, ...start, '--json');
  const [changed] = JSON.parse(details.stdout).meetings;
  assert.deepEqual(changed.changes, ['title', 'startMs', 'endMs', 'attendees']);
  const { body: stored } = await service.client.get(`/v1/meetings/${changed.meetingId}`);
  assert.deepEqual([stored.title, stored.startTime], ['Stand-up', '2026-02-05T14:00:00Z']);
  const entries = stored.transcript.entries as { text: string; speaker: { attendeeId?: string } }[];
  assert.deepEqual(
    entries.map(({ text }) => text),
    ['Good morning, Zoë.', 'Let us.', 'Yes.'],
  );
  assert.equal(entries[1]?.speaker.attendeeId, stored.attendees[0].id);
});

test('another meeting in a file of the same name does not overwrite the first', async () => {
  const name = 'standup__2026-02-05_174.vtt';
  await folder.write(`other/${name}`, STANDUP.replaceAll('Zoë', 'Bo'));
  const before = await everyRow();
  const ran = await parley(at(`other/${name}`), ...HOST, '--date', '2026-05-05');
  assert.equal(ran.code, 1);
  assert.match(
    ran.stderr,
    /not taken: meeting \d+ came from a file of this name, with another start and other words/,
  );
  assert.deepEqual(await everyRow(), before);
});

test('a run that changed something writes one audit record', async () => {
  const records = await query(
    service.databaseUrl,
    `select actor_key_id, subject, detail from audit_records where action = 'meetings.import' order by id`,
  );
  const actor_key_id = null;
  assert.deepEqual(records, [
    { actor_key_id, subject: '6 meetings', detail: { created: 6, updated: 0, unchanged: 0, notTaken: 10 } },
    { actor_key_id, subject: '1 meeting', detail: { created: 0, updated: 1, unchanged: 0, notTaken: 0 } },
    { actor_key_id, subject: '1 meeting', detail: { created: 0, updated: 1, unchanged: 0, notTaken: 0 } },
  ]);
});
