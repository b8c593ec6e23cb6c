import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { answerDownload } from '../../src/blobs/answer-download.ts';
import { parseRange } from '../../src/blobs/byte-range.ts';
import { attachmentNamed, safeContentType, safeFileName } from '../../src/blobs/content-disposition.ts';
import type { FileStore } from '../../src/blobs/files.ts';
import { verifyDownload } from '../../src/blobs/signed-downloads.ts';
import { chunks, fileStore, wav } from './stores.ts';

const KEY = 'org/1/meeting/2/3';
const RECORDING = wav(2);
const OPTIONS = { contentType: 'audio/wav', fileName: 'Gespräch 1.wav' };

test('a download is given whole, with all that a client has to know', async (t) => {
  const { store } = await serve(t);
  const response = await fetch(await presign(store));
  assert.equal(response.status, 200);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), RECORDING);
  const { date: _, connection: __, 'keep-alive': ___, ...headers } = Object.fromEntries(response.headers);
  assert.match(headers.etag!, /^"[0-9a-z-]+"$/);
  assert.ok(Math.abs(Date.parse(headers['last-modified']!) - Date.now()) < 5000);
  delete headers.etag;
  delete headers['last-modified'];
  assert.deepEqual(headers, {
    'content-type': 'audio/wav',
    'content-length': String(RECORDING.length),
    'content-disposition': `attachment; filename="Gespr_ch 1.wav"; filename*=UTF-8''Gespr%C3%A4ch%201.wav`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});

test('HEAD tells the same without content, whatever its Range', async (t) => {
  const { store } = await serve(t);
  const url = await presign(store);
  const head = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
  assert.equal(head.status, 200);
  assert.equal(head.headers.get('content-length'), String(RECORDING.length));
  assert.equal((await head.arrayBuffer()).byteLength, 0);
  const whole = await fetch(url);
  await whole.arrayBuffer();
  assert.equal(head.headers.get('etag'), whole.headers.get('etag'));
});

