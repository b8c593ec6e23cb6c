import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emailOfFile } from '../../src/cli/import/email-of-file.ts';
import { parseMailDate } from '../../src/domain/emails/eml/mail-date.ts';
import { ingestEmailEndpoint } from '../../src/endpoints/ingest-email.ts';
import { compileBodyCheck } from '../../src/http/check-body.ts';
import { Fault } from '../../src/lib/faults.ts';
import { formatDateTime } from '../../src/lib/time.ts';

const check = compileBodyCheck(ingestEmailEndpoint.body!);
const nothing = { row: {}, flags: {} };

const HEADERS = [
  'From: Grace Lund <grace@acme.example>',
  'To: Ada Park <ada@parley.example>',
  'Subject: Renewal',
  'Date: Mon, 2 Feb 2026 10:15:00 +0100',
  'Message-ID: <1@acme.example>',
];

/** A mail with CRLF line ends; bytes of the body as they are. */
function mail(
  headers: readonly string[],
  body: string | Buffer = '',
  base: readonly string[] = HEADERS,
): Buffer {
  return Buffer.concat([
    Buffer.from(`${[...base, ...headers].join('\r\n')}\r\n\r\n`),
    Buffer.from(body as string),
  ]);
}

type Read = { email: Record<string, unknown>; warnings: string[] };

/** Reads it as an import does, and sees that the operation would take it. */
async function read(bytes: Buffer, beside: Parameters<typeof emailOfFile>[1] = nothing): Promise<Read> {
  const { email, warnings } = await emailOfFile(bytes, beside);
  const { email: checked } = check(structuredClone(email.body)) as { email: Record<string, unknown> };
  assert.deepEqual(checked, email.body.email);
  return { email: checked, warnings };
}

const textOf = async (bytes: Buffer) => (await read(bytes)).email.text;

/** A part of a multipart message. */
const part = (type: string, body: string, more: string[] = []) =>
  ['--XX', `Content-Type: ${type}`, ...more, '', body].join('\r\n');
const multipart = (kind: string, ...parts: string[]) =>
  mail([`Content-Type: multipart/${kind}; boundary="XX"`], `${parts.join('\r\n')}\r\n--XX--\r\n`);

test('headers and text of an e-mail become a body of the operation', async () => {
  const { email, warnings } = await read(
    mail(['Cc: bo@acme.example, "Di, D." <di@acme.example>'], 'Hello.\r\n\r\nBye.\r\n'),
  );
  assert.deepEqual(email, {
    messageId: '<1@acme.example>',
    subject: 'Renewal',
    sentAt: '2026-02-02T09:15:00Z',
    from: { name: 'Grace Lund', email: 'grace@acme.example' },
    to: [{ name: 'Ada Park', email: 'ada@parley.example' }],
    cc: [{ email: 'bo@acme.example' }, { name: 'Di, D.', email: 'di@acme.example' }],
    text: 'Hello.\n\nBye.',
  });
  assert.deepEqual(warnings, []);
});

