import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TranscriptFormatError } from '../../src/domain/meetings/formats/types.ts';
import { webVtt } from '../../src/domain/meetings/formats/vtt.ts';

/** Segments as [seconds, name, text]. */
function rows(file: string) {
  return webVtt.parse(file).segments.map((s) => [s.timestampSeconds, s.speaker?.name, s.text]);
}

/** The one cue of a file, read by its payload. */
function cue(payload: string) {
  return rows(`WEBVTT\n\n00:01.000 --> 00:02.000\n${payload}\n`).map(([, name, text]) => [name, text]);
}

test('a Zoom export: CRLF, numbered cues, Name: text', () => {
  const file = [
    'WEBVTT',
    '',
    '1',
    '00:04:01.680 --> 00:04:02.770',
    'Mara Lind: Hé, Pooja…',
    '',
    '2',
    '01:04:03.431 --> 01:04:04.509',
    'Ola (Acme): Note: R&D is at 10:30.',
    '',
    '3',
    '01:04:04.600 --> 01:04:05.000',
    'and so on.',
    '',
  ];
  assert.deepEqual(webVtt.parse(file.join('\r\n')), {
    segments: [
      { text: 'Hé, Pooja…', timestampSeconds: 241.68, endSeconds: 242.77, speaker: { name: 'Mara Lind' } },
      {
        text: 'Note: R&D is at 10:30.',
        timestampSeconds: 3843.431,
        endSeconds: 3844.509,
        speaker: { name: 'Ola (Acme)' },
      },
      { text: 'and so on.', timestampSeconds: 3844.6, endSeconds: 3845 },
    ],
    durationSeconds: 3845,
    warnings: [],
  });
});

test('a Teams export: identifiers of letters, voice tags, text over several lines', () => {
  const file =
    'WEBVTT\n\n3f2a-77/12-0\n00:00:03.120 --> 00:00:05.400\n<v Mara Lind>Hello,\nall.</v>\n\n' +
    '3f2a-77/13-0\n00:00:06.000 --> 00:00:07.000\n<v Ola>Note: hi</v>\n\n' +
    '00:00:08.000 --> 00:00:09.000\nRemember Ana: she left.\n';
  assert.deepEqual(rows(file), [
    [3.12, 'Mara Lind', 'Hello,\nall.'],
    [6, 'Ola', 'Note: hi'],
    [8, undefined, 'Remember Ana: she left.'],
  ]);
});

test('byte order mark, LF, CR, no line break at the end', () => {
  for (const lineBreak of ['\n', '\r', '\r\n']) {
    const file = [
      '\uFEFFWEBVTT',
      '',
      '00:01.000 --> 00:02.000',
      'a',
      'b',
      '',
      '00:03.000 --> 00:04.000',
      'c',
    ];
    assert.deepEqual(rows(file.join(lineBreak)), [
      [1, undefined, 'a\nb'],
      [3, undefined, 'c'],
    ]);
  }
});

test('header text is the title, track metadata and header lines are not', () => {
  const title = (header: string) => webVtt.parse(`${header}\n\n00:01.000 --> 00:02.000\na`).title;
  assert.equal(title('WEBVTT'), undefined);
  assert.equal(title('WEBVTT - Weekly call '), 'Weekly call');
  assert.equal(title('WEBVTT\tWeekly call'), 'Weekly call');
  assert.equal(title('WEBVTT Kind: captions; Language: en'), undefined);
  assert.equal(title('WEBVTT\nKind: captions\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0'), undefined);
});

test('a header may state the language', () => {
  const language = (header: string) => webVtt.parse(`${header}\n\n00:01.000 --> 00:02.000\na`).language;
  assert.equal(language('WEBVTT\nKind: captions\nLanguage: pt-br'), 'pt-br');
  assert.equal(language('WEBVTT Kind: captions; Language: en'), 'en');
  assert.equal(language('WEBVTT - Weekly call'), undefined);
  assert.equal(language('WEBVTT\n\nLanguage: en'), undefined);
});

test('a header may run into the first cue', () => {
  assert.deepEqual(rows('WEBVTT\nLanguage: en\n00:01.000 --> 00:02.000\na'), [[1, undefined, 'a']]);
});

