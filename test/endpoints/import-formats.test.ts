import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { documentXml, docxOf, zipOf } from '../support/zip.ts';

let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
});
after(() => service.stop());

const HOST = { hostEmail: 'ada@parley.example', startTime: '2026-01-31T09:00:00Z' };

function importFile(fileName: string, raw: string | Buffer, query: Record<string, string> = HOST) {
  const headers = { 'Content-Type': 'application/octet-stream' };
  return service.client.send('POST', 'api', '/v1/meetings/import', {
    query: { fileName, ...query },
    headers,
    raw,
  });
}

type Entry = [
  startSeconds: number | undefined,
  endSeconds: number | undefined,
  speaker: string | undefined,
  text: string,
];

/** A file with a name that says nothing, its format, and everything that is stored of it. */
type Case = {
  file: string | Buffer;
  format: string;
  entries: Entry[];
  end: string;
  warnings?: RegExp;
  language?: string;
};

const METADATA = (text: string) =>
  `{"startDateTime":"2026-03-08T08:22:30.0461639+00:00","endDateTime":"2026-03-08T08:22:31.5261639+00:00","speakerName":"Ada Park","spokenText":"${text}","spokenLanguage":"en-us"}`;

const CASES: Record<string, Case> = {
  'Microsoft Graph': {
    file: 'WEBVTT\n\n0:0:0.0 --> 0:0:5.320\n<v Ada Park>This is a test.</v>\n\n0:0:6.90 --> 0:0:6.500\n<v Bo>Yes.</v>\n',
    format: 'WebVTT',
    entries: [
      [0, 5.32, 'Ada Park', 'This is a test.'],
      [6.09, 6.5, 'Bo', 'Yes.'],
    ],
    end: '2026-01-31T09:00:06.500Z',
  },
  Webex: {
    file: 'WEBVTT\n\n1 "Ada Park" (12)\n00:00:05.579 --> 00:00:06.858\nGo.\n\n2 "Bo" (7)\n00:00:06.858 --> 00:00:07.001\nYes.\n',
    format: 'WebVTT',
    entries: [
      [5.579, 6.858, 'Ada Park', 'Go.'],
      [6.858, 7.001, 'Bo', 'Yes.'],
    ],
    end: '2026-01-31T09:00:07.001Z',
  },
  YouTube: {
    file:
      'WEBVTT\nKind: captions\nLanguage: en\n\n00:00:01.000 --> 00:00:02.550\n \nso<00:00:01.480><c> yeah</c>\n\n' +
      '00:00:02.550 --> 00:00:02.560\nso yeah\n \n\n00:00:02.560 --> 00:00:05.000\nso yeah\nnext<00:00:03.000><c> line</c>\n\n' +
      '00:00:05.000 --> 00:00:05.010\nnext line\n \n',
    format: 'WebVTT',
    entries: [
      [1, 2.55, undefined, 'so yeah'],
      [2.56, 5, undefined, 'next line'],
    ],
    end: '2026-01-31T09:00:05.010Z',
    warnings: /^these are rolling captions; 3 lines/,
    language: 'en',
  },
  SBV: {
    file: '0:00:00.378,0:00:11.378\nAda Park: Hello,\nall.\n\n0:00:11.378,0:00:12.305\nBo: Yes.\n',
    format: 'SBV',
    entries: [
      [0.378, 11.378, 'Ada Park', 'Hello,\nall.'],
      [11.378, 12.305, 'Bo', 'Yes.'],
    ],
    end: '2026-01-31T09:00:12.305Z',
  },
  Whisper: {
    file: 'start\tend\ttext\n380\t2760\tIs it so?\n2760\t3001\tIt is.\n',
    format: 'Whisper TSV',
    entries: [
      [0.38, 2.76, undefined, 'Is it so?'],
      [2.76, 3.001, undefined, 'It is.'],
    ],
    end: '2026-01-31T09:00:03.001Z',
  },
  Otter: {
    file: 'Ada Park  0:03  \nHello.\n\nBo  1:15  \nYes.\n\nTranscribed by https://otter.ai\n',
    format: 'Otter or Teams text',
    entries: [
      [3, undefined, 'Ada Park', 'Hello.'],
      [75, undefined, 'Bo', 'Yes.'],
    ],
    end: '2026-01-31T09:01:15Z',
    warnings: /does not say how long the last entry lasts/,
  },
  'the tool of Fireflies for agents': {
    file: 'Id: f-1\nPrivacy: link\nSentences: [00:00 - 00:02] Ada Park: Okay.\n[00:04 - 00:04] Bo: Yes.\nTitle: Plan\nAudio Url: No audio url\n',
    format: 'Fireflies text',
    entries: [
      [0, 2, 'Ada Park', 'Okay.'],
      [4, 4, 'Bo', 'Yes.'],
    ],
    end: '2026-01-31T09:00:04Z',
  },
  'Zoom on the desktop': {
    file: '[Ada Park] 12:27:53\r\nYeah.\r\n\r\n[Bo] 12:28:56\r\nGood.\r\n',
    format: 'Zoom captions',
    entries: [
      [0, undefined, 'Ada Park', 'Yeah.'],
      [63, undefined, 'Bo', 'Good.'],
    ],
    end: '2026-01-31T09:01:03Z',
    warnings: /times are those of a clock, without a date; 12:27:53/,
  },
  'Zoom in the cloud': {
    file: '16:02:22 Just a minute.\n16:02:24 Yeah.\n',
    format: 'Timed text',
    entries: [
      [0, undefined, undefined, 'Just a minute.'],
      [2, undefined, undefined, 'Yeah.'],
    ],
    end: '2026-01-31T09:00:02Z',
    warnings: /16:02:22 was taken for the start/,
  },
  'Google Meet': {
    file: 'Plan - Transcript\nAttendees\nAda Park, Cy\n00:00:00\n\nAda Park: Okay.\nBo: Yes.\n\n00:05:26\n\nAda Park: Um\nMeeting ended after 00:31:12\n',
    format: 'Google Meet text',
    entries: [
      [0, undefined, 'Ada Park', 'Okay.'],
      [undefined, undefined, 'Bo', 'Yes.'],
      [326, undefined, 'Ada Park', 'Um'],
    ],
    end: '2026-01-31T09:31:12Z',
    warnings: /a time every few minutes only; 1 entries/,
  },
  'older Teams': {
    file: '0:0:0.0 --> 0:0:0.820\nAda Park\nHello\n0:0:3.41 --> 0:0:4.280\nBo\nHi\n',
    format: 'Teams text',
    entries: [
      [0, 0.82, 'Ada Park', 'Hello'],
      [3.041, 4.28, 'Bo', 'Hi'],
    ],
    end: '2026-01-31T09:00:04.280Z',
  },
  'Teams document': {
    file: docxOf([
      'Plan-20260615_133555-Meeting Recording',
      '1m 2s',
      'Ada Park   0:03\nFine.',
      'Bo   0:19\nYes.',
    ]),
    format: 'Word document',
    entries: [
      [3, undefined, 'Ada Park', 'Fine.'],
      [19, undefined, 'Bo', 'Yes.'],
    ],
    end: '2026-01-31T09:01:02Z',
  },
};

