import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../support/random.ts';
import { startService, type TestService } from '../support/service.ts';
import { figureText } from '../torture/from-tests.ts';
import { none } from '../torture/promise.ts';
import { openRaw, type RawAnswer } from './raw-socket.ts';
import { readStrictly } from './strict-requests.ts';

/**
 * A request within what another server on the way takes for the body of one is never done. Each stream is read by a
 * strict reader of our own too: what it does not see as a request must not be answered as one.
 */

const SEED = 21;
const RANDOM_STREAMS = 600;
const AT_A_TIME = 16;
const INCOMPLETE_MS = 100;
const HOST = 'Host: parley\r\n';
const CHUNKED = 'Transfer-Encoding: chunked';

/** Stands in the ids of a stream's requests for the number of the stream. */
const NUMBER = '#####';

let service: TestService;
let sent = 0;
before(async () => {
  // Probes are logged at debug.
  service = await startService({ roles: new Set(['api']), logLevel: 'debug' });
});
after(() => service.stop());

const get = (id: string, rest = '') =>
  `GET /livez HTTP/1.1\r\n${HOST}X-Request-Id: ${id}.${NUMBER}\r\n${rest}\r\n`;
const outer = (framing: readonly string[]) =>
  `POST /admin/v1/keys HTTP/1.1\r\n${HOST}X-Request-Id: outer.${NUMBER}\r\nX-API-Key: ${service.key}\r\n` +
  `Content-Type: application/json\r\n${framing.map((line) => `${line}\r\n`).join('')}\r\n`;
const length = (text: string) => `Content-Length: ${text.length}`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Would be done by who reads it as a request. */
const EMBEDDED = get('smuggled');
/** Ends every stream, and the connection of who reads it as a request. */
const AFTER = get('after', 'Connection: close\r\n');

type Played = { stream: string; answer: RawAnswer };

async function play(text: string): Promise<Played> {
  const stream = text.replaceAll(NUMBER, `${++sent}`.padStart(NUMBER.length, '0'));
  const connection = await openRaw(service.apiUrl);
  connection.write(Buffer.from(stream, 'latin1'));
  const isWhole = readStrictly(stream).rest !== 'incomplete';
  const answer = await connection.read(undefined, isWhole ? undefined : INCOMPLETE_MS);
  connection.close();
  return { stream, answer };
}

/** @returns what a strict reader would not have done of the streams, or have done and was not */
async function faultsOf(streams: readonly string[]): Promise<string[]> {
  const from = service.logged().length;
  const played: Played[] = [];
  for (let next = 0; next < streams.length; next += AT_A_TIME) {
    played.push(...(await Promise.all(streams.slice(next, next + AT_A_TIME).map(play))));
  }
  // A request's line is written when its answer is over.
  await delay(100);
  const lines = service.logged().slice(from).trim().split('\n');
  const done = new Set(
    lines
      .map((line) => JSON.parse(line))
      // Bytes after a refused request are answered with 400 or not at all.
      .filter(({ msg, status }) => msg === 'request' && status !== 400)
      .map(({ reqId }) => reqId as string),
  );
  return played.flatMap(({ stream, answer }) =>
    judge(stream, answer, done).map(
      (fault) => `${fault}: ${JSON.stringify(stream.replaceAll(service.key, 'KEY').slice(0, 600))}`,
    ),
  );
}

function judge(stream: string, { statuses, closed }: RawAnswer, done: ReadonlySet<string>): string[] {
  const { ids, rest } = readStrictly(stream);
  const named = [...new Set(stream.match(/(?:smuggled|after)\.\d+/g))];
  const faults = named.filter((id) => done.has(id) && !ids.includes(id)).map((id) => `${id} was done`);
  const answers = statuses.filter((status) => status >= 200).length;
  if (answers > ids.length + (rest === 'none' ? 0 : 1)) faults.push(`${answers} answers`);
  if (rest === 'broken' && !closed) faults.push('the connection stayed open');
  if (rest === 'none') {
    const lost = named.filter((id) => ids.includes(id) && !done.has(id));
    faults.push(...lost.map((id) => `${id} was not done`));
  }
  return faults;
}