test('comments, styles and regions are no speech', () => {
  const file =
    'WEBVTT\n\nSTYLE\n::cue(b) { color: red }\n\nREGION\nid:fred\nwidth:40%\n\nNOTE one line\n\n' +
    'NOTE\nover\nlines\n\n00:01.000 --> 00:02.000\na\n\nNOTE\tbetween cues\n\n00:03.000 --> 00:04.000\nb\n';
  assert.deepEqual(webVtt.parse(file), {
    segments: [
      { text: 'a', timestampSeconds: 1, endSeconds: 2 },
      { text: 'b', timestampSeconds: 3, endSeconds: 4 },
    ],
    durationSeconds: 4,
    warnings: [],
  });
});

test('a comment may hold an arrow, and NOTE may be an identifier', () => {
  assert.deepEqual(rows('WEBVTT\n\nNOTE\ngo --> there\n\nNOTE\n00:01.000 --> 00:02.000\na'), [
    [1, undefined, 'a'],
  ]);
});

test('settings on the timing line are left out', () => {
  const settings = 'region:fred align:start line:0%,start position:10%,line-left size:50% vertical:rl';
  assert.deepEqual(rows(`WEBVTT\n\n00:01.000 --> 00:02.000\t${settings}\na`), [[1, undefined, 'a']]);
});

const TIMES: [string, number][] = [
  ['00:00:00.000', 0],
  ['00:00.001', 0.001],
  ['59:59.999', 3599.999],
  ['00:00:12.345', 12.345],
  ['01:02:03.004', 3723.004],
  ['1:02:03.004', 3723.004],
  ['123:00:00.070', 442800.07],
  ['999999999:00:00.001', 3599999996400.001],
  ['0:07.100', 7.1],
  ['00:00:12,345', 12.345],
  ['00:00:12', 12],
];

for (const [time, seconds] of TIMES) {
  test(`${time} is ${seconds} s`, () => {
    const { segments, durationSeconds, warnings } = webVtt.parse(`WEBVTT\n\n${time}-->${time}\na`);
    assert.deepEqual(segments, [{ text: 'a', timestampSeconds: seconds, endSeconds: seconds }]);
    assert.equal(durationSeconds, seconds);
    assert.deepEqual(warnings, []);
  });
}

const NO_TIMES = [
  '00:60:00.000',
  '00:00:60.000',
  '00:00:01.5',
  '00:00:01.0000',
  '1:2:3:4.000',
  '1000000000:00:00.000',
];

for (const time of NO_TIMES) {
  test(`a cue at ${time} keeps its words without a time, with a warning`, () => {
    for (const timing of [`${time} --> 00:00:09.000`, `00:00:00.000 --> ${time}`]) {
      const parsed = webVtt.parse(`WEBVTT\n\n7\n${timing}\na\nb\n\n00:01.000 --> 00:02.000\nc`);
      assert.deepEqual(parsed.segments, [
        { text: 'a\nb' },
        { text: 'c', timestampSeconds: 1, endSeconds: 2 },
      ]);
      assert.equal(parsed.warnings.length, 1);
      assert.match(parsed.warnings[0] ?? '', /^line 4: ".*" is no timing line/);
    }
  });
}

test('a timing line with another arrow is broken where one is due, and text elsewhere', () => {
  const parsed = webVtt.parse(
    'WEBVTT\n\n1\n00:01.000 -> 00:02.000\na\n\n00:03.000 --> 00:04.000\n10:30 -> 11:00\nb',
  );
  assert.deepEqual(parsed.segments, [
    { text: 'a' },
    { text: '10:30 -> 11:00\nb', timestampSeconds: 3, endSeconds: 4 },
  ]);
  assert.equal(parsed.warnings.length, 1);
});

test('a timing line starts a cue even with no empty line before it', () => {
  assert.deepEqual(rows('WEBVTT\n\n00:01.000 --> 00:02.000\na\n00:03.000 --> 00:04.000\nb'), [
    [1, undefined, 'a'],
    [3, undefined, 'b'],
  ]);
});

