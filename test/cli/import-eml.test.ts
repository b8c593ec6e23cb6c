import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { query } from './query.ts';
import { makeFolder, runParley } from './run-parley.ts';

const ACCOUNT = '0018c00002ABCDEAA5';

/** An e-mail's file; `headers` replace those of the same name, or leave them out where they are empty. */
function eml(headers: Record<string, string>, body = 'Hello.'): string {
  const all = {
    From: 'Grace Lund <grace@acme.example>',
    To: 'Ada Park <ada@parley.example>',
    Subject: 'Renewal',
    Date: 'Mon, 2 Feb 2026 10:15:00 +0100',
    'Message-ID': '<1@acme.example>',
    ...headers,
  };
  const lines = Object.entries(all).filter(([, value]) => value !== '');
  return `${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

const ATTACHMENT =
  '--XX\r\nContent-Type: text/html\r\n\r\n<p>The <b>price</b> is fine.</p>\r\n' +
  '--XX\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0=\r\n--XX--\r\n';

let service: TestService;
let folder: Awaited<ReturnType<typeof makeFolder>>;
const at = (name: string) => join(folder.path, name);
const parley = (...args: string[]) => runParley(['import', ...args], { DATABASE_URL: service.databaseUrl });

before(async () => {
  service = await startService();
  folder = await makeFolder({
    'mail/a.eml': eml({ 'Message-ID': '<a@acme.example>' }),
    'mail/copies/a.EML': eml({ 'Message-ID': '<a@acme.example>' }),
    'mail/copies/footer.eml': eml({ 'Message-ID': '<a@acme.example>' }, 'Hello.\r\n-- \r\nlist'),
    'mail/b.eml': eml({ 'Message-ID': '', 'Content-Type': 'multipart/mixed; boundary=XX' }, ATTACHMENT),
    'mail/junk.eml': Buffer.from([0, 255, 254, 13, 10, 13, 10, 0]),
    'mail/no-date.eml': eml({ Date: '', 'Message-ID': '<c@acme.example>' }),
    'mail/no-sender.eml': eml({ From: 'Mail Robot', 'Message-ID': '<d@acme.example>' }),
    'mail/huge.eml': Buffer.alloc(40 * 1024 * 1024 + 1, eml({})),
    'mail/notes.txt': 'not an e-mail',
    'mail/.hidden.eml': eml({}),
    'call 2026-02-05.vtt': 'WEBVTT\n\n00:01.000 --> 00:05.000\nAda: Hello.\n',
  });
});
after(async () => {
  await service.stop();
  await folder.remove();
});

const stored = async () =>
  (await service.client.get('/v1/emails', { from: '2026-01-01T00:00:00Z' })).body.emails.map(
    ({ id: _, ...rest }: { id: string }) => rest,
  );

/** Returns the rows that a second run must not change. */
const everyRow = () =>
  query(
    service.databaseUrl,
    `select (select json_agg(e) from emails e), (select json_agg(a) from audit_records a)`,
  );

test('a dry run tells what would become of the e-mails, and writes nothing', async () => {
  const before = await everyRow();
  const ran = await parley(at('mail/a.eml'), at('mail/b.eml'), '--dry-run');
  assert.deepEqual(ran, {
    code: 0,
    stdout:
      '2 e-mails from 2 files: would be 2 created, 0 updated, 0 unchanged.\n' +
      'Nothing was written: this was a dry run.\n',
    stderr: `parley: ${at('mail/b.eml')}: 1 attachment is not kept\n`,
  });
  assert.deepEqual(await everyRow(), before);
});

test('a folder of e-mails is imported; rejected files are reported with the reason', async () => {
  const ran = await parley(at('mail'), '--account', ACCOUNT, '--json');
  assert.deepEqual({ code: ran.code, stderr: ran.stderr }, { code: 1, stderr: '' });
  const report = JSON.parse(ran.stdout);
  const { files, created, updated, unchanged, passedOver, meetings } = report;
  assert.deepEqual(
    { files, created, updated, unchanged, passedOver, meetings },
    { files: 8, created: 2, updated: 0, unchanged: 1, passedOver: 1, meetings: [] },
  );
  const short = (path: string) => path.slice(at('mail/').length);
  assert.deepEqual(
    report.emails.map((one: { file: string; outcome: string }) => [short(one.file), one.outcome]),
    [
      ['a.eml', 'created'],
      ['b.eml', 'created'],
      ['copies/a.EML', 'unchanged'],
    ],
  );
  assert.deepEqual(
    report.notTaken.map(({ file, reason }: { file: string; reason: string }) => [short(file), reason]),
    [
      [
        'copies/footer.eml',
        `${at('mail/a.eml')} has the same e-mail, with other content; give each an externalId in a manifest`,
      ],
      ['huge.eml', 'it has 41943041 bytes and may have 40 MiB'],
      [
        'junk.eml',
        'it has no sender with an e-mail address; it has no Date that can be read; give --date, or startTime in a manifest',
      ],
      ['no-date.eml', 'it has no Date that can be read; give --date, or startTime in a manifest'],
      ['no-sender.eml', 'it has no sender with an e-mail address'],
    ],
  );
});

test('imported e-mails come back through the API', async () => {
  const common = {
    subject: 'Renewal',
    sentAt: '2026-02-02T09:15:00Z',
    from: { name: 'Grace Lund', email: 'grace@acme.example' },
    to: [{ name: 'Ada Park', email: 'ada@parley.example' }],
    cc: [],
    crmAccountId: ACCOUNT,
  };
  const byText = (emails: { text: string }[]) => emails.toSorted((a, b) => a.text.localeCompare(b.text));
  assert.deepEqual(byText(await stored()), [
    { ...common, text: 'Hello.', messageId: '<a@acme.example>' },
    { ...common, text: 'The price is fine.' },
  ]);
});

test('a second run changes nothing, not even a row, and refuses the same again', async () => {
  const before = await everyRow();
  for (const concurrency of ['1', '12']) {
    const ran = await parley(at('mail'), '--account', ACCOUNT, '--concurrency', concurrency);
    assert.equal(ran.code, 1);
    assert.match(
      ran.stdout,
      /^3 e-mails from 8 files: 0 created, 0 updated, 3 unchanged\.\n5 not taken\.\n1 other file in the folders passed over\.\nReport: .+\.ndjson\n$/,
    );
    assert.match(ran.stderr, /footer\.eml: not taken: .*\/a\.eml has the same e-mail/);
    assert.deepEqual(await everyRow(), before);
  }
});

test('of copies with different content the first by name is imported, whatever the concurrency', async () => {
  const copies = await makeFolder(
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        // The first ones take longest to read.
        const body =
          index < 5 ? ATTACHMENT.replace('JVBERi0=', `${'A'.repeat(76)}\r\n`.repeat(60_000)) : ATTACHMENT;
        const headers = { 'Message-ID': `<copy-${index % 5}@acme.example>`, Subject: `copy ${index}` };
        const name = `${String(index).padStart(2, '0')}.eml`;
        return [name, eml({ ...headers, 'Content-Type': 'multipart/mixed; boundary=XX' }, body)];
      }),
    ),
  );
  const ran = await parley(copies.path, '--concurrency', '12', '--json');
  await copies.remove();
  const { emails, notTaken } = JSON.parse(ran.stdout);
  assert.deepEqual(
    emails.map(({ file }: { file: string }) => file.slice(-6)),
    ['00.eml', '01.eml', '02.eml', '03.eml', '04.eml'],
  );
  assert.equal(notTaken.length, 35);
});

test('flags fill in what an e-mail lacks; a corrected file updates its e-mail', async () => {
  const dated = await parley(
    at('mail/no-date.eml'),
    '--date',
    '2026-03-01T08:00:00Z',
    '--opportunity',
    'opp',
    '--json',
  );
  assert.equal(dated.code, 0, dated.stdout);
  const { emailId } = JSON.parse(dated.stdout).emails[0];
  const read = async () => (await service.client.get(`/v1/emails/${emailId}`)).body;
  assert.deepEqual([(await read()).sentAt, (await read()).crmOpportunityId], ['2026-03-01T08:00:00Z', 'opp']);
  await folder.write(
    'mail/no-date.eml',
    eml({ 'Message-ID': '<c@acme.example>', Cc: 'bo@acme.example' }, 'Corrected.'),
  );
  const corrected = await parley(at('mail/no-date.eml'), '--json');
  assert.deepEqual(JSON.parse(corrected.stdout).emails, [
    { file: at('mail/no-date.eml'), outcome: 'updated', emailId, changes: ['sentMs', 'cc', 'text'] },
  ]);
  assert.deepEqual([(await read()).text, (await read()).crmOpportunityId], ['Corrected.', 'opp']);
});

test('a manifest keeps copies apart', async () => {
  await folder.write(
    'mail/manifest.csv',
    `file,externalId,accountId\na.eml,first,\ncopies/footer.eml,second,${ACCOUNT}\n`,
  );
  const ran = await parley('--manifest', at('mail/manifest.csv'), '--json');
  assert.equal(ran.code, 0, ran.stdout);
  const { emails } = JSON.parse(ran.stdout);
  assert.deepEqual(
    emails.map(({ outcome, changes }: { outcome: string; changes?: string[] }) => [outcome, changes]),
    [
      ['updated', ['externalId']],
      ['created', undefined],
    ],
  );
  const again = await parley('--manifest', at('mail/manifest.csv'));
  assert.equal(again.stdout, '2 e-mails from 2 files: 0 created, 0 updated, 2 unchanged.\n');
});

test('meetings and e-mails of one run are counted and recorded apart', async () => {
  const { id } = await service.tenant();
  const files = [at('call 2026-02-05.vtt'), at('mail/a.eml'), at('mail/no-sender.eml')];
  const ran = await parley(...files, '--host-email', 'ada@parley.example', '--organization', `${id}`);
  assert.equal(ran.code, 1);
  assert.match(
    ran.stdout,
    /^1 meeting and 1 e-mail from 3 files: 2 created, 0 updated, 0 unchanged\.\n1 not taken\.\nReport: .+\.ndjson\n$/,
  );
  const audit = await query(
    service.databaseUrl,
    `select action, subject, detail from audit_records where organization_id = ${id} and action in ('meetings.import', 'emails.import') order by id`,
  );
  const counts = { created: 1, updated: 0, unchanged: 0 };
  assert.deepEqual(audit, [
    { action: 'meetings.import', subject: '1 meeting', detail: { ...counts, notTaken: 0 } },
    { action: 'emails.import', subject: '1 e-mail', detail: { ...counts, notTaken: 1 } },
  ]);
});
