import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { googleMeet } from '../../src/domain/meetings/formats/google-meet.ts';
import { nameAndTime } from '../../src/domain/meetings/formats/name-and-time.ts';
import { parleyMarkdown } from '../../src/domain/meetings/formats/parley-markdown.ts';
import { speechFormats } from '../../src/domain/meetings/formats/speech-formats.ts';
import { teamsLines } from '../../src/domain/meetings/formats/teams-lines.ts';
import { timeAndName } from '../../src/domain/meetings/formats/time-and-name.ts';
import { timeAndText } from '../../src/domain/meetings/formats/time-and-text.ts';
import { type TranscriptFormat, TranscriptFormatError } from '../../src/domain/meetings/formats/types.ts';
import { zoomText } from '../../src/domain/meetings/formats/zoom-text.ts';
import { TRANSCRIPT_FORMS } from '../../src/domain/meetings/transcripts/forms.ts';
import { formatTime } from './encode.ts';

const RUNS = 200;

/** Reads a text in the format that recognises it, which has to be this one and no other that is tried before it. */
function read(format: TranscriptFormat, text: string) {
  assert.equal(speechFormats.find(({ recognises }) => recognises(text))?.name, format.name);
  return format.parse(text);
}

function rows(format: TranscriptFormat, text: string) {
  return read(format, text).segments.map((s) => [s.timestampSeconds, s.speaker?.name, s.text]);
}

const NO_END = /does not say how long the last entry lasts/;

test('Otter: title, date, keywords, people, entries without a speaker, several paragraphs', () => {
  const file = [
    'Weekly sync',
    'Mon, Nov 16, 2026 10:00AM • 55:30',
    '',
    'SUMMARY KEYWORDS',
    'budget, plan',
    '',
    'SPEAKERS',
    'Ada Park, Bo Lind',
    '',
    'Ada Park  0:03  ',
    'Hello everyone.',
    '',
    'Bo Lind  0:15  ',
    'We meet at 12:30',
    '',
    'as ever.',
    '',
    '0:24',
    'And so on.',
    '',
    'Unknown Speaker  55:21  ',
    'Bye.',
    '',
    'Transcribed by https://otter.ai',
    '',
  ];
  const { segments, title, durationSeconds, attendees, startMs, warnings } = read(
    nameAndTime,
    file.join('\r\n'),
  );
  assert.deepEqual(segments, [
    { text: 'Hello everyone.', timestampSeconds: 3, speaker: { name: 'Ada Park' } },
    { text: 'We meet at 12:30\n\nas ever.', timestampSeconds: 15, speaker: { name: 'Bo Lind' } },
    { text: 'And so on.', timestampSeconds: 24 },
    { text: 'Bye.', timestampSeconds: 3321, speaker: { name: 'Unknown Speaker' } },
  ]);
  assert.deepEqual([title, durationSeconds, startMs], ['Weekly sync', 3330, undefined]);
  assert.deepEqual(attendees, [{ name: 'Ada Park' }, { name: 'Bo Lind' }]);
  assert.match(
    warnings[0]!,
    /^line 2: "Mon, Nov 16, 2026 10:00AM • 55:30" is a date without a zone and was not read$/,
  );
  assert.match(warnings[2]!, /^line 5: "budget, plan" stands before the first entry and was not read$/);
});

test('Otter with one space before the time, brackets or bold names', () => {
  assert.deepEqual(rows(nameAndTime, 'Ada Park 0:00  \nAt 10:30\nsee you at 10:30\n\nBo 1:02:03\nYes.\n'), [
    [0, 'Ada Park', 'At 10:30\nsee you at 10:30'],
    [3723, 'Bo', 'Yes.'],
  ]);
  assert.deepEqual(rows(nameAndTime, '**Ada**  [00:00]\nHi.\n\n**Bo** (00:07):\nYes.\n'), [
    [0, 'Ada', 'Hi.'],
    [7, 'Bo', 'Yes.'],
  ]);
});

