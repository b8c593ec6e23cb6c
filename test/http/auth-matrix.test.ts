import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { generateKey } from '../../src/domain/keys/key-format.ts';
import { SCOPES } from '../../src/domain/keys/scopes.ts';
import type { ParleyEndpoint } from '../../src/endpoints/define-endpoint.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { scopesOf } from '../../src/http/endpoint.ts';
import { startService, type TestService } from '../support/service.ts';
import {
  errorBody,
  plausiblePaths,
  plausibleRequest,
  scopedEndpoints,
  scopeSets,
  scopesName,
  send,
} from './plausible-request.ts';
import { openRaw } from './raw-socket.ts';

/** The operations that need no key. A new name here is a decision, not a formality. */
const OPEN_TO_ALL = [
  ...[
    'livez',
    'readyz',
    'getMetrics',
    'getOpenApi',
    'docs',
    'docsStart',
    'docsScript',
    'docsScalar',
    'docsStyle',
    'root',
  ],
  // Asks for a signed URL instead of a key.
  ...['downloadRecording', 'downloadExportFile'],
  // The console's files, and what begins and ends a session: they have tests of their own.
  ...['consoleAsset', 'createSession', 'getSession', 'endSession'],
];

const MISSING = 'The X-API-Key header is missing';
const INVALID = 'The API key is not valid: it is unknown, expired or revoked';

let service: TestService;
/** By combination of scopes: a key that has these alone. */
const keyFor = new Map<string, string>();
/** By scope: a key that holds all others. */
const keyWithout = new Map<string, string>();
/** The same two for the headers of a browser that is signed in. */
const sessionFor = new Map<string, Record<string, string>>();
const sessionWithout = new Map<string, Record<string, string>>();
let invalidKeys: Record<string, string>;

