import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../src/db/database.ts';
import { generateKey } from '../../src/domain/keys/key-format.ts';
import { createKeyVerifier } from '../../src/domain/keys/verify-key.ts';
import { generateToken } from '../../src/domain/sessions/session-token.ts';
import { createSessions, MAX_SESSIONS_PER_KEY } from '../../src/domain/sessions/sessions.ts';
import { createLog } from '../../src/lib/log.ts';
import type { TestAnswer } from '../support/client.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

const PATH = '/admin/v1/session';

/** What an end may take to be effective. */
const EFFECTIVE_MS = 1000;

const ENDED = { error: 'The session has ended; sign in again' };
const INVALID = { error: 'The API key is not valid: it is unknown, expired or revoked' };

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const anybody = () => service.as(undefined);
const tokenOf = (answer: TestAnswer) =>
  /^parley_session=([^;]*);/.exec(answer.headers.get('set-cookie')!)![1]!;
const cookie = (token: string) => ({ Cookie: `parley_session=${token}` });
/** What a browser sends from the console's own page. */
const ownPage = (token: string) => ({ ...cookie(token), Origin: service.apiUrl });

async function makeKey(rest: Record<string, unknown> = {}): Promise<{ id: number; key: string }> {
  const made = await service.client.post('/admin/v1/keys', {
    name: 'Console',
    scopes: ['admin', 'users:read'],
    ...rest,
  });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

async function signIn(key = service.key): Promise<string> {
  const answer = await anybody().post(PATH, { key });
  assert.equal(answer.status, 200, answer.text);
  return tokenOf(answer);
}

const look = (token: string) => anybody().get(PATH, undefined, { headers: cookie(token) });
const list = (token: string) => anybody().get('/v1/users', undefined, { headers: cookie(token) });
const signOut = (headers: Record<string, string>) => anybody().delete(PATH, { headers });

async function msUntilRefused(token: string): Promise<number> {
  const startMs = performance.now();
  while ((await list(token)).status !== 401) {
    assert.ok(performance.now() - startMs < 5 * EFFECTIVE_MS, 'the session never ends');
    await delay(20);
  }
  return performance.now() - startMs;
}

test('a key is exchanged for a session that tells whose it is, in a cookie that no script and no other site gets', async () => {
  const { id, key } = await makeKey({ name: 'Ada’s laptop' });
  const answer = await anybody().post(PATH, { key });
  assert.equal(answer.status, 200);
  const { expiresAt, ...rest } = answer.body;
  assert.deepEqual(rest, {
    organization: { id: 1, name: 'My organization' },
    keyId: id,
    keyName: 'Ada’s laptop',
    scopes: ['admin', 'users:read'],
  });
  const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
  assert.ok(hours > 11.9 && hours <= 12.01, `${hours}`);
  const [pair, ...attributes] = answer.headers.get('set-cookie')!.split('; ');
  assert.match(pair!, /^parley_session=[A-Za-z0-9_-]{43}$/);
  assert.deepEqual(attributes.slice(0, 3), ['HttpOnly', 'SameSite=Strict', 'Path=/']);
  assert.match(attributes[3]!, /^Max-Age=(43200|4319\d)$/);
  assert.equal(attributes.length, 4);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const seen = await look(tokenOf(answer));
  assert.equal(seen.status, 200);
  assert.deepEqual(seen.body, answer.body);
  assert.equal(seen.headers.get('cache-control'), 'no-store');
});

test('the cookie is for https alone where the public URL is https', async () => {
  const own = await startService({ publicUrl: 'https://parley.example/base' });
  try {
    const answer = await own.as(undefined).post(PATH, { key: own.key });
    assert.match(answer.headers.get('set-cookie')!, /; Secure$/);
    const headers = { ...cookie(tokenOf(answer)), Origin: 'https://parley.example' };
    const ended = await own.as(undefined).delete(PATH, { headers });
    assert.equal(ended.status, 204, 'the public URL’s origin is the console’s own');
    assert.match(ended.headers.get('set-cookie')!, /^parley_session=; .*Max-Age=0; Secure$/);
  } finally {
    await own.stop();
  }
});

test('the cookie stands in for its key: with the same scopes, in the same organization', async () => {
  const tenant = await service.tenant();
  const { key } = (await tenant.client.post('/admin/v1/keys', { name: 'Reader', scopes: ['users:read'] }))
    .body;
  await tenant.client.put('/admin/v1/users', { users: [{ email: 'ada@tenant.example' }] });
  const token = await signIn(key);
  const answer = await list(token);
  assert.equal(answer.status, 200);
  assert.deepEqual(
    answer.body.users.map((one: { email: string }) => one.email),
    ['ada@tenant.example'],
  );
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal((await service.client.get('/v1/users')).headers.get('cache-control'), 'no-store');
  const refused = await anybody().get('/admin/v1/keys', undefined, { headers: cookie(token) });
  assert.equal(refused.status, 403);
  assert.deepEqual(refused.body, { error: 'The API key lacks the scope admin' });
  assert.equal((await look(token)).body.organization.id, tenant.id);
});

test('where both are sent the key counts, be it good or bad', async () => {
  const token = await signIn();
  const { key } = await makeKey({ scopes: ['signals:read'] });
  const both = (one: string) => service.as(one).get('/v1/users', undefined, { headers: cookie(token) });
  assert.equal((await both(key)).status, 403, 'the key lacks what the session has');
  const bad = await both('nonsense');
  assert.deepEqual([bad.status, bad.body], [401, INVALID]);
  assert.equal((await both('')).status, 200, 'an empty header is none');
  // A key needs no Origin, with a cookie beside it or not.
  const put = await service.client.put('/admin/v1/users', { users: [] }, { headers: cookie(token) });
  assert.equal(put.status, 200, put.text);
});

test('a wrong key is refused, and makes neither session nor cookie', async () => {
  const revoked = await makeKey();
  await service.client.delete(`/admin/v1/keys/${revoked.id}`);
  for (const key of ['nonsense', service.key.slice(0, -1), generateKey(), revoked.key, 'ä'.repeat(256)]) {
    const answer = await anybody().post(PATH, { key });
    assert.equal(answer.status, 401, key);
    assert.deepEqual(answer.body, INVALID);
    assert.equal(answer.headers.get('set-cookie'), null);
  }
  const forms: [unknown, RegExp][] = [
    [{}, /^key is required$/],
    [{ key: '' }, /^key must not be empty$/],
    [{ key: 7 }, /^key must be a string$/],
    [{ key: 'x'.repeat(257) }, /^key must have at most 256 characters$/],
  ];
  for (const [body, message] of forms) {
    const answer = await anybody().post(PATH, body);
    assert.equal(answer.status, 400);
    assert.match(answer.body.error, message);
  }
  const long = await anybody().post(PATH, { key: 'x'.repeat(10_000) });
  assert.equal(long.status, 413);
  const form = await anybody().send('POST', 'api', PATH, {
    raw: `key=${service.key}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(form.status, 415, 'what a form of another site can send signs nobody in');
});

test('another site cannot sign anybody in', async () => {
  for (const [Origin, status] of [
    ['https://evil.example', 403],
    ['null', 403],
    [service.apiUrl, 200],
  ] as const) {
    assert.equal(
      (await anybody().post(PATH, { key: service.key }, { headers: { Origin } })).status,
      status,
      Origin,
    );
  }
});

test('without a cookie nobody is signed in, also with a key; with one that is not ours the session has ended', async () => {
  for (const client of [anybody(), service.client]) {
    const answer = await client.get(PATH);
    assert.deepEqual([answer.status, answer.body], [401, { error: 'Nobody is signed in' }]);
  }
  const none = await anybody().get('/v1/users', undefined, {
    headers: { Cookie: 'other=1; parley_session=' },
  });
  assert.deepEqual([none.status, none.body], [401, { error: 'The X-API-Key header is missing' }]);
  const good = await signIn();
  const other = good[9] === 'a' ? 'b' : 'a';
  const bad = [
    generateToken(),
    'x',
    good.slice(1),
    `${good}a`,
    `${good.slice(0, 9)}${other}${good.slice(10)}`,
    `"${good}"`,
  ];
  for (const token of bad) {
    for (const answer of [await look(token), await list(token)]) {
      assert.deepEqual([answer.status, answer.body], [401, ENDED], token);
    }
  }
});

test('the cookie is found among others, by its exact name', async () => {
  const token = await signIn();
  const status = async (Cookie: string) =>
    (await anybody().get(PATH, undefined, { headers: { Cookie } })).status;
  assert.equal(await status(`a=b;parley_session=${token}; c`), 200);
  assert.equal(await status(`a=parley_session=x; parley_session = ${token} `), 200);
  assert.equal(await status(`Parley_Session=${token}`), 401);
  assert.equal(await status(`xparley_session=${token}; parley_session2=${token}; parley_session`), 401);
  assert.equal(
    await status(`parley_session=${generateToken()}; parley_session=${token}`),
    401,
    'the first counts',
  );
});

test('a change by cookie needs the Origin of the service’s own address; reading needs none', async () => {
  const token = await signIn();
  const { host } = new URL(service.apiUrl);
  const change = (origin: Record<string, string>) =>
    anybody().put('/admin/v1/users', { users: [] }, { headers: { ...cookie(token), ...origin } });
  const foreign = [
    'https://evil.example',
    'null',
    '',
    `http://${host}.evil.example`,
    `http://evil.example/${host}`,
    `http://127.0.0.1:1`,
    'http://127.0.0.1',
    host,
    `ftp://${host}`,
    `${service.apiUrl}/`,
    `${service.apiUrl}, https://evil.example`,
  ];
  for (const Origin of foreign) {
    const answer = await change({ Origin });
    assert.equal(answer.status, 403, Origin);
    assert.match(
      answer.body.error,
      /^The Origin header must be http:\/\/127\.0\.0\.1:\d+ \(PARLEY_PUBLIC_URL\)/,
    );
    assert.equal((await signOut({ ...cookie(token), Origin })).status, 403, Origin);
  }
  assert.equal((await change({})).status, 403);
  assert.equal((await signOut(cookie(token))).status, 403);
  for (const Origin of [service.apiUrl, `https://${host}`, service.apiUrl.toUpperCase()]) {
    assert.equal((await change({ Origin })).status, 200, Origin);
  }
  const read = await anybody().get(PATH, undefined, {
    headers: { ...cookie(token), Origin: 'https://evil.example' },
  });
  assert.equal(read.status, 200);
  assert.equal(
    read.headers.get('access-control-allow-origin'),
    null,
    'a page of another origin cannot read it',
  );
});

test('behind a proxy the Host header tells the own address', async () => {
  const token = await signIn();
  const headers = { ...cookie(token), Host: 'calls.example', 'Content-Type': 'application/json' };
  const { request } = await import('node:http');
  const status = (Origin: string) =>
    new Promise<number>((resolve, reject) => {
      request(
        `${service.apiUrl}/admin/v1/users`,
        { method: 'PUT', headers: { ...headers, Origin } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode!);
        },
      )
        .once('error', reject)
        .end('{"users":[]}');
    });
  assert.equal(await status('https://calls.example'), 200);
  assert.equal(await status('https://other.example'), 403);
});

test('the receiver looks at no cookie', async () => {
  const token = await signIn();
  const answer = await anybody().post(
    '/v1/user-provided-meeting',
    { meeting: meeting() },
    { headers: { ...cookie(token), Origin: service.receiverUrl } },
  );
  assert.deepEqual([answer.status, answer.body], [401, { error: 'The X-API-Key header is missing' }]);
});

test('signing out ends the session and removes the cookie, as often as it is asked', async () => {
  const [token, other] = [await signIn(), await signIn()];
  assert.equal((await list(token)).status, 200);
  for (let times = 0; times < 2; times++) {
    const answer = await signOut(ownPage(token));
    assert.equal(answer.status, 204);
    assert.match(
      answer.headers.get('set-cookie')!,
      /^parley_session=; HttpOnly; SameSite=Strict; Path=\/; Max-Age=0$/,
    );
    const refused = await list(token);
    assert.deepEqual([refused.status, refused.body], [401, ENDED], 'at once where it was asked');
  }
  assert.equal((await signOut({})).status, 204);
  assert.equal((await signOut(ownPage('nonsense'))).status, 204);
  assert.equal((await list(other)).status, 200, 'another session of the key goes on');
});

test('a session that another process ends is refused within a second', async () => {
  const token = await signIn();
  assert.equal((await list(token)).status, 200);
  await sql(service.databaseUrl, 'delete from sessions');
  assert.ok((await msUntilRefused(token)) < EFFECTIVE_MS);
});

test('a session ends with its key within a second: revoked, or expired', async () => {
  const revoked = await makeKey();
  const one = await signIn(revoked.key);
  assert.equal((await list(one)).status, 200);
  assert.equal((await service.client.delete(`/admin/v1/keys/${revoked.id}`)).status, 204);
  assert.ok((await msUntilRefused(one)) < EFFECTIVE_MS);
  assert.deepEqual((await look(one)).body, ENDED);

  const expiresAt = new Date(Date.now() + 1500).toISOString();
  const expiring = await makeKey({ expiresAt });
  const answer = await anybody().post(PATH, { key: expiring.key });
  assert.equal(Date.parse(answer.body.expiresAt), Date.parse(expiresAt));
  assert.match(answer.headers.get('set-cookie')!, /Max-Age=[01]$/);
  const two = tokenOf(answer);
  assert.equal((await list(two)).status, 200);
  assert.ok((await msUntilRefused(two)) < 1500 + EFFECTIVE_MS);
});

test('a session can revoke its own key, and ends by that', async () => {
  const { id, key } = await makeKey();
  const token = await signIn(key);
  assert.equal((await anybody().delete(`/admin/v1/keys/${id}`, { headers: ownPage(token) })).status, 204);
  assert.ok((await msUntilRefused(token)) < EFFECTIVE_MS);
});

test('a session ends after its time, and the next sign-in clears it away', async () => {
  const { id, key } = await makeKey();
  const token = await signIn(key);
  assert.equal((await list(token)).status, 200);
  await sql(
    service.databaseUrl,
    "update sessions set expires_at = now() - interval '1 second' where key_id = $1",
    [id],
  );
  assert.ok((await msUntilRefused(token)) < EFFECTIVE_MS);
  assert.deepEqual((await list(token)).body, ENDED);
  await signIn();
  const left = await sql(service.databaseUrl, 'select id from sessions where key_id = $1', [id]);
  assert.equal(left.length, 0);
});

test('a key has a bounded number of sessions: the oldest end', async () => {
  const [{ id, key }, other] = [await makeKey(), await makeKey()];
  const [first, second, others] = [await signIn(key), await signIn(key), await signIn(other.key)];
  await sql(
    service.databaseUrl,
    `insert into sessions (organization_id, key_id, hash, expires_at)
     select 1, $1, sha256(convert_to(n::text, 'UTF8')), now() + interval '1 hour' from generate_series(1, $2) n`,
    [id, MAX_SESSIONS_PER_KEY - 2],
  );
  await signIn(key);
  const left = await sql(service.databaseUrl, 'select id from sessions where key_id = $1', [id]);
  assert.equal(left.length, MAX_SESSIONS_PER_KEY);
  assert.equal((await list(first)).status, 401);
  assert.equal((await list(second)).status, 200);
  assert.equal((await list(others)).status, 200);
});

test('the token is in the cookie alone: tables hold its hash, the log neither token nor key', async () => {
  const { key } = await makeKey();
  const token = await signIn(key);
  await list(token);
  await look(`${token}x`);
  await signOut(cookie(token));
  // A defect is logged with all that is known of it.
  await sql(service.databaseUrl, 'alter table sessions rename to sessions_away');
  try {
    assert.equal((await anybody().post(PATH, { key })).status, 500);
    assert.equal((await look(generateToken())).status, 500);
    assert.equal((await signOut(ownPage(token))).status, 500);
  } finally {
    await sql(service.databaseUrl, 'alter table sessions_away rename to sessions');
  }
  const rows = await sql<{ row: string }>(service.databaseUrl, 'select t::text as row from sessions t');
  assert.ok(rows.length > 0);
  for (const secret of [token, key]) {
    const hex = Buffer.from(secret, secret === token ? 'base64url' : 'utf8').toString('hex');
    for (const text of [...rows.map(({ row }) => row), service.logged()]) {
      assert.ok(!text.includes(secret) && !text.includes(hex));
    }
  }
  assert.match(service.logged(), /"path":"\/admin\/v1\/session"/);
  const log: string[] = [];
  const mistaken = { session: { token }, headers: cookie(token), request: { headers: cookie(token) } };
  createLog('info', { write: (line) => log.push(line) }).info(mistaken, 'shown by mistake');
  assert.match(log.join(), /shown by mistake/);
  assert.ok(!log.join().includes(token));
});

test('who signed in and out is on record', async () => {
  const { id, key } = await makeKey();
  const answer = await anybody().post(PATH, { key }, { headers: { 'X-Request-Id': 'sign-in' } });
  await anybody().delete(PATH, { headers: { ...ownPage(tokenOf(answer)), 'X-Request-Id': 'sign-out' } });
  const { records } = (await service.client.get('/admin/v1/audit', { pageSize: '2' })).body;
  assert.deepEqual(
    records.map(({ action, keyId, requestId }: Record<string, unknown>) => [action, keyId, requestId]),
    [
      ['session.end', id, 'sign-out'],
      ['session.create', id, 'sign-in'],
    ],
  );
  assert.equal(records[0].subject, records[1].subject);
});

test('looking a session up costs what looking a key up does; what is malformed costs no query', async () => {
  const log = createLog('silent');
  const db = openDatabase({ connectionString: service.databaseUrl }, log);
  const asked: string[] = [];
  const counting: typeof db.query = (statement, values) => {
    asked.push(statement.name);
    return db.query(statement, values);
  };
  const counted = { ...db, query: counting, quick: { query: counting } };
  const sessions = createSessions(counted, await createKeyVerifier(counted, log), log);
  const { token } = await sessions.create(service.key, 'test');
  asked.length = 0;
  for (const malformed of ['', 'x', token.slice(1), `${token}a`]) {
    assert.equal(await sessions.verify(malformed), undefined);
    await sessions.end(malformed, 'test');
  }
  await assert.rejects(sessions.create(`${service.key}x`, 'test'), { kind: 'unauthenticated' });
  assert.deepEqual(asked, []);
  const unknown = generateToken();
  for (let count = 0; count < 100; count++) assert.equal(await sessions.verify(unknown), undefined);
  assert.deepEqual(asked, ['select-session-by-hash']);
  asked.length = 0;
  await Promise.all(Array.from({ length: 100 }, () => sessions.verify(token)));
  assert.deepEqual(asked, ['select-session-by-hash']);
  await delay(0.7 * EFFECTIVE_MS);
  await sessions.verify(token);
  assert.equal(asked.length, 2);
  await db.close();
});

test('a session’s use is a use of its key', async () => {
  const { id, key } = await makeKey();
  const token = await signIn(key);
  await sql(service.databaseUrl, 'update api_keys set last_used_at = null where id = $1', [id]);
  assert.equal((await list(token)).status, 200);
  const endMs = Date.now() + 2000;
  const used = () =>
    sql(service.databaseUrl, 'select 1 from api_keys where id = $1 and last_used_at is not null', [id]);
  while ((await used()).length === 0) {
    assert.ok(Date.now() < endMs, 'it was not recorded');
    await delay(20);
  }
});
