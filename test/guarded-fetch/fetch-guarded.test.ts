import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { GuardedFetchError } from '../../src/lib/guarded-fetch/errors.ts';
import { fetchGuarded } from '../../src/lib/guarded-fetch/fetch-guarded.ts';
import {
  collect,
  encodedAs,
  failureOf,
  HALF,
  httpServer,
  optionsWith,
  rawServer,
  WITHOUT_LENGTH,
} from './servers.ts';

test('content, status and headers come as they were sent', async (t) => {
  const content = Buffer.from('RIFF....WAVE');
  const url = await httpServer(t, (_request, response) =>
    response.writeHead(203, { 'content-type': 'Audio/WAV; codecs=1', 'x-more': 'a' }).end(content),
  );
  const answer = await fetchGuarded(`${url}/call.wav?x=1#here`, optionsWith());
  assert.equal(answer.status, 203);
  assert.equal(answer.contentType, 'audio/wav');
  assert.equal(answer.headers['x-more'], 'a');
  assert.equal(answer.url, `${url}/call.wav?x=1#here`);
  assert.deepEqual(await collect(answer.bytes), content);
});

test('a request names Parley, asks for plain bytes, and bears neither cookies nor credentials', async (t) => {
  const seen: string[] = [];
  const server = await rawServer(t, (socket, request) => {
    seen.push(request);
    socket.end('HTTP/1.1 200 OK\r\nset-cookie: a=b\r\ncontent-length: 0\r\n\r\n');
  });
  for (let i = 0; i < 2; i++) await collect((await fetchGuarded(`${server.url}/a?b`, optionsWith())).bytes);
  assert.match(seen[0]!, /^GET \/a\?b HTTP\/1\.1\r\n/);
  assert.match(seen[0]!, /\r\nuser-agent: Parley\r\n/i);
  assert.match(seen[0]!, /\r\naccept-encoding: identity\r\n/i);
  assert.match(seen[0]!, /\r\nconnection: close\r\n/i);
  assert.doesNotMatch(seen.join(), /cookie|authorization/i);
});

test('a proxy in the environment is not used', async (t) => {
  const proxy = await rawServer(t, (socket) => socket.end('HTTP/1.1 502 Proxied\r\n\r\n'));
  const url = await httpServer(t, (_request, response) => response.end('direct'));
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) {
    const before = process.env[name];
    process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url;
    t.after(() => {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    });
  }
  const { bytes } = await fetchGuarded(url, optionsWith());
  assert.equal((await collect(bytes)).toString(), 'direct');
  assert.equal(proxy.connections(), 0);
});