test('a part is given as 206, what lies outside as 416', async (t) => {
  const { store } = await serve(t);
  const url = await presign(store);
  const size = RECORDING.length;
  const parts: [string, number, number][] = [
    ['bytes=0-43', 0, 43],
    ['bytes=100-', 100, size - 1],
    ['bytes=-7', size - 7, size - 1],
    [`bytes=${size - 1}-${size + 5}`, size - 1, size - 1],
    ['bytes=-99999999', 0, size - 1],
  ];
  for (const [range, start, end] of parts) {
    const response = await fetch(url, { headers: { range } });
    assert.equal(response.status, 206, range);
    assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/${size}`);
    assert.equal(response.headers.get('content-length'), String(end - start + 1));
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), RECORDING.subarray(start, end + 1), range);
  }
  const outside = await fetch(url, { headers: { range: `bytes=${size}-` } });
  assert.equal(outside.status, 416);
  assert.equal(outside.headers.get('content-range'), `bytes */${size}`);
  assert.equal((await outside.arrayBuffer()).byteLength, 0);
});

test('If-Range gives a part of the same blob, and all of another', async (t) => {
  const { store } = await serve(t);
  const url = await presign(store);
  const first = await fetch(url);
  await first.arrayBuffer();
  const { etag, 'last-modified': modified } = Object.fromEntries(first.headers);
  const statusWith = async (ifRange: string) => {
    const response = await fetch(url, { headers: { range: 'bytes=0-9', 'if-range': ifRange } });
    await response.arrayBuffer();
    return response.status;
  };
  assert.equal(await statusWith(etag!), 206);
  assert.equal(await statusWith(modified!), 206);
  assert.equal(await statusWith('"another"'), 200);
  assert.equal(await statusWith(`W/${etag}`), 200);
  await store.put(KEY, chunks(RECORDING), OPTIONS);
  assert.equal(await statusWith(etag!), 200);
});

test('plain curl takes a recording up where it was cut off', async (t) => {
  const { store } = await serve(t);
  const args = ['-sS', '--max-time', '5', '-r', '1000-1999', await presign(store)];
  const run = promisify(execFile)('curl', args, { encoding: 'buffer' });
  const { stdout } = await run.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return { stdout: undefined };
  });
  if (stdout === undefined) return t.skip('no curl on this machine');
  assert.deepEqual(stdout, RECORDING.subarray(1000, 2000));
});

test('a URL outlives its blob only as a 404, and another URL is a 403', async (t) => {
  const { store } = await serve(t);
  const url = await presign(store);
  await store.delete(KEY);
  assert.equal((await fetch(url)).status, 404);
  assert.equal((await fetch(`${url}0`)).status, 403);
  assert.equal((await fetch(await presign(store, { expiresAtMs: Date.now() - 1 }))).status, 403);
});

test('an empty blob is given as such', async (t) => {
  const { store } = await serve(t);
  await store.put(KEY, chunks(), OPTIONS);
  const url = await presign(store);
  const statusOf = async (range: string) => (await fetch(url, { headers: { range } })).status;
  assert.equal((await (await fetch(url)).arrayBuffer()).byteLength, 0);
  assert.equal(await statusOf('bytes=0-'), 416);
  assert.equal(await statusOf('bytes=-5'), 200);
});

test('a content type that is none is sent as bytes, and a page cannot run', async (t) => {
  const { store } = await serve(t);
  for (const contentType of [
    '',
    'nonsense',
    'text/html\r\nx: y',
    'a/b; c',
    'audio/wäv',
    `a/${'b'.repeat(300)}`,
  ]) {
    const response = await fetch(await presign(store, { contentType }));
    await response.arrayBuffer();
    assert.equal(response.headers.get('content-type'), 'application/octet-stream', contentType);
  }
  const page = await fetch(await presign(store, { contentType: 'text/html' }));
  await page.arrayBuffer();
  assert.match(page.headers.get('content-disposition')!, /^attachment;/);
  assert.match(page.headers.get('content-security-policy')!, /^sandbox;/);
  assert.equal(safeContentType('audio/mp4; codecs="mp4a.40.2"'), 'audio/mp4; codecs="mp4a.40.2"');
});

const RANGES: [header: string | undefined, size: number, expected: ReturnType<typeof parseRange>][] = [
  [undefined, 10, undefined],
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=0-9', 10, { start: 0, end: 9 }],
  ['bytes=0-10', 10, { start: 0, end: 9 }],
  ['bytes=5-', 10, { start: 5, end: 9 }],
  ['bytes=9-', 10, { start: 9, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=10-20', 10, 'unsatisfiable'],
  ['bytes=-1', 10, { start: 9, end: 9 }],
  ['bytes=-10', 10, { start: 0, end: 9 }],
  ['bytes=-11', 10, { start: 0, end: 9 }],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['BYTES= 1-2 ', 10, { start: 1, end: 2 }],
  [`bytes=0-${'9'.repeat(400)}`, 10, { start: 0, end: 9 }],
  [`bytes=${'9'.repeat(400)}-`, 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, undefined],
  ['bytes=5-4', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['bytes=', 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=--5', 10, undefined],
  ['bytes=1', 10, undefined],
  ['bytes=a-b', 10, undefined],
  ['bytes=0x1-2', 10, undefined],
  ['bytes=1.5-2', 10, undefined],
  ['bytes 0-1', 10, undefined],
  ['items=0-1', 10, undefined],
  ['0-1', 10, undefined],
  ['', 10, undefined],
];

test('Range headers are read as RFC 9110 has them', () => {
  for (const [header, size, expected] of RANGES) {
    assert.deepEqual(parseRange(header, size), expected, `${header} of ${size}`);
  }
});

test('a range lies within the content, whatever the header', () => {
  const anyHeader = fc.oneof(
    fc.string(),
    fc.tuple(fc.nat(), fc.nat()).map(([first, last]) => `bytes=${first}-${last}`),
    fc.stringMatching(/^bytes=\d{0,3}-\d{0,3}$/),
  );
  fc.assert(
    fc.property(anyHeader, fc.nat(500), (header, size) => {
      const range = parseRange(header, size);
      if (typeof range !== 'object') return;
      assert.ok(range.start >= 0 && range.start <= range.end && range.end < size);
    }),
  );
});

test('file names keep their letters and lose what is dangerous', () => {
  assert.equal(safeFileName('Call with Ada – 5/2026.wav'), 'Call with Ada – 5_2026.wav');
  assert.equal(safeFileName('../../etc/passwd'), '_.._etc_passwd');
  assert.equal(safeFileName('..'), 'recording');
  assert.equal(safeFileName('Acme: "10:30" <a|b>?*.vtt'), 'Acme - _10_30_ _a_b___.vtt');
  assert.equal(safeFileName(' \t '), '_'.repeat(1));
  assert.equal(safeFileName(''), 'recording');
  assert.equal(safeFileName('a\r\nset-cookie: b'), 'a__set-cookie - b');
  assert.equal(safeFileName('photo\u202egnp.exe'), 'photo_gnp.exe');
  assert.equal(safeFileName('\ud800x'), '\ufffdx');
  assert.equal([...safeFileName('😀'.repeat(500))].length, 150);
});

test('Content-Disposition is one line of ASCII that says the name once or twice', () => {
  assert.equal(attachmentNamed('call.wav'), 'attachment; filename="call.wav"');
  assert.equal(
    attachmentNamed('a"b\\c%41.wav'),
    `attachment; filename="a_b_c_41.wav"; filename*=UTF-8''a_b_c%2541.wav`,
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = attachmentNamed(name);
      assert.match(header, /^attachment; filename="[ -~]+?"(?:; filename\*=UTF-8''[\w.~%-]+)?$/);
      const extended = /filename\*=UTF-8''(.*)/.exec(header)?.[1];
      if (extended) assert.equal(decodeURIComponent(extended), safeFileName(name));
    }),
  );
});

/** The endpoint in its shortest form, over real HTTP. */
async function serve(t: TestContext): Promise<{ store: FileStore }> {
  const server = createServer(async (request, response) => {
    const verdict = await verifyDownload(signer, request.url!);
    if (!verdict.ok) return response.writeHead(403).end();
    const answer = await answerDownload(store, verdict.download, {
      method: request.method as 'GET' | 'HEAD',
      range: request.headers.range,
      ifRange: request.headers['if-range'] as string | undefined,
    });
    if (!answer) return response.writeHead(404).end();
    response.writeHead(answer.status, answer.headers);
    return answer.stream ? pipeline(answer.stream, response, () => {}) : response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { store, signer } = await fileStore(t, publicUrl);
  await store.put(KEY, chunks(RECORDING), OPTIONS);
  return { store };
}

function presign(
  store: FileStore,
  changes: Partial<Parameters<FileStore['presign']>[1]> = {},
): Promise<string> {
  return store.presign(KEY, { ...OPTIONS, expiresAtMs: Date.now() + 60_000, ...changes });
}