test('the text is right in every charset and encoding', async () => {
  const type = (charset: string) => `Content-Type: text/plain; charset=${charset}`;
  const bytes = (...values: number[]) => Buffer.from(values);
  const cases: [name: string, headers: string[], body: string | Buffer, text: string][] = [
    ['latin1', [type('iso-8859-1')], bytes(0x5a, 0x6f, 0xeb), 'Zoë'],
    ['windows-1252', [type('"windows-1252"')], bytes(0x93, 0x80, 0x94), '“€”'],
    ['latin2', [type('iso-8859-2')], bytes(0xb3, 0xf3, 0x64, 0xbc), 'łódź'],
    ['koi8-r', [type('KOI8-R')], bytes(0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4), 'Привет'],
    ['windows-1251', [type('cp1251')], bytes(0xcf, 0xf0, 0xe8), 'При'],
    ['shift_jis', [type('shift_jis')], bytes(0x83, 0x65, 0x83, 0x58, 0x83, 0x67), 'テスト'],
    ['iso-2022-jp', [type('iso-2022-jp')], '\x1b$B%F%9%H\x1b(B', 'テスト'],
    ['iso-2022-jp called ASCII', [type('us-ascii')], '\x1b$B%F%9%H\x1b(B', 'テスト'],
    ['euc-kr', [type('ks_c_5601-1987')], bytes(0xc7, 0xd1), '한'],
    ['gb2312', [type('gb2312')], bytes(0xc4, 0xe3), '你'],
    ['big5', [type('big5')], bytes(0xa7, 0x41), '你'],
    [
      'utf-16',
      [type('utf-16le'), 'Content-Transfer-Encoding: base64'],
      Buffer.from('Zoë', 'utf16le').toString('base64'),
      'Zoë',
    ],
    ['utf-7', [type('utf-7')], 'Zo+AOs- +- +2D3cAA-!', 'Zoë + 🐀!'],
    ['utf-8', [type('utf-8')], 'Zoë 🎉', 'Zoë 🎉'],
    ['utf-8 with a mark', [type('utf-8')], '\uFEFFZoë', 'Zoë'],
    ['utf-8 called latin1', [type('iso-8859-1')], 'Zoë', 'Zoë'],
    ['utf-8 called ASCII', [type('us-ascii')], 'Zoë', 'Zoë'],
    ['8bit without charset, utf-8', [], 'Zoë', 'Zoë'],
    ['8bit without charset, latin1', [], bytes(0x5a, 0x6f, 0xeb), 'Zoë'],
    ['8bit called ASCII', [type('us-ascii')], bytes(0x5a, 0x6f, 0xeb), 'Zoë'],
    ['unknown charset', [type('x-martian')], 'plain', 'plain'],
    ['empty charset', [type('""')], 'Zoë', 'Zoë'],
    [
      'page that names its charset',
      ['Content-Type: text/html'],
      Buffer.concat([Buffer.from('<meta charset="koi8-r">'), bytes(0xf0, 0xd2)]),
      'Пр',
    ],
    [
      'quoted-printable',
      [type('utf-8'), 'Content-Transfer-Encoding: quoted-printable'],
      'Zo=C3=AB =\r\ngoes=20\r\non',
      'Zoë goes \non',
    ],
    [
      'quoted-printable, broken',
      [type('utf-8'), 'Content-Transfer-Encoding: Quoted-Printable '],
      'a=ZZ b=\r\n',
      'a=ZZ b',
    ],
    ['base64', [type('utf-8'), 'Content-Transfer-Encoding: BASE64'], 'Wm/D\r\nqw==', 'Zoë'],
    ['an encoding that is none', [type('utf-8'), 'Content-Transfer-Encoding: 8bits'], 'Zoë', 'Zoë'],
    ['flowed', ['Content-Type: text/plain; format=flowed'], 'one \r\nline\r\nnext', 'one line\nnext'],
    ['no type', ['Content-Type: '], 'plain', 'plain'],
    ['a type that is none', ['Content-Type: text'], 'plain', 'plain'],
  ];
  for (const [name, headers, body, text] of cases)
    assert.equal(await textOf(mail(headers, body)), text, name);
});

