import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { Compile } from 'typebox/compile';
import { endpoints } from '../../src/endpoints/index.ts';
import { answersOf } from '../../src/http/answers.ts';
import { type Address, pathsOf } from '../../src/http/endpoint.ts';
import { ALWAYS } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { exchange } from './raw-socket.ts';

const NOTHING = { error: 'There is nothing at this path' };

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const other = (address: Address): Address => (address === 'api' ? 'receiver' : 'api');

/** The path of an operation with something in its places. */
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '7');

test('a path that is nobody’s is 404, on both addresses, with and without a key', async () => {
  const paths = [
    '/v1',
    '/v1/',
    '/v1/meeting',
    '/v1/meetings/',
    '/V1/meetings',
    '/v1/meetings/7/8',
    '//v1/meetings',
  ];
  for (const address of ['api', 'receiver'] as const) {
    for (const path of [...paths, '/v3/meetings', '/admin', '/%2e%2e/etc/passwd', '/livez/', '/index.html']) {
      for (const client of [service.client, service.as(undefined)]) {
        const answer = await client.send('GET', address, path);
        assert.equal(answer.status, 404, `${address} ${path}`);
        assert.deepEqual(answer.body, NOTHING);
      }
    }
  }
});

test('neither address serves the other’s paths; the API tells where the receiver is', async () => {
  const AT_THE_RECEIVER = {
    error: `Meetings, e-mails and recordings are sent to the receiver, whose address is ${service.receiverUrl}`,
  };
  let count = 0;
  for (const endpoint of endpoints) {
    if (endpoint.address === 'both') continue;
    for (const path of pathsOf(endpoint)) {
      const answer = await service.client.send(endpoint.method, other(endpoint.address), filled(path));
      assert.equal(answer.status, 404, `${endpoint.method} ${path}`);
      assert.deepEqual(answer.body, endpoint.address === 'receiver' ? AT_THE_RECEIVER : NOTHING);
      count++;
    }
  }
  assert.ok(count > 10);
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND', 'SEARCH', 'PURGE'];

test('another method of a known path is 405 and told which there are', async () => {
  const paths = new Map<string, { address: Address; allowed: Set<string> }>();
  for (const endpoint of endpoints) {
    const { address, method, alsoHead } = endpoint;
    for (const one of pathsOf(endpoint)) {
      const known = paths.get(one) ?? { address: address === 'both' ? 'api' : address, allowed: new Set() };
      known.allowed.add(method);
      if (alsoHead) known.allowed.add('HEAD');
      paths.set(one, known);
    }
  }
  for (const [path, { address, allowed }] of paths) {
    for (const method of METHODS.filter((one) => !allowed.has(one))) {
      const answer = await service.client.send(method, address, filled(path));
      const at = `${method} ${path}`;
      assert.equal(answer.status, 405, at);
      assert.deepEqual(new Set(answer.headers.get('allow')!.split(', ')), allowed, at);
      if (method === 'HEAD') assert.equal(answer.text, '');
      else
        assert.match(
          answer.body.error,
          new RegExp(`^${method} is not a method of this path; it takes [A-Z, ]+$`),
        );
    }
  }
});

test('methods that no HTTP client library sends are 405 too', async () => {
  const head = await fetch(`${service.apiUrl}/livez`, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('allow'), await head.text()], [405, 'GET', '']);
  for (const method of ['TRACE', 'CONNECT', 'FROB', 'get', 'X-LONG-METHOD_1']) {
    const answer = await exchange(service.apiUrl, `${method} /livez HTTP/1.1\r\nHost: parley\r\n\r\n`);
    assert.deepEqual(answer.statuses, [405], method);
    assert.match(answer.headers.allow!, /GET/);
    assert.match(JSON.parse(answer.body).error, /method/);
  }
});

test('a path that is not valid percent-encoding is 400, wherever it stands', async () => {
  for (const path of [
    '/%',
    '/v1/meetings/%',
    '/v1/meetings/%zz',
    '/v1/meetings/%ff',
    '/v1/meetings/%c3%28',
    '/%E0%A4%A',
  ]) {
    const answer = await service.client.send('GET', 'api', path);
    assert.equal(answer.status, 400, path);
    assert.deepEqual(answer.body, { error: 'The path is not valid percent-encoded UTF-8' });
    assert.ok(answer.headers.get('x-request-id'));
  }
  for (const id of ['%00', '%F0%9F%8C%B3', '..%2f7', '7%2f', '%37x', ' 7']) {
    const answer = await service.client.get(`/v1/meetings/${id}`);
    assert.equal(answer.status, 400, id);
    assert.match(answer.body.error, /^id must be a whole number/);
  }
  assert.equal((await service.client.get('/v1/meetings/%37')).status, 404, '%37 is 7');
});

test('a long path or query is answered on its merits until the headers are too long for any', async () => {
  const longId = await service.client.get(`/v1/meetings/${'7'.repeat(9000)}`);
  assert.equal(longId.status, 400);
  assert.match(longId.body.error, /^id must be a whole number/);
  assert.equal((await service.client.get(`/${'a/'.repeat(4000)}`)).status, 404);
  const longQuery = await service.client.get('/v1/meetings', { ...ALWAYS, ['x'.repeat(9000)]: '' });
  assert.equal(longQuery.status, 400);
  assert.ok(longQuery.text.length < 500, 'the caller’s text comes back short');
  for (const head of [
    `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: parley\r\n`,
    `GET /livez HTTP/1.1\r\nHost: parley\r\nX-Long: ${'a'.repeat(200_000)}\r\n`,
    `GET /livez HTTP/1.1\r\nHost: parley\r\n${Array.from({ length: 2000 }, (_, n) => `X-${n}: a\r\n`).join('')}`,
  ]) {
    const answer = await exchange(service.apiUrl, `${head}\r\n`);
    assert.deepEqual(answer.statuses, [431]);
    assert.deepEqual(JSON.parse(answer.body), {
      error: 'The path and the headers must be at most 16384 bytes',
    });
    assert.ok(answer.closed && !answer.reset, 'the sender can read the answer');
  }
});

test('oversized headers are reported in the common form, even for an operation with its own form of errors', async () => {
  const head = `POST /v1/meeting/remap HTTP/1.1\r\nHost: parley\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`;
  const answer = await exchange(service.apiUrl, head);
  assert.deepEqual(answer.statuses, [431]);
  const remap = endpoints.find(({ operationId }) => operationId === 'remapMeeting')!;
  const declared = answersOf(remap).get(431)!;
  assert.ok(Compile(declared.schema!).Check(JSON.parse(answer.body)), answer.body);
  assert.deepEqual(JSON.parse(answer.body), declared.example);
});

test('every answer bears a request id: the caller’s where it is one, else a new one', async () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
  const ask = async (id: string | undefined, path = '/livez') => {
    const headers: Record<string, string> = id === undefined ? {} : { 'X-Request-Id': id };
    return (await service.as(undefined).send('GET', 'api', path, { headers })).headers.get('x-request-id')!;
  };
  for (const path of ['/livez', '/nothing', '/v1/users', '/v1/meetings/%zz', '/docs', '/metrics']) {
    assert.equal(await ask('a.B_c-9', path), 'a.B_c-9', path);
  }
  for (const good of ['a', '0', 'x'.repeat(128), '-._']) assert.equal(await ask(good), good);
  const drawn = new Set<string>();
  for (const bad of [undefined, '', 'x'.repeat(129), 'a b', 'a,b', 'a/b', 'é', '<script>', 'a"b', '{}']) {
    const id = await ask(bad);
    assert.match(id, uuid, `${bad}`);
    drawn.add(id);
  }
  assert.equal(drawn.size, 10);
  const twice = await exchange(
    service.apiUrl,
    'GET /livez HTTP/1.1\r\nHost: parley\r\nX-Request-Id: a\r\nX-Request-Id: b\r\n\r\n',
  );
  assert.match(twice.headers['x-request-id']!, uuid);
});