test('Teams as text: the title without its stamp, the length, and lines that are no speech', () => {
  const file =
    'Web plan-20260615_133555-Meeting Transcript\n15 June 2026, 03:35am\n27m 42s\n\nNick Lund started transcription\n\n' +
    'Ada Park   0:03\nthat from the plan\n+1 206*****65   0:03\nYes.\nBut.\n\nNick Lund   1:00:19\nYeah.\n\nAda Park stopped transcription\n';
  const { segments, title, durationSeconds, warnings } = read(nameAndTime, file.replace('1:00:19', '27:19'));
  assert.deepEqual(
    segments.map((s) => [s.timestampSeconds, s.speaker?.name, s.text]),
    [
      [3, 'Ada Park', 'that from the plan'],
      [3, '+1 206*****65', 'Yes.\nBut.'],
      [1639, 'Nick Lund', 'Yeah.'],
    ],
  );
  assert.deepEqual([title, durationSeconds], ['Web plan', 1662]);
  assert.match(warnings.join('\n'), /line 5: "Nick Lund started transcription" is no speech/);
  assert.match(warnings.join('\n'), /line 2: "15 June 2026, 03:35am" is a date without a zone/);
  assert.equal(read(nameAndTime, file).durationSeconds, 3619);
});

const speakerName = fc.constantFrom(
  'Ada Park',
  'Bo',
  'Ñuñez Óscar',
  'Speaker 1',
  '王 小明',
  "O'Neil-Smith",
  'Dr. Lee (Acme)',
);
const said = fc
  .array(fc.constantFrom('word', 'at 10:30', 'x: y', '[no]', '…', 'Note: this', '0:07 h', 'größer', '-->'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => `so ${words.join(' ')}`);
const entry = fc.record({ seconds: fc.nat(30_000), name: speakerName, text: said });
const entries = fc.array(entry, { minLength: 2, maxLength: 8 });

function clock(seconds: number): string {
  return formatTime(seconds * 1000).slice(0, -4);
}

test('Otter and Zoom captions come back word for word and second for second', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const expected = all.map(({ seconds, name, text }) => [seconds, name, text]);
      const otter = all.map(
        ({ seconds, name, text }) => `${name}  ${clock(seconds).replace(/^00:0?/, '')}  \n${text}\n`,
      );
      assert.deepEqual(rows(nameAndTime, otter.join('\n')), expected);
      const early = all.map((one, index) => ({ ...one, seconds: index === 0 ? 0 : one.seconds }));
      const zoom = early.map(({ seconds, name, text }) => `[${name}] ${clock(seconds)}\r\n${text}\r\n\r\n`);
      assert.deepEqual(
        rows(zoomText, zoom.join('')),
        early.map(({ seconds, name, text }) => [seconds, name, text]),
      );
    }),
    { numRuns: RUNS },
  );
});

test('Zoom captions have the times of a clock; they are counted from the first, also across midnight', () => {
  const file = '[Ada Park] 23:59:58\nHello.\n\n[Bo] 00:00:03\nYes.\n\n[Ada Park] 00:00:01\nGood\nnight.\n';
  const { segments, warnings, durationSeconds } = read(zoomText, file);
  assert.deepEqual(
    segments.map((s) => [s.timestampSeconds, s.speaker?.name, s.text]),
    [
      [0, 'Ada Park', 'Hello.'],
      [5, 'Bo', 'Yes.'],
      [3, 'Ada Park', 'Good\nnight.'],
    ],
  );
  assert.equal(durationSeconds, 5);
  assert.match(warnings[0]!, /times are those of a clock, without a date; 23:59:58 was taken for the start/);
  assert.match(warnings[1]!, NO_END);
});

test('Zoom in the cloud: the time of the clock before the words', () => {
  const file = '16:02:22 Just a minute.\n16:02:24 Ada Park: Yeah.\n16:03:00 Bo: Done at 16:04:00\n';
  assert.deepEqual(rows(timeAndText, file), [
    [0, undefined, 'Just a minute.'],
    [2, 'Ada Park', 'Yeah.'],
    [38, 'Bo', 'Done at 16:04:00'],
  ]);
});

