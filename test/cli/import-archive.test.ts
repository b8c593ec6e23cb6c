import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../support/postgres.ts';
import { query } from './query.ts';
import { makeFolder, runParley } from './run-parley.ts';
import { makeZip } from './zip.ts';

const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:05.000\nAda: ${text}\n`;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof makeFolder>>;
const parley = (...names: string[]) =>
  runParley(
    ['import', ...names.map((name) => join(folder.path, name)), '--host-email', 'ada@acme.example', '--json'],
    { DATABASE_URL: database.url, PARLEY_DATA_DIR: join(folder.path, 'data') },
  );

before(async () => {
  database = await createTestDatabase();
  await runParley(['organizations', 'create', '--name', 'Acme'], { DATABASE_URL: database.url });
});
after(() => database.drop());
before(async () => {
  folder = await makeFolder({});
});
after(() => folder.remove());

const titles = async () =>
  (await query<{ title: string }>(database.url, 'select title from meetings order by title')).map(
    ({ title }) => title,
  );

test('the files of an archive are imported as if they were unpacked; what cannot be read is told by its name', async () => {
  const damaged = vtt('Damaged.');
  const zip = makeZip([
    { name: 'monday/one 2026-02-02.vtt', content: vtt('One.') },
    { name: 'monday/', content: '' },
    { name: '__MACOSX/monday/._one 2026-02-02.vtt', content: 'x' },
    { name: 'two 2026-02-03.vtt', content: vtt('Two.') },
    { name: 'damaged 2026-02-04.vtt', content: damaged, crc32: 1 },
    { name: 'no transcript 2026-02-05.vtt', content: 'no WebVTT' },
    { name: 'older.zip', content: makeZip([{ name: 'three 2026-02-06.vtt', content: vtt('Three.') }]) },
    { name: 'picture.png', content: 'x' },
    {
      name: 'mail.eml',
      content:
        'From: ada@acme.example\r\nTo: bo@beta.example\r\nDate: Mon, 2 Feb 2026 10:00:00 +0000\r\nSubject: Plan\r\n\r\nHi.\r\n',
    },
  ]);
  await folder.write('calls.zip', zip as unknown as string);
  const ran = await parley('calls.zip');
  const report = JSON.parse(ran.stdout);
  assert.deepEqual([ran.code, report.created, report.passedOver, report.emails.length], [1, 3, 1, 1]);
  const reasons = new Map(
    report.notTaken.map((one: { file: string; reason: string }) => [
      one.file.slice(folder.path.length + 1),
      one.reason,
    ]),
  );
  assert.deepEqual([...reasons.keys()].toSorted(), [
    'calls.zip/damaged 2026-02-04.vtt',
    'calls.zip/no transcript 2026-02-05.vtt',
    'calls.zip/older.zip',
  ]);
  assert.match(`${reasons.get('calls.zip/damaged 2026-02-04.vtt')}`, /^it is damaged in the archive/);
  assert.match(`${reasons.get('calls.zip/older.zip')}`, /^it is an archive in an archive/);
  assert.deepEqual(await titles(), ['one 2026-02-02', 'two 2026-02-03']);

  await folder.write('two 2026-02-03.vtt', vtt('Two.'));
  const again = JSON.parse((await parley('two 2026-02-03.vtt')).stdout);
  assert.deepEqual([again.created, again.unchanged], [0, 1], 'unpacked, it is the same meeting');
});

test('nothing of an archive is taken that cannot be trusted as a whole', async () => {
  const good = { name: 'good 2026-03-01.vtt', content: vtt('Good.') };
  const whole = makeZip([good]);
  const cases: [string, Buffer, RegExp][] = [
    [
      'outside.zip',
      makeZip([good, { name: '../outside 2026-03-02.vtt', content: vtt('Out.') }]),
      /"?\.\.\/outside.* leads out/,
    ],
    [
      'absolute.zip',
      makeZip([good, { name: '/etc/x 2026-03-02.vtt', content: vtt('Out.') }]),
      /leads out of the archive/,
    ],
    [
      'secret.zip',
      makeZip([good, { name: 's 2026-03-02.vtt', content: vtt('S.'), isEncrypted: true }]),
      /is encrypted/,
    ],
    ['cut.zip', whole.subarray(0, whole.length - 30), /its end is missing/],
    ['text.zip', Buffer.from('not an archive'), /not a ZIP archive/],
    ['empty.zip', Buffer.alloc(0), /not a ZIP archive/],
    [
      'bomb.zip',
      makeZip([
        good,
        ...Array.from({ length: 10 }, (_, index) => ({
          name: `bomb-${index} 2026-03-02.vtt`,
          content: Buffer.alloc(15 * 1024 * 1024),
        })),
      ]),
      /would unpack to \d+/,
    ],
  ];
  const before = await titles();
  for (const [name, bytes, reason] of cases) {
    await folder.write(name, bytes as unknown as string);
    const ran = await parley(name);
    const { notTaken, created } = JSON.parse(ran.stdout);
    assert.deepEqual([ran.code, created, notTaken.length], [1, 0, 1], name);
    assert.match(notTaken[0].reason, reason);
    assert.equal(notTaken[0].file, join(folder.path, name));
  }
  assert.deepEqual(await titles(), before);
});

test('a file that is larger than its archive says is refused', async () => {
  const lying = makeZip([{ name: 'lies 2026-03-01.vtt', content: vtt('x'.repeat(5000)), bytes: 100 }]);
  await folder.write('lying.zip', lying as unknown as string);
  const { notTaken, created } = JSON.parse((await parley('lying.zip')).stdout);
  assert.equal(created, 0);
  assert.match(notTaken[0].reason, /^it is damaged in the archive/);
});

test('a file in an archive may not be larger than one beside it', async () => {
  const large = `${vtt('Large.')}\n`.padEnd(17 * 1024 * 1024, ' ');
  const archive = makeZip([
    { name: 'large 2026-05-01.vtt', content: large },
    { name: 'small 2026-05-02.vtt', content: vtt('Small.') },
  ]);
  await folder.write('sizes.zip', archive as unknown as string);
  const { notTaken, created } = JSON.parse((await parley('sizes.zip')).stdout);
  assert.equal(created, 1);
  assert.deepEqual(
    notTaken.map(({ reason }: { reason: string }) => reason),
    ['it has 17825792 bytes and may have 16 MiB; split it'],
  );
});