for (const [product, { file, format, entries, end, warnings, language }] of Object.entries(CASES)) {
  test(`a file of ${product} is stored word for word, whatever its name`, async () => {
    const imported = await importFile(`export of ${product}`, file);
    assert.equal(imported.status, 200, imported.text);
    const { meetingId, ...told } = imported.body;
    assert.deepEqual([told.format, told.entries], [format, entries.length]);
    assert.match(told.warnings.join('\n'), warnings ?? /^$/);
    const transcript = (await service.client.get(`/v1/meetings/${meetingId}/transcript`)).body;
    assert.equal(transcript.language, language);
    const secondsOf = (timestamp: string | undefined) => {
      const [hours, minutes, seconds] = (timestamp ?? '').split(':').map(Number);
      return timestamp === undefined
        ? undefined
        : Math.round((hours! * 3600 + minutes! * 60 + seconds!) * 1000) / 1000;
    };
    // biome-ignore lint/suspicious/noExplicitAny: an entry as the operation returns it
    const stored = transcript.entries.map((one: any) => [
      secondsOf(one.timestamp),
      one.endSeconds,
      one.speaker?.name,
      one.text,
    ]);
    assert.deepEqual(stored, entries);
    const meeting = (await service.client.get(`/v1/meetings/${meetingId}`)).body;
    assert.equal(meeting.endTime, end);
    const names = meeting.attendees.map(({ name }: { name: string }) => name);
    const speakers = new Set(entries.flatMap(([, , name]) => name ?? []));
    assert.deepEqual(
      [...speakers].filter((name) => !names.includes(name)),
      [],
    );
  });
}