/** Spellings of chunked that one server takes for it and another does not. */
const CODINGS = [
  CHUNKED,
  'Transfer-Encoding: Chunked',
  'Transfer-Encoding:chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked ',
  'transfer-encoding: CHUNKED',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding\t: chunked',
  ' Transfer-Encoding: chunked',
  'X-A: b\r\n Transfer-Encoding: chunked',
  'X-A: b\nTransfer-Encoding: chunked',
  'X-A: b\rTransfer-Encoding: chunked',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding\r\n: chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunkedx',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding: chunked,',
  'Transfer-Encoding: ,chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding: chunked\x0b',
  'Transfer-Encoding: chun\0ked',
  'Transfer-Encoding: chunked\x80',
  'Transfer-Encoding:',
  `${CHUNKED}\r\nTransfer-Encoding: identity`,
  `Transfer-Encoding: identity\r\n${CHUNKED}`,
  `${CHUNKED}\r\n${CHUNKED}`,
];

/** Spellings of a length, around the right one. */
const lengths = (right: number) => [
  `Content-Length: ${right}`,
  `Content-Length:${right}`,
  `Content-Length: 00${right}`,
  `Content-Length : ${right}`,
  `Content-Length\t: ${right}`,
  ` Content-Length: ${right}`,
  `Content-Length: +${right}`,
  `Content-Length: -${right}`,
  `Content-Length: ${right}.0`,
  `Content-Length: ${right} `,
  `Content-Length: ${right},`,
  `Content-Length: ${right}, ${right}`,
  `Content-Length: 0, ${right}`,
  `Content-Length: 0x${right.toString(16)}`,
  `Content-Length: ${right}\x0b`,
  `Content-Length: 1${'0'.repeat(30)}`,
  `Content-Length: ${2n ** 64n + BigInt(right)}`,
  `Content-Length: ${right}\r\nContent-Length: ${right}`,
  `Content-Length: 0\r\nContent-Length: ${right}`,
  `Content-Length: ${right}\r\nContent-Length: 0`,
  `Content-Length:\r\n ${right}`,
  `X-A: b\nContent-Length: ${right}`,
  `Content_Length: ${right}`,
  'Content-Length:',
];

/** Lines before a chunk of two bytes. */
const CHUNK_LINES = [
  ...[
    '2',
    '02',
    '2;a',
    '2;a=b',
    '2;a="b"',
    '2 ',
    ' 2',
    '2\t',
    '+2',
    '-2',
    '0x2',
    '2_',
    '0_2',
    '2;\n',
    '2;a\n',
  ],
  ...['2\n', '2\r', '2\r\r', '2;\r', '2;a\rb', '', ';', 'g', '2,', '2.0', `${'0'.repeat(40)}2`],
  ...['FFFFFFFFFFFFFFFF2', '10000000000000002', '100000002'],
];

/** Header lines that end another way than the reader thinks. */
const LINES = [
  ...['X-A: b\nX-B: c', 'X-A: b\rX-B: c', 'X-A: b\0c', 'X-A\0: b', 'X A: b', ': b', 'X-A', 'X-A: b\r\n c'],
  ...[
    'X-A: b\n\nGET /livez HTTP/1.1',
    'X-A: b\n\r\n',
    'X-A: b\r\r\n',
    '\x00',
    'X-A:\x7fb',
    'X-A(b): c',
    'X-é: b',
  ],
];

test('a request with both a length and chunks is not executed', async (t) => {
  // Read by its length it is one request; read as chunks it contains a second one, and vice versa.
  const byLength = `0\r\n\r\n${EMBEDDED}`;
  const byChunks = `${chunk(EMBEDDED)}0\r\n\r\n`;
  const streams = CODINGS.flatMap((coding) => [
    outer([length(byLength), coding]) + byLength + AFTER,
    outer([coding, length(byLength)]) + byLength + AFTER,
    outer(['Content-Length: 4', coding]) + byChunks + AFTER,
    outer([coding, 'Content-Length: 4']) + byChunks + AFTER,
    outer([coding]) + byChunks + AFTER,
  ]);
  const faults = await faultsOf(streams);
  const what = `requests within others done, ${streams.length} of CL.TE, TE.CL and TE.TE`;
  t.diagnostic(figureText(none(what, faults.length)));
  assert.deepEqual(faults, []);
});