async function makeKey(scopes: readonly string[]): Promise<{ id: number; key: string }> {
  const made = await service.client.post('/admin/v1/keys', { name: 'matrix', scopes });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

async function signIn(key: string): Promise<Record<string, string>> {
  const answer = await service.as(undefined).post('/admin/v1/session', { key });
  assert.equal(answer.status, 200, answer.text);
  return { Cookie: answer.headers.get('set-cookie')!.split(';')[0]!, Origin: service.apiUrl };
}

before(async () => {
  service = await startService();
  for (const scope of SCOPES) {
    keyWithout.set(scope, (await makeKey(SCOPES.filter((one) => one !== scope))).key);
    sessionWithout.set(scope, await signIn(keyWithout.get(scope)!));
  }
  for (const [name, scopes] of scopeSets) {
    keyFor.set(name, (await makeKey(scopes)).key);
    sessionFor.set(name, await signIn(keyFor.get(name)!));
  }
  const [expired, revoked] = [await makeKey(SCOPES), await makeKey(SCOPES)];
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  await database.query("update api_keys set expires_at = now() - interval '1 second' where id = $1", [
    expired.id,
  ]);
  await database.end();
  assert.equal((await service.client.delete(`/admin/v1/keys/${revoked.id}`)).status, 204);
  const { key } = service;
  invalidKeys = {
    malformed: 'not-a-key',
    'a typo in one character': `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`,
    'in other case': key.toUpperCase(),
    'cut short': key.slice(0, -1),
    'one too long': `${key}0`,
    'very long': 'parley_'.padEnd(8000, 'a'),
    'given twice': `${key}, ${key}`,
    'with a scheme': `Bearer ${key}`,
    unknown: generateKey(),
    expired: expired.key,
    revoked: revoked.key,
  };
});
after(() => service.stop());

test('no other operations than these may be called by anybody; all others are in the matrix', () => {
  const open = endpoints.filter((one) => one.scope === null).map((one) => one.operationId);
  assert.deepEqual(
    open.filter((name) => !OPEN_TO_ALL.includes(name)),
    [],
  );
  const known: readonly string[] = SCOPES;
  for (const endpoint of scopedEndpoints) {
    const scopes = scopesOf(endpoint);
    assert.ok(scopes.length > 0 && scopes.every((scope) => known.includes(scope)), endpoint.operationId);
  }
});

test('operations that try drafts on transcripts require the right to read them', () => {
  const trying = endpoints.filter(({ path }) => /^\/admin\/v1\/signals\/(?:try|backtest)/.test(path));
  assert.equal(trying.length, 7);
  for (const one of trying) assert.deepEqual(one.scope, ['admin', 'meetings:read'], one.operationId);
});

test('the response names all missing scopes', async () => {
  const client = service.as(keyFor.get('users:read'));
  const answer = await client.get('/admin/v1/signals/backtests');
  assert.equal(answer.status, 403);
  assert.deepEqual(answer.body, { error: 'The API key lacks the scopes admin and meetings:read' });
});

/** A key that may not call the operation. */
const lackingFor = (endpoint: ParleyEndpoint) =>
  endpoint.anyScope ? keyFor.get('ingest:write') : keyWithout.get(scopesOf(endpoint)[0]!);

/** The scopes that a key may not lack. */
const neededOf = (endpoint: ParleyEndpoint) => (endpoint.anyScope ? [] : scopesOf(endpoint));

test('each of several alternative scopes suffices, and a key with none is refused with their names', async () => {
  const alternative = endpoints.filter(({ anyScope }) => anyScope);
  assert.deepEqual(
    alternative.map(({ operationId }) => operationId),
    ['callMcp', 'listChanges', 'requestExport', 'listExports', 'getExport', 'deleteExport'],
  );
  for (const scope of ['meetings:read', 'signals:read', 'users:read']) {
    for (const path of ['/v1/changes', '/v1/exports']) {
      assert.equal((await service.as(keyFor.get(scope)).get(path)).status, 200, scope);
    }
  }
  for (const endpoint of alternative) {
    const none = await send(service.as(keyFor.get('ingest:write')), plausibleRequest(endpoint));
    assert.equal(none.status, 403);
    assert.match(none.body.error, /none of the scopes meetings:read, signals:read, users:read/);
  }
});

for (const endpoint of scopedEndpoints) {
  const name = scopesName(endpoint);
  const request = plausibleRequest(endpoint);
  const paths = plausiblePaths(endpoint);

  test(`${endpoint.operationId} refuses whoever has no valid key`, async () => {
    for (const path of paths) {
      const absent: Record<string, string>[] = [
        {},
        { 'X-API-Key': '' },
        { 'X-API-Key': '   ' },
        { Authorization: service.key },
      ];
      for (const headers of absent) {
        const answer = await send(service.as(undefined), { ...request, path }, headers);
        assert.equal(answer.status, 401, path);
        assert.deepEqual(answer.body, errorBody(endpoint, MISSING, answer));
      }
      for (const [name, key] of Object.entries(invalidKeys)) {
        const answer = await send(service.as(key), { ...request, path });
        assert.equal(answer.status, 401, `${path} with a key that is ${name}`);
        assert.deepEqual(answer.body, errorBody(endpoint, INVALID, answer), name);
      }
    }
  });

  test(`${endpoint.operationId} takes a key with ${name} and no other`, async () => {
    for (const path of paths) {
      for (const scope of neededOf(endpoint)) {
        const refused = await send(service.as(keyWithout.get(scope)), { ...request, path });
        assert.equal(refused.status, 403, refused.text);
        const message = `The API key lacks the scope ${scope}`;
        assert.deepEqual(refused.body, errorBody(endpoint, message, refused));
      }
      const taken = await send(service.as(keyFor.get(name)), { ...request, path });
      // An operation may go on to refuse what the example asks for, but not for want of a scope.
      const isRefused = taken.status === 401 || taken.body?.error?.startsWith('The API key lacks');
      assert.ok(!isRefused, `${taken.status} ${taken.text}`);
    }
  });

  test(`${endpoint.operationId} takes a session as it takes its key, but for changes from elsewhere`, async () => {
    const nobody = service.as(undefined);
    const isTaken = endpoint.address === 'api';
    for (const path of paths) {
      const ask = (headers: Record<string, string>) => send(nobody, { ...request, path }, headers);
      for (const scope of neededOf(endpoint)) {
        const refused = await ask(sessionWithout.get(scope)!);
        const message = isTaken ? `The API key lacks the scope ${scope}` : MISSING;
        assert.equal(refused.status, isTaken ? 403 : 401, path);
        assert.deepEqual(refused.body, errorBody(endpoint, message, refused));
      }
      const ended = await ask({ Cookie: `parley_session=${'x'.repeat(43)}`, Origin: service.apiUrl });
      assert.equal(ended.status, 401);
      const end = isTaken ? 'The session has ended; sign in again' : MISSING;
      assert.deepEqual(ended.body, errorBody(endpoint, end, ended));
      if (!isTaken) continue;
      const headers = sessionFor.get(name)!;
      for (const Origin of ['https://evil.example', 'null']) {
        const { status, body } = await ask({ ...headers, Origin });
        if (endpoint.method !== 'GET') assert.equal(status, 403, `${Origin} ${path}`);
        else assert.ok(!/Origin/.test(body?.error ?? ''), `${Origin} ${path}`);
      }
      const taken = await ask(headers);
      const isRefused = taken.status === 401 || /^The (?:Origin|API key lacks)/.test(taken.body?.error ?? '');
      assert.ok(!isRefused, `${taken.status} ${taken.text}`);
    }
  });

  test(`${endpoint.operationId} tells a key’s fault before any other of the request`, async () => {
    const broken = { ...request, query: { unknown: 'parameter' }, body: '{"not json' };
    const headers = { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' };
    const bare = (endpoint.body ?? endpoint.upload) ? broken : { ...broken, body: undefined };
    assert.equal((await send(service.as(undefined), bare, headers)).status, 401);
    assert.equal((await send(service.as(lackingFor(endpoint)), bare, headers)).status, 403);
  });
}

for (const endpoint of scopedEndpoints.filter((one) => one.body ?? one.upload)) {
  const { address, path } = plausibleRequest(endpoint);
  const head = (key: string, framing: string) =>
    `${endpoint.method} ${path} HTTP/1.1\r\nHost: parley\r\nX-API-Key: ${key}\r\n` +
    `Content-Type: application/json\r\n${framing}\r\n\r\n`;
  const baseUrl = () => (address === 'api' ? service.apiUrl : service.receiverUrl);

  test(`${endpoint.operationId} answers a bad key before a byte of the body was sent`, async () => {
    for (const [key, status] of [
      [invalidKeys.malformed!, 401],
      [invalidKeys.unknown!, 401],
      [lackingFor(endpoint)!, 403],
    ] as const) {
      for (const framing of [
        `Content-Length: ${(endpoint.body ?? endpoint.upload)!.maxBytes}`,
        'Transfer-Encoding: chunked',
      ]) {
        const connection = await openRaw(baseUrl());
        connection.write(head(key, framing));
        const answer = await connection.read();
        assert.deepEqual(answer.statuses, [status], framing);
        assert.equal(answer.headers.connection, 'close');
        assert.ok(answer.closed, 'the connection is closed after the answer');
        connection.close();
      }
    }
  });
}

test('a huge body behind a bad key is not taken in', async () => {
  const connection = await openRaw(service.receiverUrl);
  const megabyte = Buffer.alloc(1024 * 1024, 0x20);
  connection.write(
    'POST /v1/user-provided-meeting HTTP/1.1\r\nHost: parley\r\nX-API-Key: nobody\r\n' +
      `Content-Type: application/json\r\nContent-Length: ${256 * megabyte.length}\r\n\r\n`,
  );
  for (let count = 0; count < 64; count++) connection.write(megabyte);
  const answer = await connection.read();
  assert.deepEqual(answer.statuses, [401]);
  assert.ok(answer.closed);
  // At most the contents of both ends' kernel buffers have left this side.
  const taken = connection.socket.bytesWritten - connection.socket.writableLength;
  assert.ok(taken < 16 * megabyte.length, `${taken} bytes were taken in`);
  connection.close();
});