test("Parley's own text, Whisper's on the screen, and Word's", () => {
  assert.deepEqual(
    rows(timeAndText, '[00:00:04] Ada Park: Shall we?\n    And more.\n[01:01:06] Bo Lind: Yes.\n'),
    [
      [4, 'Ada Park', 'Shall we?\nAnd more.'],
      [3666, 'Bo Lind', 'Yes.'],
    ],
  );
  const whisper = '[00:00:00.000 --> 00:00:04.120]  And so\n[00:04.120 --> 00:06.000]  on.\n';
  assert.deepEqual(read(timeAndText, whisper).segments, [
    { text: 'And so', timestampSeconds: 0, endSeconds: 4.12 },
    { text: 'on.', timestampSeconds: 4.12, endSeconds: 6 },
  ]);
  const word =
    'Audio file\ncall.wav\n\nTranscript\n\n00:00:00 Speaker 1\nHello there.\n00:00:04 Speaker 2\nFine.\nThanks.\n';
  assert.deepEqual(rows(timeAndText, word), [
    [0, 'Speaker 1', 'Hello there.'],
    [4, 'Speaker 2', 'Fine.\nThanks.'],
  ]);
  assert.throws(
    () => timeAndText.parse('[00:00:04.000 --> 00:00:02.000] x\n'),
    (error) => error instanceof TranscriptFormatError && error.line === 1,
  );
});

test('older documents of Teams: times, speaker and words on lines of their own', () => {
  const file =
    '0:0:0.0 --> 0:0:0.820\nAda Park\nHello\nall.\n0:0:3.41 --> 0:0:4.280\nBo Lind\nHello\n0:0:4.590 --> 0:0:4.750\nCy\nHi\n';
  assert.deepEqual(read(teamsLines, file).segments, [
    { text: 'Hello\nall.', timestampSeconds: 0, endSeconds: 0.82, speaker: { name: 'Ada Park' } },
    { text: 'Hello', timestampSeconds: 3.041, endSeconds: 4.28, speaker: { name: 'Bo Lind' } },
    { text: 'Hi', timestampSeconds: 4.59, endSeconds: 4.75, speaker: { name: 'Cy' } },
  ]);
  const cutOff = file.slice(0, file.indexOf('Cy'));
  assert.throws(
    () => teamsLines.parse(cutOff),
    (error) => error instanceof TranscriptFormatError && error.line === 8 && /cut off/.test(error.message),
  );
});

test('subtitles of two lines without counters are no older documents of Teams', () => {
  const file =
    '00:00:01,000 --> 00:00:02,000\nGood Morning\nto all\n\n00:00:03,000 --> 00:00:04,000\nWell Done\nthere\n';
  assert.equal(teamsLines.recognises(file), false);
});

test('Google Meet: a time every few minutes, people, and the end', () => {
  const file = [
    'Budget review - 2026/11/21 15:51 GMT+1 - Transcript',
    'Attendees',
    'Ada Park, Bo Lind, Cy',
    'Transcript',
    'This editable transcript was computer generated and might contain errors. People can also change the text after it was created.',
    '00:00:00',
    ' ',
    'Ada Park: Okay. One thing: the budget',
    'Bo Lind: ',
    'Bo Lind: Hey,',
    ' ',
    '00:05:26',
    ' ',
    'Ada Park: Um',
    'Meeting ended after 00:31:12 👋',
  ];
  const parsed = read(googleMeet, file.join('\n'));
  assert.deepEqual(parsed.segments, [
    { text: 'Okay. One thing: the budget', timestampSeconds: 0, speaker: { name: 'Ada Park' } },
    { text: 'Hey,', speaker: { name: 'Bo Lind' } },
    { text: 'Um', timestampSeconds: 326, speaker: { name: 'Ada Park' } },
  ]);
  assert.equal(parsed.title, 'Budget review');
  assert.equal(parsed.startMs, Date.parse('2026-11-21T14:51:00Z'));
  assert.equal(parsed.durationSeconds, 1872);
  assert.deepEqual(parsed.attendees, [{ name: 'Ada Park' }, { name: 'Bo Lind' }, { name: 'Cy' }]);
  assert.deepEqual(parsed.warnings, [
    'the file has a time every few minutes only; 1 entries in between have none',
  ]);
});

