import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdmission } from '../../src/http/admission.ts';
import { buildApp } from '../../src/http/app.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { exchange, openRaw } from './raw-socket.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const HOST = 'Host: parley\r\n';
const post = (framing: string, body = '') =>
  `POST /admin/v1/keys HTTP/1.1\r\n${HOST}X-API-Key: ${service.key}\r\n` +
  `Content-Type: application/json\r\n${framing}\r\n${body}`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';

/** Requests that two servers on the way could read differently, or that are none at all. */
const BROKEN: Record<string, () => string | Buffer> = {
  'no HTTP': () => 'hello\r\n\r\n',
  'TLS to a plain port': () => Buffer.from('16030100a5010000a10303', 'hex'),
  'HTTP/2 preface': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'another version': () => `GET /livez HTTP/2.0\r\n${HOST}\r\n`,
  'no Host': () => 'GET /livez HTTP/1.1\r\n\r\n',
  'two Hosts': () => `GET /livez HTTP/1.1\r\n${HOST}Host: other\r\n\r\n`,
  'bare LF': () => 'GET /livez HTTP/1.1\nHost: parley\n\n',
  'bare CR in a header': () => `GET /livez HTTP/1.1\r\n${HOST}X-A: b\rX-C: d\r\n\r\n`,
  'NUL in a header': () => `GET /livez HTTP/1.1\r\n${HOST}X-A: b\0c\r\n\r\n`,
  'obs-fold': () => `GET /livez HTTP/1.1\r\n${HOST}X-A: b\r\n c\r\n\r\n`,
  'folded Transfer-Encoding': () => post('Transfer-Encoding:\r\n chunked\r\n', '0\r\n\r\n'),
  'space before the colon': () => post('Transfer-Encoding : chunked\r\n', '0\r\n\r\n'),
  'space in the path': () => `GET /v1/a b HTTP/1.1\r\n${HOST}\r\n`,
  'raw bytes in the path': () => Buffer.from(`GET /v1/é HTTP/1.1\r\n${HOST}\r\n`),
  'Content-Length and Transfer-Encoding': () => post(`Content-Length: 5\r\n${CHUNKED}`, '0\r\n\r\n'),
  'Transfer-Encoding and Content-Length': () => post(`${CHUNKED}Content-Length: 5\r\n`, '0\r\n\r\n'),
  'two different Content-Lengths': () => post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'),
  'two equal Content-Lengths': () => post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'),
  'a list of Content-Lengths': () => post('Content-Length: 2, 2\r\n', '{}'),
  'a signed Content-Length': () => post('Content-Length: +2\r\n', '{}'),
  'a negative Content-Length': () => post('Content-Length: -2\r\n', '{}'),
  'a hexadecimal Content-Length': () => post('Content-Length: 0x2\r\n', '{}'),
  'an empty Content-Length': () => post('Content-Length: \r\n', '{}'),
  'a Content-Length beyond 64 bits': () => post('Content-Length: 99999999999999999999999\r\n', '{}'),
  'an unknown Transfer-Encoding': () => post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'),
  'the identity Transfer-Encoding': () => post('Transfer-Encoding: identity\r\n', '{}'),
  'a compressing Transfer-Encoding': () =>
    post('Transfer-Encoding: gzip, chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'),
  'chunked that is not last': () => post('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'),
  'chunked twice': () => post(`${CHUNKED}${CHUNKED}`, '0\r\n\r\n'),
  'chunked in HTTP/1.0': () => post(CHUNKED, '2\r\n{}\r\n0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
  'a chunk beyond 64 bits': () => post(CHUNKED, 'FFFFFFFFFFFFFFFFF\r\n{}'),
  'a chunk size with 0x': () => post(CHUNKED, '0x2\r\n{}\r\n0\r\n\r\n'),
  'a negative chunk size': () => post(CHUNKED, '-2\r\n{}\r\n0\r\n\r\n'),
  'chunks ended by LF': () => post(CHUNKED, '2\n{}\n0\n\n'),
  'LF in a chunk extension': () => post(CHUNKED, '2;a\n\r\n{}\r\n0\r\n\r\n'),
  'a chunk longer than its size': () => post(CHUNKED, '2\r\n{}X\r\n0\r\n\r\n'),
};

test('a broken or ambiguous request is answered 400 in our form, and its connection closed', async () => {
  for (const [name, bytes] of Object.entries(BROKEN)) {
    // A second request behind it must never be read as one.
    const smuggled = `GET /livez HTTP/1.1\r\n${HOST}X-Request-Id: smuggled\r\n\r\n`;
    const answer = await exchange(
      service.apiUrl,
      Buffer.concat([Buffer.from(bytes()), Buffer.from(smuggled)]),
    );
    assert.deepEqual(answer.statuses, [400], `${name}: ${answer.text}`);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', name);
    assert.ok(answer.headers['x-request-id'], name);
    assert.deepEqual(Object.keys(JSON.parse(answer.body)), ['error'], name);
    assert.equal(answer.headers.connection, 'close', name);
    assert.ok(answer.closed && !answer.reset, name);
  }
  const lines = service
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.ok(lines.filter((line) => line.msg === 'broken request' && line.status === 400).length > 20);
  for (const line of lines.filter((one) => one.reqId === 'smuggled')) assert.equal(line.status, 400);
});

test('well-formed oddities are taken: HTTP/1.0, the whole URL as the path, chunk extensions and trailers', async () => {
  assert.deepEqual((await exchange(service.apiUrl, 'GET /livez HTTP/1.0\r\n\r\n')).statuses, [200]);
  const absolute = `GET http://parley/livez HTTP/1.1\r\n${HOST}\r\n`;
  assert.deepEqual((await exchange(service.apiUrl, absolute)).statuses, [200]);
  assert.deepEqual((await exchange(service.apiUrl, absolute.replace('GET', 'POST'))).statuses, [405]);
  const chunked = post(CHUNKED, '2;name="a"\r\n{}\r\n0\r\nX-Trailer: b\r\n\r\n');
  const answer = await exchange(service.apiUrl, chunked);
  assert.match(JSON.parse(answer.body).error, /name is required/);
});

test('requests before malformed bytes are answered, and none after them', async () => {
  const good = `GET /readyz HTTP/1.1\r\n${HOST}\r\n`;
  const answer = await exchange(service.apiUrl, `${good}BROKEN\r\n\r\n${good}`);
  assert.deepEqual(answer.statuses, [200]);
  assert.equal(answer.headers.connection, 'close');
  const pipelined = await openRaw(service.apiUrl);
  pipelined.write(good + good.replace('readyz', 'livez') + good);
  const three = await pipelined.read(({ statuses, body }) => statuses.length === 3 && body.endsWith('}'));
  assert.deepEqual(three.statuses, [200, 200, 200]);
  assert.deepEqual(three.text.match(/\{.*?\}/g), [
    '{"status":"ready"}',
    '{"status":"ok"}',
    '{"status":"ready"}',
  ]);
  pipelined.close();
});

test('a sender that asks is told to continue only when its body is wanted', async () => {
  const body = JSON.stringify({ meeting: meeting() });
  const ask = (key: string, length: number) =>
    `POST /v1/user-provided-meeting HTTP/1.1\r\n${HOST}X-API-Key: ${key}\r\nExpect: 100-continue\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const connection = await openRaw(service.receiverUrl);
  connection.write(ask(service.key, Buffer.byteLength(body)));
  assert.deepEqual((await connection.read(({ statuses }) => statuses.length > 0)).statuses, [100]);
  connection.write(body);
  const taken = await connection.read(({ body }) => body.endsWith('}'));
  assert.deepEqual(taken.statuses, [100, 200]);
  connection.close();
  for (const [key, length, status] of [
    ['nobody', 100, 401],
    [service.key, 5_242_881, 413],
  ] as const) {
    const refused = await exchange(service.receiverUrl, ask(key, length));
    assert.deepEqual(refused.statuses, [status]);
    assert.ok(refused.closed);
  }
});

test('a sender of lines, and one of a recording, is told to continue too', async () => {
  const line = JSON.stringify({ meeting: meeting({ id: 'asks' }) });
  const ask = (what: string, type: string, length: number) =>
    `${what} HTTP/1.1\r\n${HOST}X-API-Key: ${service.key}\r\nExpect: 100-continue\r\nConnection: close\r\n` +
    `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  const send = async (head: string, body: string) => {
    const connection = await openRaw(service.receiverUrl);
    connection.write(head);
    assert.deepEqual((await connection.read(({ statuses }) => statuses.length > 0)).statuses, [100]);
    connection.write(body);
    return connection.read();
  };
  const lines = ask('POST /v1/user-provided-meetings', 'application/x-ndjson', line.length);
  const taken = await send(lines, line);
  assert.deepEqual(taken.statuses, [100, 200]);
  const id = /"meetingId":"(\d+)","created":true/.exec(taken.text)?.[1];
  const recording = await send(ask(`PUT /v1/meetings/${id}/recording`, 'audio/wav', 4), 'RIFF');
  assert.deepEqual(recording.statuses, [100, 200]);
  const unknown = await exchange(
    service.receiverUrl,
    ask('PUT /v1/meetings/999999/recording', 'audio/wav', 4),
  );
  assert.deepEqual(unknown.statuses, [404]);
});

test('a body that is cut short stores nothing, and the log says that the client left', async () => {
  const from = service.logged().length;
  const connection = await openRaw(service.receiverUrl);
  const body = JSON.stringify({ meeting: meeting({ title: 'Cut short' }) });
  connection.write(
    `POST /v1/user-provided-meeting HTTP/1.1\r\n${HOST}X-API-Key: ${service.key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length + 1}\r\n\r\n${body}`,
  );
  await delay(100);
  connection.close();
  const lines = () =>
    service
      .logged()
      .slice(from)
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const endMs = Date.now() + 2000;
  while (!lines().some((line) => line.msg === 'request') && Date.now() < endMs) await delay(20);
  const line = lines().find((one) => one.msg === 'request');
  assert.equal(line.clientLeft, true);
  const list = await service.client.get('/v1/meetings', { from: '2000-01-01T00:00:00Z' });
  assert.ok(!list.text.includes('Cut short'));
});

test('headers and bodies that come too slowly are 408, while others are served', async () => {
  const app = buildApp({
    address: 'receiver',
    endpoints: (await import('../../src/endpoints/index.ts')).endpoints,
    deps: {} as never,
    authenticate: async () => ({ organizationId: 1, keyId: 1, scopes: new Set(['ingest:write']) }),
    log: createLog('silent'),
    metrics: createMetrics(),
    admission: createAdmission(),
    maxConnections: 100,
    timeouts: { headersMs: 300, requestMs: 500, checkMs: 50 },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  try {
    const slow = ['GET /livez HTTP/1.1\r\nHost: par', '', 'G'];
    const body =
      'POST /user-provided-meeting HTTP/1.1\r\nHost: parley\r\nX-API-Key: k\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{';
    const connections = await Promise.all([...slow, body].map(() => openRaw(url)));
    for (const [index, bytes] of [...slow, body].entries()) connections[index]!.write(bytes);
    assert.equal((await fetch(`${url}/livez`)).status, 200);
    for (const connection of connections) {
      const answer = await connection.read();
      assert.deepEqual(answer.statuses, [408]);
      assert.deepEqual(JSON.parse(answer.body), { error: 'The request took too long to arrive' });
      assert.ok(answer.closed && !answer.reset);
    }
  } finally {
    await app.close();
  }
});
