import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestClient } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
});
after(() => service.stop());

const VTT = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ada Park>Shall we start with the numbers?

00:00:05.500 --> 00:01:00.000
<v Grace Lund>Yes, please.
`;
const SRT = `1
00:00:01,000 --> 00:00:04,000
Ada Park: Shall we start?

2
00:00:05,500 --> 00:01:00,000
Grace Lund: Yes, please.
`;
const HOST = { hostEmail: 'ada@parley.example' };

function importFile(
  client: TestClient,
  fileName: string,
  raw: string | Buffer,
  query: Record<string, string> = {},
) {
  return client.send('POST', 'api', '/v1/meetings/import', {
    query: { fileName, ...query },
    headers: { 'Content-Type': 'application/octet-stream' },
    raw,
  });
}

test('a transcript becomes a meeting: by what the query says, then the file and its name', async () => {
  const { client } = await service.tenant();
  const answer = await importFile(client, 'acme-review_2026-01-31.vtt', VTT, {
    ...HOST,
    hostName: 'Ada Park',
  });
  assert.equal(answer.status, 200, answer.text);
  const { meetingId, ...told } = answer.body;
  assert.deepEqual(told, {
    ...{ created: true, outcome: 'created', format: 'WebVTT', title: 'acme-review 2026-01-31' },
    ...{ startTime: '2026-01-31T00:00:00Z', entries: 2, speakers: 2, warnings: [] },
  });
  const { body } = await client.get(`/v1/meetings/${meetingId}`);
  assert.equal(body.endTime, '2026-01-31T00:01:00Z');
  assert.deepEqual(body.host, { email: 'ada@parley.example', name: 'Ada Park' });
  assert.deepEqual(
    body.attendees.map(({ name }: { name: string }) => name),
    ['Ada Park', 'Grace Lund'],
  );
  assert.equal(body.transcript.entries[1].text, 'Yes, please.');

  const given = {
    ...{ title: 'Review', startTime: '2026-02-01T09:00:00+01:00', endTime: '2026-02-01T10:00:00Z' },
    ...{ attendees: 'Grace Lund <grace@acme.example>; Bo', sourceType: 'ZOOM', externalId: 'zoom-7' },
    ...{ salesforceAccountId: '0018c00002ABCDEAA5', salesforceOpportunityId: '0068c00002ABCDEAA5' },
  };
  const second = await importFile(client, 'GMT20260131.srt', SRT, { ...HOST, ...given });
  assert.equal(second.status, 200, second.text);
  assert.deepEqual([second.body.format, second.body.entries], ['SubRip', 2]);
  const { body: shown } = await client.get(`/v1/meetings/${second.body.meetingId}`);
  assert.deepEqual(
    [shown.title, shown.startTime, shown.endTime, shown.crmAccountId, shown.crmOpportunityId],
    ['Review', '2026-02-01T08:00:00Z', '2026-02-01T10:00:00Z', '0018c00002ABCDEAA5', '0068c00002ABCDEAA5'],
  );
  assert.deepEqual(
    shown.attendees.map(({ name, email }: Record<string, string>) => [name, email]),
    [
      ['Grace Lund', 'grace@acme.example'],
      ['Bo', undefined],
    ],
  );
  const listed = await client.get('/v1/meetings', { from: '2020-01-01T00:00:00Z', sourceTypes: 'ZOOM' });
  assert.equal(listed.body.meetings[0].id, second.body.meetingId);
});

const BODY = {
  meeting: {
    ...{ id: 'j1', title: 'JSON', startTime: '2026-01-31T09:30:00+01:00', endTime: '2026-01-31T10:00:00Z' },
    host: { email: 'ada@parley.example' },
    transcript: { segments: [{ text: 'Hello', speaker: { name: 'Ada' } }] },
  },
};

test('the title may be as long as that of an ingested meeting', async () => {
  const { client } = await service.tenant();
  const title = '😀'.repeat(1024);
  const told = await importFile(client, 'long_2026-01-31.vtt', VTT, { ...HOST, title });
  assert.deepEqual([told.status, told.body.title], [200, title]);
  const refused = await importFile(client, 'long_2026-01-31.vtt', VTT, { ...HOST, title: `${title}!` });
  assert.equal(refused.status, 400);
  assert.match(refused.body.error, /^title must be 1 to 1024 characters/);
});

test('JSON holds one body of the ingest operation; it comes before the query', async () => {
  const { client } = await service.tenant();
  const forms: [string, string | Buffer][] = [
    ['one.json', JSON.stringify(BODY, null, 2)],
    ['one.JSON', JSON.stringify([BODY])],
    ['one.jsonl', `${JSON.stringify(BODY)}\n\n`],
    ['utf-16.json', Buffer.from(`\ufeff${JSON.stringify(BODY)}`, 'utf16le')],
  ];
  const ids = new Set();
  for (const [index, [name, text]] of forms.entries()) {
    const { status, body, text: told } = await importFile(client, name, text, { title: 'Not this' });
    assert.equal(status, 200, told);
    assert.deepEqual([body.format, body.title, body.entries], ['JSON', 'JSON', 1]);
    assert.equal(body.startTime, '2026-01-31T08:30:00Z');
    assert.equal(body.outcome, index === 0 ? 'created' : 'unchanged');
    ids.add(body.meetingId);
  }
  assert.equal(ids.size, 1);
});

test('the content tells the format, whatever the name; other bytes than UTF-8 are read as Windows-1252', async () => {
  const { client } = await service.tenant();
  const cases: [name: string, content: string | Buffer, format: string, warnings: RegExp[]][] = [
    ['a_2026-01-31.txt', VTT, 'WebVTT', []],
    ['b_2026-01-31', SRT, 'SubRip', []],
    ['u_2026-01-31.vtt', Buffer.from(VTT, 'utf16le'), 'WebVTT', []],
    ['v_2026-01-31.vtt', Buffer.from(VTT, 'utf16le').swap16(), 'WebVTT', []],
    [`${'n'.repeat(240)}_2026-01-31.vtt`, VTT, 'WebVTT', []],
    ['c_2026-01-31.srt', `\ufeff${VTT}`, 'WebVTT', []],
    ['d.vtt', JSON.stringify(BODY), 'JSON', []],
    [
      'e_2026-01-31.vtt',
      Buffer.from(VTT.replace('Yes, please.', 'Si, señor.'), 'latin1'),
      'WebVTT',
      [/not in UTF-8; it was read as Windows-1252/],
    ],
  ];
  for (const [name, content, format, warnings] of cases) {
    const { status, body, text } = await importFile(client, name, content, HOST);
    assert.equal(status, 200, text);
    assert.equal(body.format, format, name);
    assert.equal(body.warnings.length, warnings.length, text);
    warnings.forEach((warning, index) => {
      assert.match(body.warnings[index], warning);
    });
    const meeting = await client.get(`/v1/meetings/${body.meetingId}`);
    if (warnings.length > 0) assert.equal(meeting.body.transcript.entries[1].text, 'Si, señor.');
  }
});

test('the same file again changes nothing, a corrected one updates, another meeting’s file of that name is refused', async () => {
  const { client } = await service.tenant();
  const name = 'call_2026-01-31.vtt';
  const first = await importFile(client, name, VTT, HOST);
  const again = await importFile(client, name, VTT, HOST);
  assert.deepEqual([again.body.outcome, again.body.created], ['unchanged', false]);
  const corrected = await importFile(client, name, VTT.replace('please', 'gladly'), HOST);
  assert.deepEqual([corrected.body.outcome, corrected.body.created], ['updated', false]);
  assert.equal(corrected.body.meetingId, first.body.meetingId);
  const startTime = '2026-03-01T00:00:00Z';
  const other = await importFile(client, name, VTT.replace('please', 'no'), { ...HOST, startTime });
  assert.equal(other.status, 409);
  assert.match(
    other.body.error,
    /^call_2026-01-31\.vtt: meeting \d+ came from a file of this name.*give this one an externalId/,
  );
  const named = await importFile(client, name, VTT.replace('please', 'no'), {
    ...HOST,
    startTime,
    externalId: 'b',
  });
  assert.equal(named.body.created, true);
});

test('a rejected file is reported with its name and the place of the fault, and nothing is stored', async () => {
  const { client, id } = await service.tenant();
  const json = (meeting: object) => JSON.stringify({ meeting: { ...BODY.meeting, ...meeting } });
  const deep = `{"meeting": ${'['.repeat(40)}${']'.repeat(40)}}`;
  const wide = JSON.stringify({
    meeting: Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [n, n])),
  });
  const cases: [name: string, content: string | Buffer, query: Record<string, string>, message: RegExp][] = [
    ['a.vtt', 'no transcript', HOST, /^a\.vtt: line 1: a WebVTT file begins with WEBVTT/],
    ['a.srt', 'no transcript', HOST, /^a\.srt: .*SubRip/],
    ['a.vtt', '', HOST, /^a\.vtt: the file is empty$/],
    ['a.vtt', 'Hello.', HOST, /^a\.vtt: line 1/],
    [
      'a.vtt',
      VTT,
      {},
      /its host is not known; give hostEmail; its date is not known; give startTime, or a name with/,
    ],
    [
      'a.vtt',
      'WEBVTT\n\nNo times\n',
      { ...HOST, startTime: '2026-01-31T00:00:00Z' },
      /its end is not known.*give endTime/,
    ],
    ['a_2026-01-31.vtt', 'WEBVTT\n', HOST, /its end is not known, as it has no words; give endTime/],
    [
      'a.vtt',
      Buffer.concat([Buffer.from(`${VTT}\né è\n`), Buffer.from([0xff, 0x0a])]),
      HOST,
      /^a\.vtt: line \d+: it is not text in UTF-8; convert the file/,
    ],
    [
      'a.pdf',
      Buffer.from('%PDF-1.7\n\0\x01\xff', 'latin1'),
      HOST,
      /^a\.pdf: it is no text, and no other kind of file/,
    ],
    ['2026-01-01_2026-01-02.vtt', VTT, HOST, /several dates; give startTime, to say/],
    ['a.vtt', Buffer.from([0x57, 0xff, 0xfe, 0x80]), HOST, /^a\.vtt: it is not text in UTF-8/],
    ['a.json', '{\n"meeting": {\n"title": x}}', {}, /^a\.json: line 3: not valid JSON/],
    ['a.json', '', {}, /^a\.json: the file is empty/],
    ['a.json', '[]', {}, /^a\.json: it contains 0 meetings/],
    ['a.json', '{}', {}, /^a\.json: it has no member that tells a known format: JSON, Parley, Gong, /],
    ['a.json', '{"meeting": {}}', {}, /^a\.json: meeting\.title is required/],
    ['a.json', json({ title: 5 }), {}, /^a\.json: meeting\.title must be/],
    [
      'a.json',
      json({ endTime: '2020-01-01T00:00:00Z' }),
      {},
      /^a\.json: meeting\.endTime must not be before/,
    ],
    ['a.json', json({ transcript: { segments: [{}] } }), {}, /^a\.json: meeting\.transcript\.segments\[0\]/],
    ['a.json', json({ sourceType: 'FAX' }), {}, /^a\.json: meeting\.sourceType must be one of/],
    ['a.json', deep, {}, /^a\.json: it is nested deeper than 32 levels/],
    ['a.json', wide, {}, /^a\.json: it has an object of more than 1000 members/],
    ['a.eml', 'From: a@b', HOST, /^a\.eml: an e-mail is imported by parley import/],
    ['a.tar.gz', 'no archive', HOST, /^a\.tar\.gz: only ZIP archives are opened; unpack it/],
    [
      'vtt',
      'no transcript',
      HOST,
      /^vtt: its content is in no known format; a file that can be imported contains WebVTT, .* or JSON$/,
    ],
  ];
  for (const [name, content, query, message] of cases) {
    const { status, body } = await importFile(client, name, content, query);
    assert.equal(status, 422, `${name} ${message}: ${JSON.stringify(body)}`);
    assert.match(body.error, message);
  }
  assert.deepEqual(
    await sql(service.databaseUrl, 'select 1 from meetings where organization_id = $1', [id]),
    [],
  );
});

test('malformed parameters are 400, all at once; a file over 5 MiB is 413', async () => {
  const { status, body } = await importFile(service.client, 'a.vtt', VTT, {
    ...{ hostEmail: 'nobody', startTime: 'yesterday', sourceType: 'FAX', attendees: '<' },
  });
  assert.equal(status, 400);
  for (const name of ['hostEmail', 'startTime', 'sourceType', 'attendees'])
    assert.ok(body.error.includes(`${name} must be`));
  assert.equal((await service.client.send('POST', 'api', '/v1/meetings/import', { raw: VTT })).status, 400);
  assert.equal((await importFile(service.client, 'a.vtt', 'x'.repeat(5_242_881), HOST)).status, 413);
});

test('files of the full size are taken', async () => {
  const { client } = await service.tenant();
  let text = 'WEBVTT\n\n';
  for (let index = 0; text.length < 5_200_000; index++) {
    text += `00:00:01.000 --> 00:00:02.000\n<v Ada Park>Number ${index}, and so on and on.\n\n`;
  }
  const { status, body } = await importFile(client, 'long_2026-01-31.vtt', text, HOST);
  assert.equal(status, 200, JSON.stringify(body));
  assert.ok(body.entries > 60_000);
});

test('a large file with a mistake far down holds up nobody', async () => {
  const { client } = await service.tenant();
  const line = '[[],[],[],[],[],[],[],[],[],[]],\n';
  const count = Math.floor(5_000_000 / line.length);
  const text = `{"meeting": [\n${line.repeat(count)}x]}`;
  /** @returns how long the slowest of the other requests took meanwhile */
  const importBeside = async (): Promise<number> => {
    let isDone = false;
    const imported = importFile(client, 'broken.json', text).finally(() => {
      isDone = true;
    });
    let longestMs = 0;
    while (!isDone) {
      const started = performance.now();
      await client.get('/livez');
      longestMs = Math.max(longestMs, performance.now() - started);
    }
    const { status, body } = await imported;
    assert.deepEqual([status, body.error], [422, `broken.json: line ${count + 2}: not valid JSON`]);
    return longestMs;
  };
  // A busy machine is slow to answer now and then; a file that held others up would do so each time.
  let leastMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && leastMs >= 500; tries++) leastMs = Math.min(leastMs, await importBeside());
  assert.ok(leastMs < 500, `an answer took ${leastMs} ms`);
});

test('summary and signals run for the meeting unless the query or the JSON says no', async () => {
  const { client, id } = await service.tenant();
  const runs = () =>
    sql(service.databaseUrl, 'select 1 from processing_runs where organization_id = $1', [id]);
  await importFile(client, 'a_2026-01-31.vtt', VTT, { ...HOST, processImportedMeeting: 'false' });
  await importFile(client, 'b.json', JSON.stringify({ ...BODY, processImportedMeeting: false }));
  assert.equal((await runs()).length, 0);
  await importFile(client, 'c_2026-01-31.vtt', VTT, HOST);
  assert.equal((await runs()).length, 1);
});