test('Google Meet as Markdown, behind the notes of Gemini', () => {
  const file =
    '📝 Notes\n\nNov 21, 2026\n\n## Budget\n\nAda: is not speech here\n\n📖 Transcript\n\n### 00:00:00\n\n' +
    '**Ada Park:** Okay *then*.\n\n**Bo Lind:** Yes.\n\n### Transcription ended after 00:02:05\n\n' +
    '*This editable transcript was computer generated and might contain errors.*\n';
  const { segments, durationSeconds, warnings } = read(googleMeet, file);
  assert.deepEqual(
    segments.map((s) => [s.timestampSeconds, s.speaker?.name, s.text]),
    [
      [0, 'Ada Park', 'Okay *then*.'],
      [undefined, 'Bo Lind', 'Yes.'],
    ],
  );
  assert.equal(durationSeconds, 125);
  assert.ok(
    warnings.some((warning) => warning.includes('"Ada: is not speech here" stands before the first entry')),
  );
});

/** The closing lines of Google Meet: of the transcript, and of the meeting in older documents. */
const MEET_CLOSINGS: Record<string, string[]> = {
  Spanish: [
    'La transcripción finalizó después de 00:31:12',
    'Esta transcripción editable se ha generado por ordenador y puede contener errores. Los usuarios también pueden cambiar el texto.',
  ],
  'Latin American Spanish': [
    'La reunión finalizó después de 00:31:12 👋',
    'Esta transcripción editable se generó por computadora y puede contener errores.',
    'Los usuarios también pueden cambiar el texto después de que se cree.',
  ],
  Portuguese: [
    'A transcrição foi encerrada após 00:31:12',
    'Esta transcrição editável foi gerada por computador e pode conter erros.',
    'As pessoas também podem alterar o texto depois que ele for criado.',
  ],
  French: [
    'Transcription terminée après 00:31:12',
    'Cette transcription modifiable a été générée par ordinateur et peut contenir des erreurs.',
    'Les utilisateurs peuvent également modifier le texte après sa création.',
  ],
  Italian: [
    'Trascrizione terminata dopo 00:31:12',
    'Questa trascrizione modificabile è stata generata dal computer e potrebbe contenere errori.',
    'È possibile anche modificare manualmente il testo dopo la creazione.',
  ],
  Japanese: [
    '00:31:12 より後に文字起こしが終了しました',
    'この編集可能な文字起こしはコンピュータが生成したものであり、誤りが含まれている可能性があります。',
  ],
};

for (const [language, closing] of Object.entries(MEET_CLOSINGS)) {
  test(`Google Meet in ${language}: the closing lines are no words`, () => {
    const text = ['00:00:00', '', 'Ada Park: So.', 'Bo: Yes.', '', ...closing].join('\n');
    const markdown = `### 00:00:00\n\n**Ada Park:** So.  \n**Bo:** Yes.\n\n### **${closing[0]}**\n\n${closing
      .slice(1)
      .map((line) => `*${line}*`)
      .join('\n\n')}`;
    for (const file of [text, markdown]) {
      const { segments, durationSeconds, warnings } = read(googleMeet, file);
      assert.deepEqual(
        segments.map((s) => [s.timestampSeconds, s.speaker?.name, s.text]),
        [
          [0, 'Ada Park', 'So.'],
          [undefined, 'Bo', 'Yes.'],
        ],
      );
      assert.equal(durationSeconds, 1872);
      assert.deepEqual(warnings, [
        'the file has a time every few minutes only; 1 entries in between have none',
      ]);
    }
    // At the top, too, nothing but a title, people and the time says something.
    assert.deepEqual(read(googleMeet, [...closing.slice(1), text].join('\n')).warnings.length, 1);
  });
}