test("the start that a file states is its meeting's, unless the query gives another", async () => {
  const file = `WEBVTT\n\n00:00:16.246 --> 00:00:17.726\n${METADATA('This is a test.')}\n`;
  const host = { hostEmail: 'ada@parley.example' };
  const stated = await importFile('metadata 2026-01-01.vtt', file, host);
  assert.equal(stated.status, 200, stated.text);
  assert.equal(stated.body.startTime, '2026-03-08T08:22:13.800Z');
  const { body } = await service.client.get(`/v1/meetings/${stated.body.meetingId}/transcript`);
  assert.deepEqual([body.language, body.entries[0].text], ['en-US', 'This is a test.']);
  const given = await importFile('metadata.vtt', file, HOST);
  assert.equal(given.body.startTime, '2026-01-31T09:00:00Z');
});

test('a malformed file is refused with its place, and nothing of it is stored', async () => {
  const { client, id } = await service.tenant();
  const bomb = documentXml(['Ada  0:01'], '<!DOCTYPE w [<!ENTITY a "b">]>');
  const docx = docxOf(['Ada Park  0:03\nHello.', 'Bo  0:05\nYes.']);
  const cases: [name: string, content: string | Buffer, message: RegExp][] = [
    ['a.vtt', 'WEBVTT\n\n00:05.000 --> 00:02.000\na\n', /^a\.vtt: line 3: the cue ends before it starts/],
    ['a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n00:03.0', /^a\.vtt: line 6: .*cut off/],
    [
      'a.vtt',
      `WEBVTT\n\n00:01.000 --> 00:02.000\n${METADATA('x').slice(0, -9)}`,
      /^a\.vtt: line 3: .*no JSON object/,
    ],
    ['a.srt', '1\n00:00:05,000 --> 00:00:02,000\na\n', /^a\.srt: line 2: the cue ends before it starts/],
    ['a.sbv', '0:00:05.000,0:00:02.000\na\n', /^a\.sbv: line 1: the cue ends before it starts/],
    ['a.sbv', '', /^a\.sbv: the file is empty$/],
    ['a.sbv', 'Hello.', /^a\.sbv: .*this has none/],
    ['a.tsv', 'start\tend\ttext\n0\t10\ta\n20', /^a\.tsv: line 3: "20" is no row/],
    ['a.txt', 'Hello.', /^a\.txt: its content is in no known format; such a file contains /],
    [
      'a.txt',
      Buffer.from('Ada Park  0:03\nsüß und schö').subarray(0, -1),
      /^a\.txt: it ends in the middle of a character/,
    ],
    ['a.docx', 'no document', /^a\.docx: /],
    [
      'a.docx',
      docx.subarray(0, 300),
      /^a\.docx: the document cannot be read; it seems to be damaged or cut off/,
    ],
    [
      'a.docx',
      zipOf([{ name: 'word/document.xml', content: bomb }]),
      /^a\.docx: the document has a document type/,
    ],
    [
      'a.docx',
      zipOf([{ name: 'word/document.xml', content: Buffer.alloc(40 * 1024 * 1024) }]),
      /^a\.docx: word\/document\.xml in the document has 41,943,040 bytes/,
    ],
  ];
  for (const [fileName, raw, message] of cases) {
    const { status, body } = await client.send('POST', 'api', '/v1/meetings/import', {
      query: { fileName, ...HOST },
      raw,
      headers: { 'Content-Type': 'application/octet-stream' },
    });
    assert.equal(status, 422, `${fileName} ${message}: ${JSON.stringify(body)}`);
    assert.match(body.error, message);
  }
  const stored = await sql(service.databaseUrl, 'select 1 from meetings where organization_id = $1', [id]);
  assert.deepEqual(stored, []);
});