test('the plain text is taken, or else what the HTML says', async () => {
  const plain = part('text/plain', 'plain words');
  const html = part('text/html', '<p>rich <b>words</b></p>');
  const nested = [
    '--XX',
    'Content-Type: multipart/related; boundary=YY',
    '',
    '--YY',
    'Content-Type: text/html',
    '',
    '<p>in</p>',
    '--YY',
    'Content-Type: image/png',
    'Content-ID: <1>',
    '',
    'png',
    '--YY--',
  ].join('\r\n');
  const cases: [name: string, message: Buffer, text: string, warnings: string[]][] = [
    ['HTML alone', mail(['Content-Type: text/html'], '<p>Hi <i>Ada</i></p><style>p{}</style>'), 'Hi Ada', []],
    ['both', multipart('alternative', plain, html), 'plain words', []],
    ['both, the other way round', multipart('alternative', html, plain), 'plain words', []],
    [
      'a plain text without words',
      multipart('alternative', part('text/plain', ' \r\n'), html),
      'rich words',
      [],
    ],
    [
      'plain text and a page with a picture',
      multipart('alternative', plain, nested),
      'plain words',
      ['1 attachment is not kept'],
    ],
    ['a page with a picture', multipart('mixed', nested), 'in', ['1 attachment is not kept']],
    [
      'several texts',
      multipart('mixed', plain, part('text/plain', 'and more')),
      'plain words\n\nand more',
      [],
    ],
    [
      'a page with a footer',
      multipart('mixed', html, part('text/plain', '-- \r\nlist')),
      'rich words\n\n-- \nlist',
      [],
    ],
    [
      'text in a file',
      multipart(
        'mixed',
        plain,
        part('text/plain', 'log', ['Content-Disposition: attachment; filename=a.log']),
      ),
      'plain words',
      ['1 attachment is not kept'],
    ],
    [
      'files',
      multipart('mixed', part('application/pdf', 'x'), part('image/png', 'y')),
      '',
      ['2 attachments are not kept'],
    ],
    [
      'an invitation beside the text',
      multipart('alternative', plain, part('text/calendar', 'BEGIN:VCALENDAR')),
      'plain words',
      [],
    ],
    [
      'a forwarded message',
      multipart('mixed', plain, part('message/rfc822', 'From: x@y.example\r\n\r\ninside')),
      'plain words',
      ['1 attachment is not kept'],
    ],
    ['no parts', mail(['Content-Type: multipart/mixed; boundary=XX'], 'lost words'), 'lost words', []],
    ['a boundary that is not told', mail(['Content-Type: multipart/mixed'], 'lost words'), 'lost words', []],
    [
      'a boundary that is broken off',
      mail(['Content-Type: multipart/mixed; boundary=XX'], `${plain}\r\n\r\n--XX-`),
      'plain words',
      [],
    ],
    ['no end', mail(['Content-Type: multipart/mixed; boundary=XX'], plain), 'plain words', []],
    ['no body', mail([]), '', []],
  ];
  for (const [name, message, text, warnings] of cases) {
    const found = await read(message);
    assert.deepEqual([found.email.text, found.warnings], [text, warnings], name);
  }
});

test('headers are read however they are written', async () => {
  const without = (name: string) => HEADERS.filter((line) => !line.startsWith(name));
  const withHeader = async (line: string | Buffer) => {
    const name = `${line}`.split(':')[0]!;
    const rest = Buffer.from(`\r\n${without(name).join('\r\n')}\r\n\r\ntext`);
    return (await read(Buffer.concat([Buffer.from(line as string), rest]))).email;
  };
  const subjects: [string | Buffer, string][] = [
    ['Subject: =?utf-8?B?Wm/Dqw==?= =?iso-8859-1?Q?_Z=FCrich?=', 'Zoë Zürich'],
    ['Subject: a\r\n  folded\r\n\tline', 'a folded line'],
    ['Subject: Zoë', 'Zoë'],
    [Buffer.from('Subject: Z\xfcrich', 'latin1'), 'Zürich'],
    ['Subject:', ''],
    [`Subject: ${'x'.repeat(3000)}`, 'x'.repeat(2000)],
    ['Subject: a\0b', 'ab'],
  ];
  for (const [line, subject] of subjects)
    assert.equal((await withHeader(line)).subject, subject, `${line}`.slice(0, 50));
  const froms: [string, unknown][] = [
    ['From: grace@acme.example', { email: 'grace@acme.example' }],
    ['From: <grace@acme.example> (Grace)', { name: 'Grace', email: 'grace@acme.example' }],
    [
      'From: =?utf-8?Q?Zo=C3=AB?= <zoe@acme.example>, bo@acme.example',
      { name: 'Zoë', email: 'zoe@acme.example' },
    ],
    ['From: grace@acme.example <grace@acme.example>', { email: 'grace@acme.example' }],
    ['From: Team: bo@acme.example;', { email: 'bo@acme.example' }],
    [`From: ${'n'.repeat(300)} <n@acme.example>`, { name: 'n'.repeat(255), email: 'n@acme.example' }],
  ];
  for (const [line, from] of froms) assert.deepEqual((await withHeader(line)).from, from, line.slice(0, 60));
  const tos: [string, unknown[]][] = [
    ['To: undisclosed recipients:;', []],
    ['To: , bo@acme.example,, matmail', [{ email: 'bo@acme.example' }]],
    ['To: Bo\r\n <bo@acme.example>', [{ name: 'Bo', email: 'bo@acme.example' }]],
    [`To: ${'a@b.example, '.repeat(1500)}`, Array(1000).fill({ email: 'a@b.example' })],
  ];
  for (const [line, to] of tos) assert.deepEqual((await withHeader(line)).to, to, line.slice(0, 60));
  const ids: [string, string | undefined][] = [
    ['Message-ID: <a@b> (comment)', '<a@b>'],
    ['Message-ID:\r\n <a@b>', '<a@b>'],
    ['Message-ID: bare@b', 'bare@b'],
    ['Message-ID: ', undefined],
    [`Message-ID: <${'x'.repeat(600)}@b>`, undefined],
  ];
  for (const [line, id] of ids) assert.equal((await withHeader(line)).messageId, id, line.slice(0, 60));
  const russian = Buffer.from([0xf0, 0xd2, 0xc9]);
  const koi8 = Buffer.concat([
    Buffer.from('Subject: '),
    russian,
    Buffer.from('\r\nContent-Type: text/plain; charset=koi8-r'),
  ]);
  assert.equal((await withHeader(koi8)).subject, 'При', 'by the charset of the text');
  const sender = mail(['Sender: bo@acme.example'], '', without('From'));
  assert.deepEqual((await read(sender)).email.from, { email: 'bo@acme.example' });
  const late = Buffer.concat([Buffer.from('\uFEFF\r\n\n'), mail([], 'text')]);
  assert.equal((await read(late)).email.text, 'text', 'blank lines before the headers');
  assert.equal(await textOf(Buffer.from(`${HEADERS.join('\n')}\n\nunix`)), 'unix');
});

