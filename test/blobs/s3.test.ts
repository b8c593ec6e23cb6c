import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { parseBlobUrl, type S3Settings } from '../../src/blobs/blob-url.ts';
import { createS3Store, type S3Store } from '../../src/blobs/s3.ts';
import { createS3Presigner } from '../../src/blobs/s3-presign.ts';
import { BUCKET, S3_KEY, type S3Server, s3Server } from './s3-server.ts';
import { chunks, listed, wav } from './stores.ts';

const KEY = 'org/12/meeting/345/0b2f9c1e-7a65-4a53-9d0c-2f1f6b8f7a01';
const WAV = { contentType: 'audio/wav' };
const MIB = 1024 * 1024;
const PRESIGN = { contentType: 'audio/wav', fileName: 'Call 1.wav' };

test('anybody with the URL can fetch a stored blob, as a whole and in part', async (t) => {
  const { store } = await storeOn(await s3Server(t), t);
  const content = wav(3);
  assert.deepEqual(await store.put(KEY, chunks(content.subarray(0, 99), content.subarray(99)), WAV), {
    bytes: content.length,
  });
  const url = await store.presign(KEY, { ...PRESIGN, expiresAtMs: Date.now() + 60_000 });
  const whole = await fetch(url);
  assert.equal(whole.status, 200);
  assert.equal(whole.headers.get('content-type'), 'audio/wav');
  assert.equal(whole.headers.get('content-disposition'), 'attachment; filename="Call 1.wav"');
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), content);
  const part = await fetch(url, { headers: { range: 'bytes=44-99' } });
  assert.equal(part.status, 206);
  assert.equal(part.headers.get('content-range'), `bytes 44-99/${content.length}`);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), content.subarray(44, 100));
});

test('an altered URL is refused, and one that has expired', async (t) => {
  const { store } = await storeOn(await s3Server(t), t);
  await store.put(KEY, chunks('x'), WAV);
  const url = await store.presign(KEY, { ...PRESIGN, expiresAtMs: Date.now() + 60_000 });
  for (const altered of [url.replace('org/12', 'org/13'), url.replace('Call%201', 'Call%202'), `${url}0`]) {
    assert.equal((await fetch(altered)).status, 403);
  }
  const brief = await store.presign(KEY, {
    ...PRESIGN,
    expiresAtMs: Math.floor(Date.now() / 1000 + 2) * 1000,
  });
  assert.match(brief, /X-Amz-Expires=2&/);
  assert.equal((await fetch(brief)).status, 200);
  await sleep(2100);
  assert.equal((await fetch(brief)).status, 403);
  for (const expiresAtMs of [Date.now() - 1, Date.now() + 8 * 86_400_000]) {
    await assert.rejects(store.presign(KEY, { ...PRESIGN, expiresAtMs }), RangeError);
  }
});

test('a server with another secret refuses every operation', async (t) => {
  const server = await s3Server(t);
  const store = await createS3Store(
    parseBlobUrl(`s3://${S3_KEY}:other@${BUCKET}/?endpoint=${server.url}`) as S3Settings,
  );
  t.after(() => store.close());
  const refused = { name: 'SignatureDoesNotMatch' };
  await assert.rejects(store.put(KEY, chunks('x'), WAV), refused);
  await assert.rejects(store.put(KEY, chunks(Buffer.alloc(9 * MIB)), WAV), refused);
  await assert.rejects(store.delete(KEY), refused);
  await assert.rejects(listed(store.list('')), refused);
  await assert.rejects(store.discardUnfinished(Date.now()), refused);
  const url = await store.presign(KEY, { ...PRESIGN, expiresAtMs: Date.now() + 60_000 });
  assert.equal((await fetch(url)).status, 403);
  assert.equal((await fetch(new URL(url).origin + new URL(url).pathname)).status, 403, 'without a signature');
});