test('bytes beyond the stated length are not content', async (t) => {
  const server = await rawServer(t, (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhelloHTTP/1.1 200 OK\r\n\r\nmore'),
  );
  assert.equal((await collect((await fetchGuarded(server.url, optionsWith())).bytes)).toString(), 'hello');
});

test('content that ends with the connection is taken where that is closed in order', async (t) => {
  const server = await rawServer(t, (socket) => socket.end(`${WITHOUT_LENGTH}hello`));
  assert.equal((await collect((await fetchGuarded(server.url, optionsWith())).bytes)).toString(), 'hello');
});

test('exactly the cap is taken', async (t) => {
  for (const head of [WITHOUT_LENGTH, 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n']) {
    const server = await rawServer(t, (socket) => socket.end(head + 'x'.repeat(1000)));
    const { bytes } = await fetchGuarded(server.url, optionsWith({ maxBytes: 1000 }));
    assert.equal((await collect(bytes)).length, 1000);
  }
});

test('codings that were not asked for are undone', async (t) => {
  const plain = Buffer.alloc(200_000, 'some recording ');
  const codings: [string, Buffer][] = [
    ['gzip', gzipSync(plain)],
    ['X-GZIP', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['zstd', zstdCompressSync(plain)],
    ['identity', plain],
  ];
  for (const [coding, content] of codings) {
    const server = await rawServer(t, (socket) => socket.end(encodedAs(coding, content)));
    const { bytes } = await fetchGuarded(server.url, optionsWith());
    assert.deepEqual(await collect(bytes), plain, coding);
  }
});

test('a bad status is the caller’s to judge, and its content can be let go', async (t) => {
  const server = await rawServer(t, (socket) => {
    socket.write(`HTTP/1.1 500 Oh\r\ncontent-length: 1000\r\n\r\nfirst`);
  });
  const answer = await fetchGuarded(server.url, optionsWith());
  assert.equal(answer.status, 500);
  answer.discard();
  await server.allClosed();
});

test('a caller that stops reading closes the connection', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(WITHOUT_LENGTH + 'x'.repeat(100_000)));
  const { bytes } = await fetchGuarded(server.url, optionsWith());
  for await (const _ of bytes) break;
  await server.allClosed();
});

test('content that nobody reads is let go when the time is up', async (t) => {
  const server = await rawServer(t, (socket) => socket.write(HALF));
  await fetchGuarded(server.url, optionsWith({ totalTimeoutMs: 100 }));
  await server.allClosed();
});

test('a slow caller is not a silent server', async (t) => {
  const server = await rawServer(t, (socket) => socket.end(WITHOUT_LENGTH + 'x'.repeat(300_000)));
  const { bytes } = await fetchGuarded(server.url, optionsWith({ idleTimeoutMs: 300 }));
  let read = 0;
  for await (const chunk of bytes) {
    if (read === 0) await sleep(700);
    read += chunk.length;
  }
  assert.equal(read, 300_000);
});

test('the signal stops a fetch with its own reason, in every phase', async (t) => {
  const reason = new Error('shutting down');
  const silent = await rawServer(t, () => {});
  const half = await rawServer(t, (socket) => socket.write(HALF));
  await assert.rejects(
    fetchGuarded(silent.url, optionsWith({ signal: AbortSignal.abort(reason) })),
    (error) => error === reason,
  );
  const early = new AbortController();
  setTimeout(() => early.abort(reason), 50);
  await assert.rejects(
    fetchGuarded(silent.url, optionsWith({ signal: early.signal })),
    (error) => error === reason,
  );
  const late = new AbortController();
  const { bytes } = await fetchGuarded(half.url, optionsWith({ signal: late.signal }));
  setTimeout(() => late.abort(reason), 50);
  await assert.rejects(collect(bytes), (error) => error === reason);
  await Promise.all([silent.allClosed(), half.allClosed()]);
});

test('redirects: 301 to 308 are followed, relative ones too, five of them and not six', async (t) => {
  const url = await httpServer(t, (request, response) => {
    const left = Number(request.url!.slice(1));
    if (left === 0) return response.end('arrived');
    const status = [301, 302, 303, 307, 308][left % 5]!;
    return response.writeHead(status, { location: left % 2 ? `/${left - 1}` : `./${left - 1}` }).end('moved');
  });
  const answer = await fetchGuarded(`${url}/5`, optionsWith());
  assert.equal(answer.url, `${url}/0`);
  assert.equal((await collect(answer.bytes)).toString(), 'arrived');
  assert.equal((await failureOf(`${url}/6`)).reason, 'too many redirects');
  assert.equal((await failureOf(`${url}/1`, { maxRedirects: 0 })).reason, 'too many redirects');
});

test('the content of a redirect is not waited for', async (t) => {
  const last = await httpServer(t, (_request, response) => response.end('arrived'));
  const first = await rawServer(t, (socket) =>
    socket.write(`HTTP/1.1 302 Found\r\nlocation: ${last}\r\ncontent-length: 1000\r\n\r\nfirst`),
  );
  const answer = await fetchGuarded(first.url, optionsWith());
  await first.allClosed();
  assert.equal((await collect(answer.bytes)).toString(), 'arrived');
});

test('no clock runs on once a fetch has ended, well or badly', async (t) => {
  const url = await httpServer(t, (_request, response) => response.end('x'));
  const clocks = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = clocks();
  const options = optionsWith({ totalTimeoutMs: 600_000, idleTimeoutMs: 600_000, headersTimeoutMs: 600_000 });
  await collect((await fetchGuarded(url, options)).bytes);
  (await fetchGuarded(url, options)).discard();
  await assert.rejects(fetchGuarded('http://127.0.0.2/', options), GuardedFetchError);
  assert.equal(clocks(), before);
});

test('3xx answers without a place to go are answers', async (t) => {
  for (const head of ['304 Not Modified', '300 Multiple Choices\r\nlocation: /x', '302 Found']) {
    const server = await rawServer(t, (socket) =>
      socket.end(`HTTP/1.1 ${head}\r\ncontent-length: 0\r\n\r\n`),
    );
    const answer = await fetchGuarded(server.url, optionsWith());
    assert.equal(answer.status, Number(head.slice(0, 3)));
    answer.discard();
  }
});

test('a POST keeps its method over 307 and 308, and becomes a GET over 301, 302 and 303', async (t) => {
  for (const status of [301, 302, 303, 307, 308]) {
    const seen: string[] = [];
    const url = await httpServer(t, async (request, response) => {
      const body = (await collect(request)).toString();
      seen.push(
        `${request.method} ${body} ${request.headers['content-type']} ${request.headers['x-signature']}`,
      );
      if (request.url === '/') response.writeHead(status, { location: '/next' });
      response.end();
    });
    const answer = await fetchGuarded(
      url,
      optionsWith({
        method: 'POST',
        body: '{"a":1}',
        headers: { 'Content-Type': 'application/json', 'X-Signature': 's' },
      }),
    );
    await collect(answer.bytes);
    assert.equal(seen[0], 'POST {"a":1} application/json s');
    assert.equal(seen[1], status < 307 ? 'GET  undefined s' : 'POST {"a":1} application/json s');
  }
});

test('headers of the caller’s do not follow a redirect to another origin, and Host is never theirs', async (t) => {
  let seen: NodeJS.Dict<string | string[]> = {};
  const other = await httpServer(t, (request, response) => {
    seen = request.headers;
    response.end();
  });
  let firstHost: string | undefined;
  const url = await httpServer(t, (request, response) => {
    firstHost = request.headers.host;
    response.writeHead(307, { location: other }).end();
  });
  const headers = {
    authorization: 'Bearer x',
    'X-Signature': 's',
    host: 'evil.example.com',
    'content-type': 'a/b',
  };
  const answer = await fetchGuarded(url, optionsWith({ method: 'POST', body: Buffer.from('x'), headers }));
  await collect(answer.bytes);
  assert.equal(seen.authorization, undefined);
  assert.equal(seen['x-signature'], undefined);
  assert.equal(seen['content-type'], 'a/b');
  assert.equal(seen.host, new URL(other).host);
  assert.equal(firstHost, new URL(url).host);
});

test('HEAD has the headers and no content', async (t) => {
  const server = await rawServer(t, (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 77000000\r\ncontent-encoding: gzip\r\n\r\n'),
  );
  const answer = await fetchGuarded(server.url, optionsWith({ method: 'HEAD' }));
  assert.equal(answer.headers['content-length'], '77000000');
  assert.equal((await collect(answer.bytes)).length, 0);
});
