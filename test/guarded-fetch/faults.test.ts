import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { GuardedFetchError } from '../../src/lib/guarded-fetch/errors.ts';
import type { GuardedFetchOptions } from '../../src/lib/guarded-fetch/types.ts';
import { encodedAs, failureOf, HALF, rawServer, WITHOUT_LENGTH } from './servers.ts';

const BAD_URLS = [
  ...['', 'files.example.com', '/relative', 'ftp://files.example.com/a', 'file:///etc/passwd', 'data:,x'],
  ...[
    'javascript:1',
    'gopher://127.0.0.1/',
    'http://',
    'http:// /',
    'http://[::1',
    'http://127.0.0.1:99999/',
  ],
  ...['http://user@127.0.0.1/', 'http://user:password@127.0.0.1/', 'http://:password@127.0.0.1/'],
  ...['http://1.2.3.4.5/', 'http://127.0.0.256/', 'http://0x100000000/', 'http://[fe80::1%25eth0]/'],
  `http://127.0.0.1/${'a'.repeat(8192)}`,
];

for (const url of BAD_URLS) {
  test(`no URL to fetch: ${JSON.stringify(url.slice(0, 40))}`, async () => {
    const error = await failureOf(url);
    assert.equal(error.reason, 'bad url');
    assert.doesNotMatch(error.message, /password@/);
  });
}