test('lengths, chunk sizes and lines that two servers read differently: none is done', async (t) => {
  const streams = [
    ...lengths(EMBEDDED.length).flatMap((line) => [
      outer([line]) + EMBEDDED + AFTER,
      get('outer', `${line}\r\n`) + EMBEDDED + AFTER,
    ]),
    ...CHUNK_LINES.flatMap((line) => [
      `${outer([CHUNKED])}${line}\r\n{}\r\n0\r\n\r\n${AFTER}`,
      `${outer([CHUNKED])}${line}\r\n${EMBEDDED}${AFTER}`,
    ]),
    ...LINES.flatMap((line) => [
      get('outer', `${line}\r\n`) + AFTER,
      outer([line, length(EMBEDDED)]) + EMBEDDED + AFTER,
    ]),
  ];
  const faults = await faultsOf(streams);
  const what = `requests within others done, ${streams.length} odd lengths, chunks and lines`;
  t.diagnostic(figureText(none(what, faults.length)));
  assert.deepEqual(faults, []);
});

test('an invalid trailer ends the connection', async () => {
  for (const line of LINES) {
    const { answer } = await play(`${outer([CHUNKED])}${chunk('{}')}0\r\n${line}\r\n\r\n${AFTER}`);
    assert.ok(answer.closed && answer.statuses.length <= 2, JSON.stringify(line));
    assert.ok(answer.statuses.includes(400), JSON.stringify(line));
  }
});

test('the body of a refused request is not read as further requests', async (t) => {
  const refused = (start: string) => `${start} HTTP/1.1\r\n${HOST}X-Request-Id: outer.${NUMBER}\r\n`;
  const starts = [
    `${refused('POST /admin/v1/keys')}X-API-Key: nobody\r\n`,
    `${refused('POST /admin/v1/keys')}X-API-Key: nobody\r\nExpect: 100-continue\r\n`,
    `${refused('POST /admin/v1/keys')}X-API-Key: ${service.key}\r\nContent-Type: text/plain\r\n`,
    ...['POST /nothing', 'PATCH /v1/meetings', 'POST /v1/meetings/%zz', 'GET /livez'].map(refused),
    `${refused('GET /livez')}Connection: Upgrade\r\nUpgrade: h2c\r\n`,
  ];
  const bodies = [EMBEDDED, EMBEDDED + 'x'.repeat(70_000) + EMBEDDED];
  const streams = starts.flatMap((start) =>
    bodies.flatMap((body) => [
      `${start}${length(body)}\r\n\r\n${body}${AFTER}`,
      `${start}${CHUNKED}\r\n\r\n${chunk(body)}0\r\n\r\n${AFTER}`,
    ]),
  );
  // If a refusal closes the connection, the bytes after the body are lost.
  const faults = (await faultsOf(streams)).filter((fault) => !/^after\.\d+ was not done/.test(fault));
  const what = `requests within others done, ${streams.length} bodies of refused requests`;
  t.diagnostic(figureText(none(what, faults.length)));
  assert.deepEqual(faults, []);
  const ends = [
    `CONNECT parley:80 HTTP/1.1\r\n${HOST}\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'BROKEN\r\n\r\n',
  ];
  for (const end of [...ends, `GET /livez HTTP/1.1\r\n${HOST}${HOST}\r\n`]) {
    const { answer } = await play(end + EMBEDDED.repeat(3));
    assert.ok(answer.closed && answer.statuses.length === 1, answer.text);
  }
});

test('random streams of odd lines and bodies are read as a strict reader reads them, or refused', async (t) => {
  const random = seededRandom(SEED);
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const streams = Array.from({ length: RANDOM_STREAMS }, () => {
    const inner = one([EMBEDDED, '{}', '', `0\r\n\r\n${EMBEDDED}`]);
    const payload = one([inner, `${chunk(inner)}0\r\n\r\n`, `${one(CHUNK_LINES)}\r\n{}\r\n0\r\n\r\n`]);
    const right = one([inner.length, payload.length, 0, 5]);
    const kinds = [CODINGS.slice(0, 6), CODINGS, [`Content-Length: ${right}`], lengths(right), LINES];
    const framing = Array.from({ length: 1 + Math.floor(random() * 2) }, () => one(one(kinds)));
    return outer(framing) + payload + AFTER;
  });
  const broken = streams.filter((stream) => readStrictly(stream).rest === 'broken').length;
  assert.ok(broken > RANDOM_STREAMS / 4 && broken < RANDOM_STREAMS * 0.95, `${broken} are broken`);
  const faults = await faultsOf(streams);
  t.diagnostic(
    figureText(none(`requests within others done, ${RANDOM_STREAMS} random streams`, faults.length)),
  );
  assert.deepEqual(faults, []);
});