test('a date is read as mail programs write it', () => {
  const cases: [string, string | undefined, isZoneKnown?: boolean][] = [
    ['Mon, 2 Feb 2026 10:15:00 +0100', '2026-02-02T09:15:00Z'],
    ['2 Feb 2026 10:15 GMT', '2026-02-02T10:15:00Z'],
    ['Mon, 02 Feb 26 10:15:07 EST (Eastern)', '2026-02-02T15:15:07Z'],
    ['Mon, 2 Feb 99 10:15:00 -0459', '1999-02-02T15:14:00Z'],
    ['Monday, 02-Feb-2026 10:15:00 UT', '2026-02-02T10:15:00Z'],
    ['Mon,  2  Feb  2026\t10:15:00  +0000', '2026-02-02T10:15:00Z'],
    ['2026-02-02T10:15:00Z', '2026-02-02T10:15:00Z'],
    ['Mon Feb  2 10:15:00 2026', '2026-02-02T10:15:00Z', false],
    ['Mon, 2 Feb 2026 10:15:00', '2026-02-02T10:15:00Z', false],
    ['Mon, 2 Feb 2026 10:15:00 H0500', '2026-02-02T10:15:00Z', false],
    ['Mon, 30 Feb 2026 10:15:00 +0100', undefined],
    ['Mon, 2 Fev 2026 10:15:00 +0100', undefined],
    ['Mon, 2 Feb 2026 25:15:00 +0100', undefined],
    ['Mon, 2 Feb 2026    15:10 -0500 maybe', '2026-02-02T20:10:00Z'],
    ['<HR>', undefined],
    ['', undefined],
  ];
  for (const [value, expected, isZoneKnown = true] of cases) {
    const date = parseMailDate(value);
    assert.equal(date && formatDateTime(date.ms), expected, value);
    if (date) assert.equal(date.isZoneKnown, isZoneKnown, value);
  }
});