test('an arrow in the text is text', () => {
  assert.deepEqual(cue('go --> there\n-->\n1 --> 2'), [[undefined, 'go --> there\n-->\n1 --> 2']]);
});

test('words on the timing line are the first of the cue', () => {
  const parsed = webVtt.parse('WEBVTT\n\n00:01.000 --> 00:02.000 Hello you\nthere\n');
  assert.deepEqual(parsed.segments, [{ text: 'Hello you\nthere', timestampSeconds: 1, endSeconds: 2 }]);
  assert.match(parsed.warnings[0] ?? '', /^line 3: words on the timing line/);
});

test('text without a timing line is kept without a time, with a warning', () => {
  const parsed = webVtt.parse(
    'WEBVTT\n\n00:01.000 --> 00:02.000\na\n\nlost\nwords\n\nSTYLE\nis everything\n',
  );
  assert.deepEqual(parsed.segments, [
    { text: 'a', timestampSeconds: 1, endSeconds: 2 },
    { text: 'lost\nwords' },
    { text: 'STYLE\nis everything' },
  ]);
  assert.deepEqual(
    parsed.warnings.map((warning) => warning.split(':')[0]),
    ['line 6', 'line 9'],
  );
});

test('other words before a broken timing line are kept too', () => {
  const parsed = webVtt.parse('WEBVTT\n\nsaid this\n00:01,5 --> 00:02,5\na');
  assert.deepEqual(parsed.segments, [{ text: 'said this' }, { text: 'a' }]);
});

test('cues stay in file order; the duration ends with the cue that ends last', () => {
  const parsed = webVtt.parse('WEBVTT\n\n00:05.000 --> 00:09.500\na\n\n00:01.000 --> 00:02.000\nb');
  assert.deepEqual(
    parsed.segments.map((segment) => segment.text),
    ['a', 'b'],
  );
  assert.equal(parsed.durationSeconds, 9.5);
});

test('cues without words make no segment', () => {
  const parsed = webVtt.parse('WEBVTT\n\n00:01.000 --> 00:02.000\n\n00:03.000 --> 00:04.000\n<b> </b>\n');
  assert.deepEqual(parsed, { segments: [], durationSeconds: 4, warnings: [] });
  assert.deepEqual(webVtt.parse('WEBVTT'), { segments: [], warnings: [] });
});

test('white space in the text stays', () => {
  assert.deepEqual(cue('  a \t b  \n  c '), [[undefined, '  a \t b  \n  c ']]);
});

test('voice tags name the speaker', () => {
  assert.deepEqual(cue('<v Mara Lind>Hi.</v>'), [['Mara Lind', 'Hi.']]);
  assert.deepEqual(cue('<v Mara Lind>Hi.'), [['Mara Lind', 'Hi.']]);
  assert.deepEqual(cue('<v.loud.first  Mara\tLind >Hi.'), [['Mara Lind', 'Hi.']]);
  assert.deepEqual(cue('<v Ann &amp; Bob>Hi.'), [['Ann & Bob', 'Hi.']]);
  assert.deepEqual(cue('<v>Hi.</v>'), [[undefined, 'Hi.']]);
  assert.deepEqual(cue('<v Mara>A <b>bold</b> word</v>'), [['Mara', 'A bold word']]);
});

test('several voices of a cue become segments with its time', () => {
  assert.deepEqual(rows('WEBVTT\n\n00:01.000 --> 00:02.000\n<v A>Hi.</v>\n<v B>Hello</v> all'), [
    [1, 'A', 'Hi.'],
    [1, 'B', 'Hello'],
    [1, undefined, ' all'],
  ]);
  assert.deepEqual(cue('<v A>Hi.\n<v B>Hello.'), [
    ['A', 'Hi.'],
    ['B', 'Hello.'],
  ]);
  assert.deepEqual(cue('<v A>x <v B>y</v> z</v>'), [
    ['A', 'x '],
    ['B', 'y'],
    ['A', ' z'],
  ]);
  assert.deepEqual(cue('<v A>one</v>\n<v A>two</v> '), [['A', 'one\ntwo']]);
});