test('a name of any script reaches whoever downloads', async (t) => {
  const { store } = await storeOn(await s3Server(t), t);
  await store.put(KEY, chunks('x'), WAV);
  const url = await store.presign(KEY, {
    ...PRESIGN,
    fileName: "Größe's (50%).wav",
    expiresAtMs: Date.now() + 60_000,
  });
  const response = await fetch(url);
  assert.equal(
    response.headers.get('content-disposition'),
    `attachment; filename="Gr__e's (50_).wav"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%27s%20%2850%25%29.wav`,
  );
});

test('URLs are signed as the SDK signs them', async () => {
  const credentials = { accessKeyId: 'AKIA+EX/AMPLE', secretAccessKey: 'secret/+', sessionToken: 'token/+=' };
  const client = new S3Client({ region: 'eu-central-1', credentials });
  const fileName = "attachment; filename*=UTF-8''%C3%B6!'()*~ .wav";
  const signedAt = new Date('2026-02-01T23:59:59Z');
  const command = new GetObjectCommand({ Bucket: BUCKET, Key: KEY, ResponseContentDisposition: fileName });
  const theirs = await getSignedUrl(client, command, { expiresIn: 7200, signingDate: signedAt });
  const { origin, pathname, searchParams } = new URL(theirs);
  const query = Object.fromEntries([...searchParams].filter(([name]) => !name.startsWith('X-Amz-')));
  assert.equal(query['response-content-disposition'], fileName);
  const ours = createS3Presigner()({
    url: origin + pathname,
    query,
    credentials,
    region: 'eu-central-1',
    signedAtSeconds: signedAt.getTime() / 1000,
    validForSeconds: 7200,
  });
  assert.deepEqual(
    [...new URL(ours).searchParams].sort(),
    [...searchParams].sort(),
    'the signature is among the parameters',
  );
});

test('50 URLs are signed in a few milliseconds', async (t) => {
  const { store } = await storeOn(await s3Server(t), t);
  const timesMs = [];
  for (let round = 0; round < 9; round++) {
    const startMs = performance.now();
    for (let i = 0; i < 50; i++) {
      await store.presign(`${KEY}-${i}`, { ...PRESIGN, expiresAtMs: Date.now() + 7_200_000 });
    }
    timesMs.push(performance.now() - startMs);
  }
  // The best of nine: the others tell how busy the machine is.
  const bestMs = Math.min(...timesMs);
  t.diagnostic(`50 URLs: ${bestMs.toFixed(2)} ms`);
  assert.ok(bestMs < 25, `${bestMs} ms; idle it is below 5`);
});

test('large content goes up in parts, one of them twice, and comes back byte for byte', async (t) => {
  const server = await s3Server(t);
  let refused = 0;
  server.intercept = (request, response) => {
    if (!request.url!.includes('partNumber=2') || refused++ > 0) return false;
    request.resume().on('end', () => response.writeHead(503).end());
    return true;
  };
  const { store } = await storeOn(server, t);
  const piece = wav(5);
  const content = Buffer.concat(Array.from({ length: Math.ceil((20 * MIB) / piece.length) }, () => piece));
  const put = await store.put(KEY, inPieces(content, 100_000), WAV);
  assert.equal(put.bytes, content.length);
  assert.ok(server.requests.some((request) => request.includes('partNumber=3')));
  assert.equal(refused, 2);
  const url = await store.presign(KEY, { ...PRESIGN, expiresAtMs: Date.now() + 60_000 });
  assert.ok(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(content));
  assert.deepEqual(server.openUploads(), []);
});

test('empty content is an object of no bytes', async (t) => {
  const { store } = await storeOn(await s3Server(t), t);
  assert.deepEqual(await store.put(KEY, chunks(), WAV), { bytes: 0 });
  assert.deepEqual((await listed(store.list('')))[0]!.bytes, 0);
});

