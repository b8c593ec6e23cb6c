import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readManifest } from '../../src/cli/import/manifest.ts';
import { ALWAYS } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { query } from './query.ts';
import { makeFolder, runParley } from './run-parley.ts';

const VTT = 'WEBVTT\n\n00:01.000 --> 00:05.000\n<v Ada>Hello.\n';

const MANIFEST = [
  'title,file,startTime,endTime,hostEmail,attendees,accountId,opportunityId,sourceType,externalId',
  'First,calls/a.vtt,2026-02-05T14:00:00Z,2026-02-05T15:00:00Z,ada@acme.example,Ada <ada@acme.example>; Bo,acc-1,opp-1,ZOOM,zoom-1',
  ',calls/b.vtt,2026-02-06,,,,,,,',
  ',calls/c.vtt,yesterday,,,,,,FAX,',
  ',calls/gone.vtt,2026-02-06,,,,,,,',
].join('\n');

let service: TestService;
let folder: Awaited<ReturnType<typeof makeFolder>>;
const parley = (...args: string[]) => runParley(['import', ...args], { DATABASE_URL: service.databaseUrl });
const manifest = () => ['--manifest', join(folder.path, 'manifest.csv')];
const FLAGS = ['--host-email', 'host@acme.example', '--host-name', 'The Host', '--account', 'acc-2'];
const countMeetings = async () =>
  (await query<{ n: number }>(service.databaseUrl, 'select count(*)::int as n from meetings'))[0]!.n;

before(async () => {
  service = await startService();
  folder = await makeFolder({
    'manifest.csv': MANIFEST,
    'calls/a.vtt': VTT,
    'calls/b.vtt': VTT,
    'calls/c.vtt': VTT,
  });
});
after(async () => {
  await service.stop();
  await folder.remove();
});

test('a dry run checks everything and writes nothing', async () => {
  const ran = await parley(...manifest(), ...FLAGS, '--dry-run');
  assert.equal(ran.code, 1);
  assert.equal(
    ran.stdout,
    '2 meetings from 3 files: would be 2 created, 0 updated, 0 unchanged.\n2 not taken.\nNothing was written: this was a dry run.\n',
  );
  assert.equal(await countMeetings(), 0);
});

test('a manifest says what each file is; the flags are what it leaves out', async () => {
  const ran = await parley(...manifest(), ...FLAGS, '--json');
  const report = JSON.parse(ran.stdout);
  assert.deepEqual(
    report.notTaken.map(({ file, reason }: { file: string; reason: string }) => [
      file.split('/').at(-1),
      reason,
    ]),
    [
      ['gone.vtt', 'manifest.csv line 5: there is no such file or folder'],
      ['c.vtt', report.notTaken[1].reason],
    ],
  );
  assert.match(
    report.notTaken[1].reason,
    /^startTime must be a date, .*; sourceType must be one of USER_PROVIDED,/,
  );
  const { body } = await service.client.get('/v1/meetings', ALWAYS);
  const shown = body.meetings.map(
    ({ id: _id, transcript: _transcript, attendees, ...rest }: Record<string, unknown>) => ({
      ...rest,
      attendees: (attendees as Record<string, unknown>[]).map(({ id: _attendeeId, ...who }) => who),
    }),
  );
  assert.deepEqual(shown, [
    {
      title: 'First',
      startTime: '2026-02-05T14:00:00Z',
      endTime: '2026-02-05T15:00:00Z',
      host: { email: 'ada@acme.example' },
      attendees: [{ name: 'Ada', email: 'ada@acme.example' }, { name: 'Bo' }],
      crmAccountId: 'acc-1',
      crmOpportunityId: 'opp-1',
    },
    {
      title: 'b',
      startTime: '2026-02-06T00:00:00Z',
      endTime: '2026-02-06T00:00:05Z',
      host: { email: 'host@acme.example', name: 'The Host' },
      attendees: [{ name: 'Ada' }],
      crmAccountId: 'acc-2',
    },
  ]);
  const identities = await query(
    service.databaseUrl,
    'select source_type, external_id from meetings order by start_time',
  );
  assert.deepEqual(identities, [
    { source_type: 'ZOOM', external_id: 'zoom-1' },
    { source_type: 'USER_PROVIDED', external_id: 'b.vtt' },
  ]);
});

test('a manifest that cannot be right as a whole is refused before anything is taken', async () => {
  const before = await countMeetings();
  const cases: [string, RegExp][] = [
    ['file,acountId\na.vtt,1\n', /unknown column "acountId"; did you mean accountId\?/],
    ['title\nA\n', /column file is required/],
    ['file,title\n,A\n', /line 2 has no file/],
    ['file\ncalls/a.vtt\ncalls/../calls/a.vtt\n', /line 3 has the file of line 2 again/],
    ['file,externalId\ncalls/a.vtt,x\ncalls/b.vtt,x\n', /line 3 has the externalId of line 2 again/],
  ];
  for (const [text, message] of cases) {
    await folder.write('wrong.csv', text);
    await assert.rejects(readManifest(join(folder.path, 'wrong.csv')), message);
  }
  const ran = await parley('--manifest', join(folder.path, 'wrong.csv'), ...FLAGS, '--date', '2026-01-01');
  assert.deepEqual(ran, {
    code: 1,
    stdout: '',
    stderr: 'parley: wrong.csv: line 3 has the externalId of line 2 again\n',
  });
  assert.equal(await countMeetings(), before);
});