test('line breaks and spaces between voices are layout, inside one they stay', () => {
  assert.deepEqual(cue('<v A>one</v>\n<v A>two</v> <v A>three</v>'), [['A', 'one\ntwo three']]);
  assert.deepEqual(cue('<v A>one</v>\n<v B>two</v><v B>three</v>'), [
    ['A', 'one'],
    ['B', 'twothree'],
  ]);
  assert.deepEqual(cue('<v A>one</v>\ntwo<br>'), [
    ['A', 'one'],
    [undefined, 'two\n'],
  ]);
  assert.deepEqual(cue('<v A>\none<v B>two'), [
    ['A', '\none'],
    ['B', 'two'],
  ]);
});

test('known tags are dropped, other text stays', () => {
  assert.deepEqual(cue('<c.yellow.bg>a</c> <lang en>b</lang> <ruby>c<rt>d</rt></ruby>'), [
    [undefined, 'a b cd'],
  ]);
  assert.deepEqual(cue('one<100:00:01.500> two<00:01.700><c> three</c>'), [[undefined, 'one two three']]);
  assert.deepEqual(cue('<font color="red">a</font><br/><SPAN class=x>b</SPAN>'), [[undefined, 'a\nb']]);
  for (const text of [
    'a < b',
    'I <3 you > all',
    'a <b and c> d',
    'List<String>',
    'x <',
    '<>',
    'a<<b',
    '</b and c>',
  ]) {
    assert.deepEqual(cue(text), [[undefined, text]]);
  }
  assert.deepEqual(cue('1 <<b>2</b>'), [[undefined, '1 <2']]);
});

test('character references are decoded once, unknown ones stay', () => {
  assert.deepEqual(cue('&amp;lt; &lt;b&gt; &quot;&apos;&#39; &#x1F600;&#233;'), [
    [undefined, "&lt; <b> \"'' 😀é"],
  ]);
  assert.deepEqual(cue('a&nbsp;b&lrm;c&rlm;'), [[undefined, 'a\u00a0b\u200ec\u200f']]);
  for (const text of ['R&D', '&foo;', '&amp', '&#;', '&#0;', '&#xD800;', '&#x110000;', '&#99999999;']) {
    assert.deepEqual(cue(text), [[undefined, text]]);
  }
});

test('NUL and unpaired surrogates stay as they are', () => {
  assert.deepEqual(cue('a\0b\ud800'), [[undefined, 'a\0b\ud800']]);
});

test('a name under tags is a name', () => {
  assert.deepEqual(cue('<b>Mara:</b> hi'), [['Mara', 'hi']]);
});

test('if fewer than one cue in 20 has a name before a colon, the name is speech', () => {
  const file = (cues: number) =>
    `WEBVTT\n\n00:00.000 --> 00:01.000\nRule one: listen\n\n${'00:01.000 --> 00:02.000\ntext\n\n'.repeat(cues - 1)}`;
  assert.deepEqual(rows(file(20))[0], [0, 'Rule one', 'listen']);
  assert.deepEqual(rows(file(21))[0], [0, undefined, 'Rule one: listen']);
});

test('a file that is not WebVTT is refused', () => {
  for (const text of ['', 'WEBVTTX', 'webvtt', '\nWEBVTT', '1\n00:00:01,000 --> 00:00:02,000\na']) {
    assert.throws(
      () => webVtt.parse(text),
      (error) =>
        error instanceof TranscriptFormatError && error.line === 1 && /^line 1: .*WEBVTT/.test(error.message),
    );
  }
});

test('warnings beyond a hundred are counted', () => {
  const { segments, warnings } = webVtt.parse(`WEBVTT\n\n${'stray\n\n'.repeat(130)}`);
  assert.equal(segments.length, 130);
  assert.equal(warnings.length, 101);
  assert.equal(warnings.at(-1), 'and 30 more warnings');
});

test('a long broken timing line is cut in its warning', () => {
  const { warnings } = webVtt.parse(`WEBVTT\n\n${'0:'.repeat(500)}-->\na`);
  assert.ok((warnings[0] ?? '').length < 250, warnings[0]);
});