test('Google Meet in a language whose phrases are not known: the closing line is told by its place', () => {
  const spoken = '00:00:00\n\nAda Park: So.\n\n00:25:00\n\nBo: Yes.\n\nIt was 00:31:12 then.\n';
  const closed = (closing: string) => {
    const { segments, durationSeconds, warnings } = read(googleMeet, `${spoken}${closing}`);
    return { text: segments.at(-1)!.text, durationSeconds, warnings };
  };
  const bo = 'Yes.\nIt was 00:31:12 then.';
  for (const before of ['\n\n', '### ']) {
    assert.deepEqual(closed(`${before}Koniec po 00:31:12\n\nTekst może zawierać błędy.\n`), {
      text: bo,
      durationSeconds: 1872,
      warnings: [
        before === '### '
          ? 'line 10: "Koniec po 00:31:12" closes the transcript and was not read as words'
          : 'line 12: "Koniec po 00:31:12" closes the transcript and was not read as words',
        before === '### '
          ? 'line 12: "Tekst może zawierać błędy." closes the transcript and was not read as words'
          : 'line 14: "Tekst może zawierać błędy." closes the transcript and was not read as words',
      ],
    });
  }
  // Words: the time is earlier than a section, or somebody speaks behind it, or much is behind it, or there are two times.
  for (const words of [
    'Koniec po 00:24:59',
    'Koniec po 00:31:12 i 00:31:13',
    'Koniec po 00:31:12\na\nb\nc',
    'Koniec po 31:12',
  ]) {
    const { text, durationSeconds } = closed(`\n\n${words}\n`);
    assert.deepEqual([text, durationSeconds], [`${bo}\n${words}`, 1500]);
  }
  assert.deepEqual(closed('\n\nKoniec po 00:31:12\nAda Park: Bye.').text, 'Bye.');
});

test('Google Meet in Japanese: a colon of full width behind the speaker, and the part of the transcript', () => {
  const file =
    '結論：ここは要約です。\n\n📖 文字起こし\n\n00:00:44\n\n菅原：おはようございます。\n渡辺：\n渡辺：API：はい。\n\n00:32:54 より後に文字起こしが終了しました\n';
  assert.deepEqual(rows(googleMeet, file), [
    [44, '菅原', 'おはようございます。'],
    [undefined, '渡辺', 'API：はい。'],
  ]);
  assert.deepEqual(rows(googleMeet, file.replaceAll(/^(渡辺|菅原)：/gm, '**$1：** ')), [
    [44, '菅原', 'おはようございます。'],
    [undefined, '渡辺', 'API：はい。'],
  ]);
});

test('other texts are recognised by no format', () => {
  for (const text of [
    '',
    'Hello.\n',
    'Agenda\n\n09:30 Coffee\nThen we talk about 10:30 and so on, at length.\nAnd more.\nAnd more.\n',
    'Dear Ada,\n\nLunch is at 12:30.\n\nBo\n',
    '# Notes\n\n- one: two\n- three: four\n',
    '{"a": "Ada Park  0:03"}',
    'name,time\nAda,0:03\n',
    '1\n00:00:05,000 --> 00:00:07,000\na\n',
    // The chat that Zoom saves.
    '09:30:12\t From Ada Park to Everyone:\n\thello\n09:31:10\t From Bo to Ada Park(Direct Message):\n\thi\n',
    '09:30:12 From Ada Park : hello\n09:31:10 From Bo : yes.\n09:32:10 From Ada Park : ok.\n',
  ]) {
    assert.equal(speechFormats.find(({ recognises }) => recognises(text))?.name, undefined, text);
  }
});