test('content that fails after some parts leaves no parts, and its error comes unchanged', async (t) => {
  const server = await s3Server(t);
  const { store } = await storeOn(server, t);
  const broken = new Error('the server broke off');
  let closed = false;
  async function* failing() {
    try {
      for (let i = 0; i < 20; i++) yield Buffer.alloc(MIB);
      throw broken;
    } finally {
      closed = true;
    }
  }
  await assert.rejects(store.put(KEY, failing(), WAV), (error) => error === broken);
  assert.equal(closed, true);
  assert.ok(server.requests.some((request) => request.includes('partNumber=')));
  assert.deepEqual(server.openUploads(), []);
  assert.deepEqual(await listed(store.list('')), []);
});

test('an abort while content is silent leaves no parts', async (t) => {
  const server = await s3Server(t);
  const { store } = await storeOn(server, t);
  const reason = new Error('shutting down');
  const stop = new AbortController();
  async function* silent() {
    for (let i = 0; i < 20; i++) yield Buffer.alloc(MIB);
    setTimeout(() => stop.abort(reason), 30);
    await new Promise(() => {});
  }
  await assert.rejects(
    store.put(KEY, silent(), { ...WAV, signal: stop.signal }),
    (error) => error === reason,
  );
  assert.ok(server.requests.some((request) => request.includes('partNumber=')));
  assert.deepEqual(server.openUploads(), []);
  assert.deepEqual(await listed(store.list('')), []);
});

test('an abort does not wait for an S3 that hangs, and leaves no parts', async (t) => {
  const server = await s3Server(t);
  const { store } = await storeOn(server, t);
  const reason = new Error('shutting down');
  for (const step of ['uploads', 'partNumber=1', 'PutObject']) {
    const stop = new AbortController();
    server.intercept = (request) => {
      if (!request.url!.includes(step)) return false;
      setTimeout(() => stop.abort(reason), 20);
      return true;
    };
    const content = step === 'PutObject' ? chunks('small') : endless();
    const startMs = performance.now();
    const put = store.put(KEY, content, { ...WAV, signal: stop.signal });
    await assert.rejects(put, (error) => error === reason, step);
    assert.ok(performance.now() - startMs < 2000, step);
    assert.deepEqual(server.openUploads(), [], step);
  }
});

test('a part that S3 refuses fails the put, lets go of the content, and leaves no parts', async (t) => {
  const server = await s3Server(t);
  const { store } = await storeOn(server, t);
  server.intercept = (request, response) => {
    if (!request.url!.includes('partNumber=2')) return false;
    request.resume();
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end('<Error><Code>AccessDenied</Code><Message>no</Message></Error>');
    return true;
  };
  let closed = false;
  await assert.rejects(
    store.put(
      KEY,
      endless(() => {
        closed = true;
      }),
      WAV,
    ),
    { name: 'AccessDenied' },
  );
  assert.equal(closed, true);
  assert.deepEqual(server.openUploads(), []);
});

test('list gives every object of ours below the prefix', async (t) => {
  const server = await s3Server(t);
  const { store } = await storeOn(server, t, 'parley/');
  const { store: whole } = await storeOn(server, t);
  const keys = ['org/1/a', 'org/1/b', 'org/12/a', 'org/2/meeting/1/x'];
  for (const key of keys) await store.put(key, chunks(key), WAV);
  await whole.put('not-ours/1', chunks('x'), WAV);
  const all = await listed(store.list(''));
  assert.deepEqual(
    all.map(({ key, bytes }) => [key, bytes]),
    keys.map((key) => [key, key.length]),
  );
  for (const { modifiedMs } of all) assert.ok(Math.abs(modifiedMs - Date.now()) < 5000);
  assert.deepEqual(
    (await listed(store.list('org/1/'))).map(({ key }) => key),
    ['org/1/a', 'org/1/b'],
  );
  assert.deepEqual(
    (await listed(whole.list(''))).map(({ key }) => key),
    ['not-ours/1', ...keys.map((key) => `parley/${key}`)],
  );
});

