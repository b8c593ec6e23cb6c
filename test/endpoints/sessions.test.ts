import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { generateKey } from '../../src/domain/keys/key-format.ts';
import { generateToken } from '../../src/domain/sessions/session-token.ts';
import { startService, type TestService } from '../support/service.ts';
import { cookie, ENDED, INVALID, SESSION_PATH, sessionsAt, tokenOf } from '../support/sessions.ts';

let service: TestService;
let at: ReturnType<typeof sessionsAt>;
before(async () => {
  service = await startService();
  at = sessionsAt(service);
});
after(() => service.stop());

test('a key is exchanged for a session that tells whose it is, in a cookie that no script and no other site gets', async () => {
  const { id, key } = await at.makeKey({ name: 'Ada’s laptop' });
  const answer = await at.anybody().post(SESSION_PATH, { key });
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
  const seen = await at.look(tokenOf(answer));
  assert.equal(seen.status, 200);
  assert.deepEqual(seen.body, answer.body);
  assert.equal(seen.headers.get('cache-control'), 'no-store');
});

test('if the public URL is https, the cookie is bound to the host, and the plain name is no longer accepted', async () => {
  const own = await startService({ publicUrl: 'https://parley.example/base' });
  try {
    const anybody = own.as(undefined);
    const answer = await anybody.post(SESSION_PATH, { key: own.key });
    const [pair, ...attributes] = answer.headers.get('set-cookie')!.split('; ');
    assert.match(pair!, /^__Host-parley_session=[A-Za-z0-9_-]{43}$/);
    assert.ok(attributes.includes('Secure') && attributes.includes('Path=/'));
    assert.ok(!attributes.some((one) => one.startsWith('Domain')), 'browsers refuse the name otherwise');
    const look = (Cookie: string) => anybody.get(SESSION_PATH, undefined, { headers: { Cookie } });
    assert.equal((await look(pair!)).status, 200);
    // A host of the same domain could have set it.
    const plain = pair!.replace('__Host-', '');
    assert.equal((await look(plain)).status, 401);
    assert.equal((await look(`${plain.slice(0, -3)}abc; ${pair}`)).status, 200);
    const headers = { Cookie: pair!, Origin: 'https://parley.example' };
    const ended = await anybody.delete(SESSION_PATH, { headers });
    assert.equal(ended.status, 204, 'the public URL’s origin is the console’s own');
    assert.match(ended.headers.get('set-cookie')!, /^__Host-parley_session=; .*Max-Age=0; Secure$/);
  } finally {
    await own.stop();
  }
});

test('the cookie stands in for its key: with the same scopes, in the same organization', async () => {
  const tenant = await service.tenant();
  const { key } = (await tenant.client.post('/admin/v1/keys', { name: 'Reader', scopes: ['users:read'] }))
    .body;
  await tenant.client.put('/admin/v1/users', { users: [{ email: 'ada@tenant.example' }] });
  const token = await at.signIn(key);
  const answer = await at.list(token);
  assert.equal(answer.status, 200);
  assert.deepEqual(
    answer.body.users.map((one: { email: string }) => one.email),
    ['ada@tenant.example'],
  );
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal((await service.client.get('/v1/users')).headers.get('cache-control'), 'no-store');
  const refused = await at.anybody().get('/admin/v1/keys', undefined, { headers: cookie(token) });
  assert.equal(refused.status, 403);
  assert.deepEqual(refused.body, { error: 'The API key lacks the scope admin' });
  assert.equal((await at.look(token)).body.organization.id, tenant.id);
});

test('if both are sent, the key counts, whether it is valid or not', async () => {
  const token = await at.signIn();
  const { key } = await at.makeKey({ scopes: ['signals:read'] });
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
  const revoked = await at.makeKey();
  await service.client.delete(`/admin/v1/keys/${revoked.id}`);
  for (const key of ['nonsense', service.key.slice(0, -1), generateKey(), revoked.key, 'ä'.repeat(256)]) {
    const answer = await at.anybody().post(SESSION_PATH, { key });
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
    const answer = await at.anybody().post(SESSION_PATH, body);
    assert.equal(answer.status, 400);
    assert.match(answer.body.error, message);
  }
  const long = await at.anybody().post(SESSION_PATH, { key: 'x'.repeat(10_000) });
  assert.equal(long.status, 413);
  const form = await at.anybody().send('POST', 'api', SESSION_PATH, {
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
      (await at.anybody().post(SESSION_PATH, { key: service.key }, { headers: { Origin } })).status,
      status,
      Origin,
    );
  }
});

test('without a cookie nobody is signed in, also with a key; with one that is not ours the session has ended', async () => {
  for (const client of [at.anybody(), service.client]) {
    const answer = await client.get(SESSION_PATH);
    assert.deepEqual([answer.status, answer.body], [401, { error: 'You are not signed in' }]);
  }
  const none = await at.anybody().get('/v1/users', undefined, {
    headers: { Cookie: 'other=1; parley_session=' },
  });
  assert.deepEqual([none.status, none.body], [401, { error: 'The X-API-Key header is missing' }]);
  const good = await at.signIn();
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
    for (const answer of [await at.look(token), await at.list(token)]) {
      assert.deepEqual([answer.status, answer.body], [401, ENDED], token);
    }
  }
});

test('the cookie is found among others, by its exact name', async () => {
  const token = await at.signIn();
  const status = async (Cookie: string) =>
    (await at.anybody().get(SESSION_PATH, undefined, { headers: { Cookie } })).status;
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