type Fault = {
  name: string;
  answer: (socket: Socket) => void;
  options?: Partial<GuardedFetchOptions>;
  reason: GuardedFetchError['reason'];
};

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const FAULTS: Fault[] = [
  { name: 'never answers', answer: () => {}, options: { headersTimeoutMs: 100 }, reason: 'timeout' },
  {
    name: 'sends its headers byte by byte, for ever',
    answer: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx: '),
    options: { headersTimeoutMs: 150 },
    reason: 'timeout',
  },
  {
    name: 'sends informational answers for ever',
    answer: (socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    options: { headersTimeoutMs: 150 },
    reason: 'timeout',
  },
  {
    name: 'falls silent within the content',
    answer: (socket) => socket.write(HALF),
    options: { idleTimeoutMs: 100 },
    reason: 'timeout',
  },
  {
    name: 'drips a byte at a time, never silent for long',
    answer: (socket) => drip(socket, WITHOUT_LENGTH),
    options: { idleTimeoutMs: 10_000, totalTimeoutMs: 200 },
    reason: 'timeout',
  },
  { name: 'sends half and closes', answer: (socket) => socket.end(HALF), reason: 'truncated' },
  { name: 'sends half and resets', answer: (socket) => resetAfter(socket, HALF), reason: 'truncated' },
  {
    name: 'sends chunks without the last one',
    answer: (socket) => socket.end(`${CHUNKED}5\r\nhello\r\n`),
    reason: 'truncated',
  },
  {
    name: 'ends within a chunk',
    answer: (socket) => socket.end(`${CHUNKED}5\r\nhel`),
    reason: 'truncated',
  },
  {
    name: 'resets content that has no length',
    answer: (socket) => resetAfter(socket, `${WITHOUT_LENGTH}hello`),
    reason: 'truncated',
  },
  {
    name: 'sends half of a gzip',
    answer: (socket) => socket.end(encodedAs('gzip', gzipSync(Buffer.alloc(5000, 'abc')).subarray(0, 20))),
    reason: 'truncated',
  },
  {
    name: 'says gzip and sends something else',
    answer: (socket) => socket.end(encodedAs('gzip', Buffer.from('not compressed'))),
    reason: 'bad response',
  },
  {
    name: 'says zstd and sends something else',
    answer: (socket) => socket.end(encodedAs('zstd', Buffer.from('not compressed'))),
    reason: 'bad response',
  },
  {
    name: 'says br and sends something else',
    answer: (socket) => socket.end(encodedAs('br', Buffer.from('not compressed'))),
    reason: 'bad response',
  },
  {
    name: 'uses a content coding that nobody knows',
    answer: (socket) => socket.end(encodedAs('__proto__', Buffer.from('x'))),
    reason: 'bad response',
  },
  { name: 'closes without an answer', answer: (socket) => socket.end(), reason: 'connection failed' },
  {
    name: 'resets without an answer',
    answer: (socket) => socket.resetAndDestroy(),
    reason: 'connection failed',
  },
  {
    name: 'speaks something else',
    answer: (socket) => socket.end('SSH-2.0-x\r\n\r\n'),
    reason: 'bad response',
  },
  {
    name: 'sends endless headers',
    answer: (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`),
    reason: 'bad response',
  },
  {
    name: 'gives two lengths',
    answer: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx'),
    reason: 'bad response',
  },
  {
    name: 'gives a length and chunks',
    answer: (socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\n${CHUNKED.slice(17)}0\r\n\r\n`),
    reason: 'bad response',
  },
  {
    name: 'announces more than the cap',
    answer: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1001\r\n\r\n'),
    options: { maxBytes: 1000 },
    reason: 'too large',
  },
  {
    name: 'sends more than the cap unannounced',
    answer: (socket) => socket.write(WITHOUT_LENGTH + 'x'.repeat(1001)),
    options: { maxBytes: 1000 },
    reason: 'too large',
  },
  {
    name: 'sends a gzip that grows past the cap',
    answer: (socket) => socket.end(encodedAs('gzip', gzipSync(Buffer.alloc(10_000_000)))),
    options: { maxBytes: 1_000_000 },
    reason: 'too large',
  },
  {
    name: 'redirects to itself for ever',
    answer: (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
    reason: 'too many redirects',
  },
  ...['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://user:pw@127.0.0.1/', 'http://[', 'javascript:1'].map(
    (location): Fault => ({
      name: `redirects to ${location}`,
      answer: (socket) => socket.end(`HTTP/1.1 301 Moved\r\nlocation: ${location}\r\n\r\n`),
      reason: 'bad url',
    }),
  ),
];

for (const { name, answer, options, reason } of FAULTS) {
  test(`a server that ${name}: ${reason}, and no connection stays open`, async (t) => {
    const server = await rawServer(t, answer);
    const startMs = performance.now();
    const error = await failureOf(`${server.url}/call.wav`, options);
    assert.equal(error.reason, reason, error.message);
    assert.match(error.message, /^(?:the server that )?127\.0\.0\.1:\d+ \w/);
    assert.ok(performance.now() - startMs < 5000);
    await server.allClosed();
  });
}

test('a port where nobody listens', async (t) => {
  const server = await rawServer(t, () => {});
  const free = server.port === 1 ? 2 : 1;
  const error = await failureOf(`http://127.0.0.1:${free}/`);
  assert.equal(error.reason, 'connection failed');
  assert.equal(error.permanent, false);
  assert.equal(error.message, `127.0.0.1:${free} could not be reached (ECONNREFUSED)`);
});

test('a host without an address, and one whose name server hangs', async () => {
  const none = await failureOf('http://files.example.com/', { resolve: async () => [] });
  assert.equal(none.reason, 'unknown host');
  assert.equal(none.message, 'no address was found for files.example.com');
  const failing = await failureOf('http://files.example.com/', {
    resolve: () => Promise.reject(new Error('ENOTFOUND')),
  });
  assert.equal(failing.reason, 'unknown host');
  const hanging = await failureOf('http://files.example.com/', {
    resolve: () => new Promise(() => {}),
    headersTimeoutMs: 50,
  });
  assert.equal(hanging.reason, 'timeout');
});

function drip(socket: Socket, start: string, piece = 'x'): void {
  if (start) socket.write(start);
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

/** Long enough for the client to have read it: a reset drops what was not. */
function resetAfter(socket: Socket, text: string): void {
  socket.write(text);
  setTimeout(() => socket.resetAndDestroy(), 50);
}