test('an invalid Content-Type is 415 if the operation has a body, and ignored otherwise', async () => {
  for (const type of [
    ';;;',
    'json',
    '/',
    'text/plain',
    'application/jsonp',
    'application/json; charset=latin1',
  ]) {
    const headers = { 'Content-Type': type };
    const posted = await service.client.send('POST', 'api', '/admin/v1/keys', { raw: '{}', headers });
    assert.equal(posted.status, 415, type);
    assert.match(posted.body.error, /^The Content-Type must be application\/json/);
    const deleted = await service.client.send('DELETE', 'api', '/admin/v1/keys/99999', {
      raw: '{}',
      headers,
    });
    assert.equal(deleted.status, 404, type);
    assert.deepEqual(deleted.body, { error: 'There is no such key' });
    assert.equal((await service.client.send('POST', 'api', '/nothing', { raw: '{}', headers })).status, 404);
    assert.equal((await service.client.send('POST', 'api', '/livez', { raw: '{}', headers })).status, 405);
    assert.equal((await service.client.send('QUERY', 'api', '/livez', { raw: '{}', headers })).status, 405);
  }
});

test('headers that frameworks look at have no effect', async () => {
  const headers = {
    'Accept-Version': '9',
    'X-HTTP-Method-Override': 'DELETE',
    Accept: 'text/html',
    'X-Forwarded-Host': 'x',
  };
  const answer = await service.client.send('GET', 'api', '/livez', { headers });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { status: 'ok' });
});