test('Fathom: company and address of speakers, what is told between the words, length and link', () => {
  const file = [
    'Acme: plans - January 31',
    'VIEW RECORDING - 71 mins (No highlights): https://fathom.video/share/abc',
    '',
    '---',
    '',
    '0:00 - Ada Park (Parley)',
    '  Hello everyone. At 0:05 - we begin.  And so on.',
    '  SCREEN SHARING: Ada started screen sharing - WATCH: https://fathom.video/share/abc?timestamp=3.5  Do you see it?',
    '',
    '0:55 - Grace Lund (grace@acme.example)',
    '  Yes.',
    '  ACTION ITEM: Send the contract - WATCH: https://fathom.video/share/abc?timestamp=60',
    '',
    '  And more.',
    '',
    '1:02:03 - Ada Park (Parley)',
    '  Bye.',
    '',
  ];
  const found = read(timeAndName, file.join('\r\n'));
  assert.deepEqual(found.segments, [
    {
      text: 'Hello everyone. At 0:05 - we begin.  And so on.\nDo you see it?',
      timestampSeconds: 0,
      speaker: { name: 'Ada Park (Parley)' },
    },
    { text: 'Yes.\n\nAnd more.', timestampSeconds: 55, speaker: { name: 'Grace Lund' } },
    { text: 'Bye.', timestampSeconds: 3723, speaker: { name: 'Ada Park (Parley)' } },
  ]);
  assert.deepEqual(
    [found.title, found.durationSeconds, found.callUrl, found.attendees],
    [
      'Acme: plans - January 31',
      4260,
      'https://fathom.video/share/abc',
      [{ name: 'Grace Lund', email: 'grace@acme.example' }],
    ],
  );
  assert.deepEqual(
    found.warnings.map((warning) => warning.replace(/"(.{0,20}).*"/, '$1')),
    [
      'line 8: SCREEN SHARING: Ada  is no speech and was not read',
      'line 12: ACTION ITEM: Send th is no speech and was not read',
    ],
  );
});

test('Fathom as it is copied, and Gong', () => {
  const copied = [
    'Call - August 07',
    '',
    'VIEW RECORDING - 1 min (No highlights)',
    '',
    '',
    '@1:33 - Ada Park',
    'Hello.',
    '',
    'SCREEN SHARING: Ada started screen sharing - WATCH',
    '',
    '@1:02:10 - bo',
    'Hi.',
  ];
  assert.deepEqual(rows(timeAndName, copied.join('\n')), [
    [93, 'Ada Park', 'Hello.'],
    [3730, 'bo', 'Hi.'],
  ]);
  const gong =
    'Acme // Demo\n\nTranscript\n\n\n0:00 | Ada\nHello there.\n\n0:05 | Grace Lund\nHi.\nHow are you?\n';
  assert.deepEqual(rows(timeAndName, gong), [
    [0, 'Ada', 'Hello there.'],
    [5, 'Grace Lund', 'Hi.\nHow are you?'],
  ]);
});

test('a list of chapters is no transcript', () => {
  const chapters =
    'Chapters\n\n0:00 - Welcome\n\n0:12 - Questions\n\n1:02:03 - The End\n\n1:10:00 - Credits\n';
  assert.equal(timeAndName.recognises(chapters), false);
});

test("Parley's own Markdown comes back word for word, and second for second", () => {
  const words = fc
    .string({ unit: fc.constantFrom(...'ab *_[]<>~&|`\\#+-=1.:\n', 'é', '0:03: ', '**Bo** '), maxLength: 30 })
    .filter((text) => /[a-z]/.test(text));
  const name = fc
    .string({ unit: fc.constantFrom(...'Ab *\\:é'), maxLength: 12 })
    .filter((one) => /[a-z]/i.test(one));
  const entry = fc.record({ text: words, seconds: fc.option(fc.nat(360_000)), speaker: fc.option(name) });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), words, (entries, title) => {
      const form = TRANSCRIPT_FORMS.markdown.make();
      const written = entries.map(({ text, seconds, speaker }) => ({
        text,
        ...(seconds !== null && { timestampSeconds: seconds, timestamp: formatTime(seconds * 1000) }),
        ...(speaker !== null && { speaker: { name: speaker } }),
      }));
      const head = form.head({ title, startMs: Date.UTC(2026, 0, 31) } as Parameters<typeof form.head>[0]);
      const file = head + written.map((one) => form.entry(one as Parameters<typeof form.entry>[0])).join('');
      const { segments, startMs } = read(parleyMarkdown, file);
      assert.equal(startMs, Date.UTC(2026, 0, 31));
      assert.deepEqual(
        segments.map((one) => [one.text.trim(), one.timestampSeconds, one.speaker?.name]),
        entries.map((one) => [one.text.trim(), one.seconds ?? undefined, one.speaker?.trim()]),
      );
    }),
    { numRuns: RUNS },
  );
});