test('missing fields of an e-mail are filled in, and present ones are not replaced', async () => {
  const withoutDate = HEADERS.filter((line) => !/^(?:Date|Subject)/.test(line));
  const received =
    'Received: by a; Mon, 2 Feb 2026 12:00:00 +0000\r\nReceived: by b; Mon, 2 Feb 2026 11:59:58 +0000';
  const startMs = Date.parse('2026-03-01T00:00:00Z');
  const flags = {
    startMs,
    title: 'Given',
    accountId: 'account',
    opportunityId: 'opportunity',
    hostEmail: 'no@b.example',
  };
  const crm = (email: Record<string, unknown>) => [email.salesforceAccountId, email.salesforceOpportunityId];

  const filled = (await read(mail([], 'x', withoutDate), { row: { externalId: 'id' }, flags })).email;
  assert.deepEqual([filled.sentAt, filled.subject, filled.id], ['2026-03-01T00:00:00Z', 'Given', 'id']);
  assert.deepEqual(crm(filled), ['account', 'opportunity']);
  const own = (await read(mail([], 'x'), { row: { accountId: 'row' }, flags })).email;
  assert.deepEqual(
    [own.sentAt, own.subject, crm(own)],
    ['2026-02-02T09:15:00Z', 'Renewal', ['row', 'opportunity']],
  );
  assert.deepEqual(
    (await read(mail([received], 'x', withoutDate), { row: {}, flags })).email.sentAt,
    filled.sentAt,
  );
  const byServer = await read(mail([received], 'x', withoutDate));
  assert.equal(byServer.email.sentAt, '2026-02-02T11:59:58Z');
  assert.deepEqual(byServer.warnings, [
    'it has no Date that can be read; the time when the first server received it is taken',
  ]);
});

test('an e-mail that cannot be imported is refused with the reason', async () => {
  const refused = async (bytes: Buffer, message: RegExp) => {
    await assert.rejects(read(bytes), (error) => error instanceof Fault && message.test(error.message));
  };
  const without = (name: string) => HEADERS.filter((line) => !line.startsWith(name));
  await refused(Buffer.alloc(0), /^it is empty$/);
  await refused(mail([], 'x', without('From')), /^it has no sender with an e-mail address$/);
  await refused(
    mail([], 'x', without('Date')),
    /^it has no Date that can be read; give --date, or startTime in a manifest$/,
  );
  await refused(Buffer.from('\x00\xff no mail at all'), /^it has no sender with .*; it has no Date/);
  await refused(
    mail([`X: ${'x'.repeat(1024 * 1024)}`]),
    /^it cannot be read as an e-mail: Maximum header size/,
  );
  await refused(mail([], '\n'.repeat(1_000_000)), /^it has more than 1000000 lines$/);
  const deep = Array.from(
    { length: 60 },
    (_, level) => `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n\r\n`,
  );
  await refused(mail(['Content-Type: multipart/mixed; boundary=b0'], deep.join('')), /nesting depth of 50/);
  await refused(mail([], 'x'.repeat(5_242_881)), /^email\.text must have at most 5242880 characters$/);
});

test('NUL characters are removed with a warning', async () => {
  const { email, warnings } = await read(
    mail(['Content-Transfer-Encoding: base64'], Buffer.from('a\0b').toString('base64')),
  );
  assert.equal(email.text, 'ab');
  assert.deepEqual(warnings, ['its text had characters that cannot be stored; they are removed']);
});

test('any bytes are refused with a reason or make a body that the operation takes', async () => {
  const sample = multipart(
    'alternative',
    part('text/plain; charset=koi8-r', 'words =C3'),
    part('text/html', '<p>x</p>'),
  );
  const pieces = fc.constantFrom(
    ...[
      '\r\n',
      '\n',
      '\r\n\r\n',
      '--XX',
      '--XX--',
      'From: a@b',
      'To: ',
      'Date: Mon, 2 Feb 2026 10:15:00 +0100',
      ':',
      ' ',
    ],
    ...[
      'Content-Type: ',
      'multipart/mixed; boundary=XX',
      'text/html',
      '; charset=',
      'utf-7',
      'utf-16',
      '=?utf-8?B?',
      '?=',
    ],
    ...[
      'Content-Transfer-Encoding: base64',
      'message/rfc822',
      'Received: ;',
      '<',
      '>',
      '"',
      '(',
      '\0',
      '\uFEFF',
      'é',
    ],
  );
  const soup = fc.array(pieces).map((all) => Buffer.from(all.join('')));
  const damaged = fc
    .tuple(fc.nat(sample.length - 1), fc.nat(60), fc.uint8Array({ maxLength: 40 }))
    .map(([at, length, bytes]) =>
      Buffer.concat([sample.subarray(0, at), bytes, sample.subarray(at + length)]),
    );
  const bytes = fc.uint8Array({ maxLength: 400 }).map((some) => Buffer.from(some));
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes, soup, damaged), async (file) => {
      try {
        await read(file);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        assert.match(error.message, /\S/);
      }
    }),
    { numRuns: 1000 },
  );
});