test('list reads every page', async (t) => {
  const server = await s3Server(t);
  const { store } = await storeOn(server, t, 'parley/');
  const keys = Array.from({ length: 5 }, (_, i) => `org/${i}`);
  for (const key of keys) await store.put(key, chunks(key), WAV);
  assert.deepEqual(
    (await listed(store.list(''))).map(({ key }) => key),
    keys,
  );
  const pages = server.requests.filter((request) => request.includes('list-type=2'));
  assert.equal(pages.filter((request) => request.includes('continuation-token=')).length, 2);
});

test('delete removes the object; a missing key is fine', async (t) => {
  const { store } = await storeOn(await s3Server(t), t);
  await store.put(KEY, chunks('x'), WAV);
  await store.delete(KEY);
  await store.delete(KEY);
  const url = await store.presign(KEY, { ...PRESIGN, expiresAtMs: Date.now() + 60_000 });
  assert.equal((await fetch(url)).status, 404);
});

test('uploads that a killed process left are discarded, newer ones and others’ are not', async (t) => {
  const server = await s3Server(t);
  const { store } = await storeOn(server, t);
  const { CreateMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  const client = sdkClient(server);
  for (const Key of [KEY, `${KEY}-2`, 'Not/Ours.bin']) {
    await client.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key }));
  }
  assert.equal(await store.discardUnfinished(Date.now() - 3_600_000), 0);
  assert.equal(server.openUploads().length, 3);
  assert.equal(await store.discardUnfinished(Date.now() + 1000), 2);
  assert.equal(server.openUploads().length, 1);
});

test('keys with traversal or odd characters are refused by every operation', async (t) => {
  const server = await s3Server(t);
  const { store } = await storeOn(server, t);
  for (const key of ['', '/a', '../a', 'a/../b', 'a//b', 'A', 'a.wav', 'a?b', 'a\n']) {
    const refused = { name: 'TypeError', message: /^A blob key must be / };
    await assert.rejects(store.put(key, chunks('x'), WAV), refused, key);
    await assert.rejects(store.delete(key), refused, key);
    await assert.rejects(store.presign(key, { ...PRESIGN, expiresAtMs: Date.now() + 9999 }), refused, key);
    if (key !== '') assert.throws(() => store.list(key), refused, key);
  }
  assert.deepEqual(server.requests, []);
});

test('AWS itself is addressed by host name, an endpoint by path', async () => {
  const presigned = async (url: string) => {
    const store = await createS3Store(parseBlobUrl(url) as S3Settings);
    const signed = await store.presign('a/b', { ...PRESIGN, expiresAtMs: Date.now() + 60_000 });
    store.close();
    return signed.slice(0, signed.indexOf('?'));
  };
  assert.equal(
    await presigned('s3://k:s@bucket/pre/fix?region=eu-west-1'),
    'https://bucket.s3.eu-west-1.amazonaws.com/pre/fix/a/b',
  );
  assert.equal(await presigned('s3://k:s@bucket?endpoint=http://minio:9000'), 'http://minio:9000/bucket/a/b');
  assert.equal(
    await presigned('s3://k:s@bucket?endpoint=https://r2.example.com&forcePathStyle=false'),
    'https://bucket.r2.example.com/a/b',
  );
});

async function storeOn(server: S3Server, t: TestContext, prefix = ''): Promise<{ store: S3Store }> {
  const url = `s3://${S3_KEY}:${S3_KEY}@${BUCKET}/${prefix}?endpoint=${server.url}`;
  const store = await createS3Store(parseBlobUrl(url) as S3Settings);
  t.after(() => store.close());
  return { store };
}

function sdkClient(server: S3Server): S3Client {
  return new S3Client({
    endpoint: server.url,
    forcePathStyle: true,
    region: 'us-east-1',
    credentials: { accessKeyId: S3_KEY, secretAccessKey: S3_KEY },
  });
}

async function* inPieces(content: Buffer, bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
}

async function* endless(onClose = () => {}): AsyncGenerator<Uint8Array> {
  try {
    for (;;) yield Buffer.alloc(MIB);
  } finally {
    onClose();
  }
}
