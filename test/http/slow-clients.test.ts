import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { createAdmission } from '../../src/http/admission.ts';
import { buildApp } from '../../src/http/app.ts';
import type { AppParts } from '../../src/http/app-parts.ts';
import { endpointMaker } from '../../src/http/endpoint.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { until } from '../support/until.ts';
import { openRaw } from './raw-socket.ts';

/**
 * The service waits for slow clients up to a bound, and they delay nobody else. (Slow headers:
 * broken-requests.test.ts.)
 */

const LARGE_BYTES = 24 * 1024 * 1024;
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const define = endpointMaker<{ gate: Promise<void> }>();
const common = { address: 'api', scope: null, tag: 'Test', summary: '', description: '' } as const;
const OK = { 200: { description: 'Done.' } };

const endpoints = [
  define({
    ...common,
    ...{ operationId: 'large', method: 'GET', path: '/large', answers: OK },
    handle: async () => ({ status: 200, file: { bytes: Buffer.alloc(LARGE_BYTES, 'x') } }),
  }),
  define({
    ...common,
    ...{ operationId: 'wait', method: 'GET', path: '/wait', answers: OK },
    handle: async (_request, { gate }) => {
      await gate;
      return { status: 200, body: {} };
    },
  }),
  define({
    ...common,
    ...{ operationId: 'body', method: 'POST', path: '/body', answers: OK },
    body: { schema: Type.Object({}), example: {}, maxBytes: MAX_BODY_BYTES },
    handle: async () => ({ status: 200, body: {} }),
  }),
];

