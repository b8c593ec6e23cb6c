import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService();
  const segments = Array.from({ length: 200 }, (_, n) => ({
    text: `Sentence ${n}, ${'word '.repeat(20)}`,
    timestampSeconds: n,
  }));
  await service.client.ingest(meeting({ transcript: { segments } }));
});
after(() => service.stop());

type Raw = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer };

/** Asks as no fetch does: with exactly this Accept-Encoding, and shows the bytes as they came. */
function ask(
  path: string,
  acceptEncoding: string | undefined,
  key: string | undefined = service.key,
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(key ? { 'X-API-Key': key } : {}),
      ...(acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding }),
    };
    request(`${service.apiUrl}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

/** A streamed list, a document, a script, and text. */
const LONG = [`/v1/meetings?from=${ALWAYS.from}`, '/openapi.json', '/docs/reference.js', '/metrics'];

const TAKES_GZIP = [
  'gzip',
  'GZIP',
  'x-gzip',
  'gzip, deflate, br, zstd',
  'br;q=1.0, gzip;q=0.8, *;q=0.1',
  'gzip;q=0.001',
  'deflate ,  gzip ; q=1',
  '*',
  'identity;q=0.5, *;q=0.1',
];
const TAKES_NONE = [
  undefined,
  '',
  'identity',
  'deflate',
  'br;q=0, zstd;q=0.0',
  'zstandard, brotli',
  'gzip;q=0',
  'gzip;q=0.0',
  'gzip; q=0.000',
  'gzip;q=0, *',
  '*;q=0',
  'gzipped',
  'identity, gzip;q=0',
];

test('a long answer is compressed where the client takes gzip, and says that this depends on it', async () => {
  for (const path of LONG) {
    const plain = await ask(path, undefined);
    for (const accept of TAKES_GZIP) {
      const { status, headers, bytes } = await ask(path, accept);
      const at = `${path} with ${accept}`;
      assert.equal(status, 200, at);
      assert.equal(headers['content-encoding'], 'gzip', at);
      assert.equal(headers.vary, 'Accept-Encoding', at);
      assert.ok(bytes.length < plain.bytes.length, at);
      if (path !== '/metrics') assert.ok(gunzipSync(bytes).equals(plain.bytes), at);
      if (headers['content-length']) assert.equal(Number(headers['content-length']), bytes.length, at);
      // The large script once, its likes are the same code.
      if (path.endsWith('.js')) break;
    }
  }
});

const TAKES_ANOTHER = [
  { accept: 'zstd', encoding: 'zstd', decompress: zstdDecompressSync },
  { accept: 'deflate, br, zstd', encoding: 'zstd', decompress: zstdDecompressSync },
  { accept: 'gzip;q=0, ZSTD;q=0.1, br', encoding: 'zstd', decompress: zstdDecompressSync },
  { accept: 'br', encoding: 'br', decompress: brotliDecompressSync },
  { accept: 'zstd;q=0, br;q=0.5, identity', encoding: 'br', decompress: brotliDecompressSync },
] as const;

test('a client that takes zstd or br but not gzip gets the answer in these, short or longer than one go, again and again', async () => {
  // Pages of more than a mebibyte are compressed as they come, those before in one go; the second is a kept one.
  const list = `/v1/meetings?from=${ALWAYS.from}&includeTranscript=true`;
  const pages = [`${list}&pageSize=1`, `${list}&pageSize=50`];
  const text = 'The quarterly numbers are in. '.repeat(300);
  const segments = Array.from({ length: 30 }, (_, n) => ({ text, timestampSeconds: n }));
  for (let n = 0; n < 6; n++)
    await service.client.ingest(meeting({ id: `long-${n}`, transcript: { segments } }));
  for (const path of [...pages, ...pages, '/openapi.json']) {
    const plain = await ask(path, undefined);
    for (const { accept, encoding, decompress } of TAKES_ANOTHER) {
      const { status, headers, bytes } = await ask(path, accept);
      const at = `${path} with ${accept}`;
      assert.equal(status, 200, at);
      assert.equal(headers.vary, 'Accept-Encoding', at);
      // Files are stored plain and gzipped.
      if (path === '/openapi.json') {
        assert.equal(headers['content-encoding'], undefined, at);
        continue;
      }
      assert.equal(headers['content-encoding'], encoding, at);
      assert.ok(bytes.length < plain.bytes.length, at);
      assert.ok(decompress(bytes).equals(plain.bytes), at);
    }
  }
  const [, long] = await Promise.all(pages.map((path) => ask(path, undefined)));
  assert.ok(long!.bytes.length > 1024 * 1024, `${long!.bytes.length} bytes`);
});

test('any other client gets the plain bytes, and the same Vary', async () => {
  for (const path of LONG.filter((one) => !one.endsWith('.js'))) {
    for (const accept of TAKES_NONE) {
      const { status, headers, bytes } = await ask(path, accept);
      const at = `${path} with ${accept}`;
      assert.equal(status, 200, at);
      assert.equal(headers['content-encoding'], undefined, at);
      assert.equal(headers.vary, 'Accept-Encoding', at);
      assert.ok(bytes.length > 1024 && bytes[0] !== 0x1f, at);
    }
  }
});

test('a short answer is sent as it is: it would not get shorter', async () => {
  for (const path of ['/livez', '/v1/users', '/v1/meetings/999', '/nothing']) {
    const { headers, bytes } = await ask(path, 'gzip');
    assert.equal(headers['content-encoding'], undefined, path);
    assert.doesNotThrow(() => JSON.parse(bytes.toString()));
  }
});

test('a long error is compressed like any answer', async () => {
  const unknown = Array.from({ length: 40 }, (_, n) => `unknown_parameter_${n}=${n}`).join('&');
  const { status, headers, bytes } = await ask(`/v1/meetings?${unknown}`, 'gzip');
  assert.equal(status, 400);
  assert.equal(headers['content-encoding'], 'gzip');
  assert.match(JSON.parse(gunzipSync(bytes).toString()).error, /unknown_parameter_0/);
});

test('an absurd Accept-Encoding is no reason to fail', async () => {
  for (const accept of [
    ',,,',
    ';',
    'gzip;q',
    'gzip;q=',
    'gzip;;q=1',
    'a'.repeat(9000),
    `${'x,'.repeat(4000)}gzip`,
  ]) {
    assert.equal((await ask('/openapi.json', accept)).status, 200, accept.slice(0, 20));
  }
});