test('a defect is 500 with no detail; the log has the detail and the request id', async () => {
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  await database.query('alter table users rename to users_away');
  try {
    const headers = { 'X-Request-Id': 'find-me-in-the-log' };
    const answer = await service.client.get('/v1/users', {}, { headers });
    assert.equal(answer.status, 500);
    assert.equal(answer.text, '{"error":"Internal server error"}');
    assert.equal(answer.headers.get('x-request-id'), 'find-me-in-the-log');
    const put = await service.client.put('/admin/v1/users', { users: [{ email: 'a@b.example' }] });
    assert.equal(put.text, '{"error":"Internal server error"}');
  } finally {
    await database.query('alter table users_away rename to users');
    await database.end();
  }
  const lines = service.logged().trim().split('\n');
  const logged = lines
    .map((line) => JSON.parse(line))
    .find((line) => line.reqId === 'find-me-in-the-log' && line.err);
  assert.equal(logged.level, 'error');
  assert.match(logged.err.message, /relation "users" does not exist/);
  assert.match(logged.err.stack, /\.ts:\d+/);
  assert.equal((await service.client.get('/v1/users')).status, 200, 'the next one is well again');
});

test('every request is logged once, without query, headers and body', async () => {
  const from = service.logged().length;
  const headers = { 'X-Request-Id': 'look-here', 'X-Secret': 'header-secret' };
  const query = { attendeeEmailAddresses: 'private@acme.example', ...ALWAYS };
  await service.client.get('/v1/meetings', query, { headers });
  await service.client.post('/admin/v1/keys', { name: 'body-secret' }, { headers });
  const lines = service.logged().slice(from).trim().split('\n');
  const [list, create, ...more] = lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === 'request');
  assert.deepEqual(more, []);
  const { time, ms, ...rest } = list;
  const expected = {
    level: 'info',
    reqId: 'look-here',
    method: 'GET',
    path: '/v1/meetings',
    operation: 'listMeetings',
    organizationId: 1,
    keyId: 1,
    status: 200,
    msg: 'request',
  };
  assert.deepEqual(rest, expected);
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000 && ms >= 0);
  assert.equal(create.status, 400);
  assert.equal(create.operation, 'createKey');
  assert.doesNotMatch(lines.join(), /private|secret|parley_/);
});