async function open(t: TestContext, parts: Partial<AppParts<{ gate: Promise<void> }>> = {}) {
  let openGate = () => {};
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  const app = buildApp({
    address: 'api',
    endpoints,
    deps: { gate },
    authenticate: async () => undefined,
    log: createLog('silent'),
    metrics: createMetrics(),
    admission: createAdmission(),
    maxConnections: 100,
    ...parts,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(async () => {
    openGate();
    app.server.closeAllConnections();
    await app.close();
  });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  return { url, openGate, connections };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: parley\r\n\r\n`;
const post = (bytes: number) =>
  `POST /body HTTP/1.1\r\nHost: parley\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;

test('a reader that takes nothing is cut, one that is slow but steady is not', async (t) => {
  const { url, connections } = await open(t, { timeouts: { readerMs: 400 } });
  const stalled = await openRaw(url);
  stalled.socket.pause();
  stalled.write(get('/large'));
  // Data that it sends does not show that it reads.
  const drip = setInterval(() => stalled.write('x'), 50);
  stalled.socket.on('error', () => {});
  const slow = await openRaw(url);
  slow.write(get('/large'));
  let taken = 0;
  let pausedAt = 0;
  slow.socket.on('data', (chunk) => {
    taken += chunk.length;
    if (taken - pausedAt < 2 * 1024 * 1024) return;
    pausedAt = taken;
    slow.socket.pause();
    setTimeout(() => slow.socket.resume(), 150);
  });
  await until(async () => ((await connections()) === 1 ? true : undefined), 5000);
  clearInterval(drip);
  assert.ok(taken < LARGE_BYTES, 'the stalled one was cut while the slow one still read');
  await until(async () => (taken > LARGE_BYTES ? true : undefined), 10_000);
  slow.close();
});

test('while we are at work for longer than a reader may stall, its connection stays', async (t) => {
  const { url, openGate } = await open(t, { timeouts: { readerMs: 100 } });
  const connection = await openRaw(url);
  connection.write(get('/wait'));
  await delay(400);
  openGate();
  assert.deepEqual((await connection.read(({ body }) => body === '{}')).statuses, [200]);
  connection.close();
});

test('an idle connection is closed after its time, without a word', async (t) => {
  const { url } = await open(t, { timeouts: { keepAliveMs: 200 } });
  const connection = await openRaw(url);
  connection.write(get('/nothing'));
  const startMs = performance.now();
  const { statuses, closed, reset } = await connection.read();
  assert.deepEqual([statuses, closed, reset], [[404], true, false]);
  assert.ok(performance.now() - startMs < 2500);
});

test('a body that comes too slowly is 408 and its connection closed, one that keeps the pace is taken', async (t) => {
  const pace = { spanMs: 200, minBytes: 100, minBytesAwaited: 1000 };
  const { url } = await open(t, { timeouts: { pace } });
  const [slow, steady] = await Promise.all([openRaw(url), openRaw(url)]);
  const body = Buffer.from(`{"a":"${'x'.repeat(392)}"}`);
  slow.write(post(1000));
  steady.write(post(body.length));
  const drip = setInterval(() => slow.write('x'), 20);
  for (let from = 0; from < body.length; from += 40) {
    steady.write(body.subarray(from, from + 40));
    await delay(50);
  }
  assert.deepEqual((await steady.read(({ body }) => body === '{}')).statuses, [200]);
  const cut = await slow.read();
  clearInterval(drip);
  assert.deepEqual([cut.statuses, JSON.parse(cut.body)], [[408], { error: 'The body came too slowly' }]);
  assert.equal(cut.headers.connection, 'close');
  assert.ok(cut.closed);
  steady.close();
});

test('an announced large body reserves nothing until it arrives, and has to be sent quickly while others wait', async (t) => {
  const pace = { spanMs: 300, minBytes: 100, minBytesAwaited: 100_000 };
  const { url } = await open(t, { timeouts: { pace } });
  const large = Buffer.from(`{"a":"${'x'.repeat(1_000_000)}"}`);
  const announcers = await Promise.all(Array.from({ length: 20 }, () => openRaw(url)));
  for (const one of announcers) one.write(`${post(MAX_BODY_BYTES)}${' '.repeat(1000)}`);
  const drip = setInterval(() => {
    for (const one of announcers) one.write(' '.repeat(100));
  }, 50);
  const first = await openRaw(url);
  first.write(Buffer.concat([Buffer.from(post(large.length)), large]));
  assert.deepEqual((await first.read(({ body }) => body === '{}')).statuses, [200]);
  // This one has come so far that it has all the room, and then goes on slowly.
  const holder = announcers[0]!;
  holder.write(' '.repeat(200_000));
  await delay(50);
  const second = await openRaw(url);
  second.write(Buffer.concat([Buffer.from(post(large.length)), large]));
  assert.deepEqual((await second.read(({ body }) => body === '{}')).statuses, [200]);
  assert.deepEqual((await holder.read()).statuses, [408]);
  assert.equal((await announcers[1]!.read(() => true)).text, '', 'the slow ones that hold nothing up stay');
  clearInterval(drip);
  for (const one of [...announcers, first, second]) one.close();
});

test('a client that disconnects while waiting reserves no memory', async (t) => {
  const { url } = await open(t);
  const [holder, leaver] = await Promise.all([openRaw(url), openRaw(url)]);
  holder.write(`${post(MAX_BODY_BYTES)}${' '.repeat(200_000)}`);
  await delay(50);
  leaver.write(`${post(MAX_BODY_BYTES)}${' '.repeat(200_000)}`);
  await delay(50);
  leaver.close();
  await delay(50);
  holder.close();
  const next = await openRaw(url);
  const large = Buffer.from(`{"a":"${'x'.repeat(200_000)}"}`);
  next.write(Buffer.concat([Buffer.from(post(large.length)), large]));
  assert.deepEqual((await next.read(({ body }) => body === '{}')).statuses, [200]);
  next.close();
});

test('beyond the maximum an idle connection is closed; if all are busy, the new one is refused', async (t) => {
  const { url, openGate, connections } = await open(t, { maxConnections: 3 });
  const idle = await Promise.all(Array.from({ length: 3 }, () => openRaw(url)));
  idle[1]!.write(get('/nothing'));
  await idle[1]!.read(({ statuses }) => statuses.length === 1);
  idle[2]!.write('GET /wait HT');
  const waiting = await Promise.all(Array.from({ length: 3 }, () => openRaw(url)));
  for (const one of waiting) one.write(get('/wait'));
  for (const one of idle) assert.ok((await one.read()).closed, 'idle ones made room, the oldest first');
  assert.equal(await connections(), 3);
  for (let count = 0; count < 3; count++) {
    const refused = await openRaw(url);
    refused.write(get('/wait'));
    const answer = await refused.read();
    assert.deepEqual(answer.statuses, [503]);
    assert.deepEqual(JSON.parse(answer.body), { error: 'Too many connections are open; try again soon' });
    assert.deepEqual([answer.headers.connection, answer.headers['retry-after']], ['close', '1']);
    assert.ok(answer.closed && !answer.reset);
  }
  openGate();
  for (const one of waiting) {
    assert.deepEqual((await one.read(({ body }) => body === '{}')).statuses, [200]);
  }
  const next = await openRaw(url);
  next.write(get('/wait'));
  assert.deepEqual((await next.read(({ body }) => body === '{}')).statuses, [200]);
  next.close();
});
