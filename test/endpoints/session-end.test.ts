import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../src/db/database.ts';
import { createKeyVerifier } from '../../src/domain/keys/verify-key.ts';
import { generateToken } from '../../src/domain/sessions/session-token.ts';
import { createSessions, MAX_SESSIONS_PER_KEY } from '../../src/domain/sessions/sessions.ts';
import { createLog } from '../../src/lib/log.ts';
import { startService, type TestService } from '../support/service.ts';
import { cookie, EFFECTIVE_MS, ENDED, SESSION_PATH, sessionsAt, tokenOf } from '../support/sessions.ts';
import { sql } from '../support/sql.ts';

let service: TestService;
let at: ReturnType<typeof sessionsAt>;
before(async () => {
  service = await startService();
  at = sessionsAt(service);
});
after(() => service.stop());

test('signing out ends the session and removes the cookie, as often as it is asked', async () => {
  const [token, other] = [await at.signIn(), await at.signIn()];
  assert.equal((await at.list(token)).status, 200);
  for (let times = 0; times < 2; times++) {
    const answer = await at.signOut(at.ownPage(token));
    assert.equal(answer.status, 204);
    assert.match(
      answer.headers.get('set-cookie')!,
      /^parley_session=; HttpOnly; SameSite=Strict; Path=\/; Max-Age=0$/,
    );
    const refused = await at.list(token);
    assert.deepEqual([refused.status, refused.body], [401, ENDED], 'at once where it was asked');
  }
  assert.equal((await at.signOut({})).status, 204);
  assert.equal((await at.signOut(at.ownPage('nonsense'))).status, 204);
  assert.equal((await at.list(other)).status, 200, 'another session of the key goes on');
});

test('a session that another process ends is refused within a second', async () => {
  const token = await at.signIn();
  assert.equal((await at.list(token)).status, 200);
  await sql(service.databaseUrl, 'delete from sessions');
  assert.ok((await at.msUntilRefused(token)) < EFFECTIVE_MS);
});

test('a session ends with its key within a second: revoked, or expired', async () => {
  const revoked = await at.makeKey();
  const one = await at.signIn(revoked.key);
  assert.equal((await at.list(one)).status, 200);
  assert.equal((await service.client.delete(`/admin/v1/keys/${revoked.id}`)).status, 204);
  assert.ok((await at.msUntilRefused(one)) < EFFECTIVE_MS);
  assert.deepEqual((await at.look(one)).body, ENDED);

  const expiresAt = new Date(Date.now() + 1500).toISOString();
  const expiring = await at.makeKey({ expiresAt });
  const answer = await at.anybody().post(SESSION_PATH, { key: expiring.key });
  assert.equal(Date.parse(answer.body.expiresAt), Date.parse(expiresAt));
  assert.match(answer.headers.get('set-cookie')!, /Max-Age=[01]$/);
  const two = tokenOf(answer);
  assert.equal((await at.list(two)).status, 200);
  assert.ok((await at.msUntilRefused(two)) < 1500 + EFFECTIVE_MS);
});

test('a session can revoke its own key, and ends by that', async () => {
  const { id, key } = await at.makeKey();
  const token = await at.signIn(key);
  assert.equal(
    (await at.anybody().delete(`/admin/v1/keys/${id}`, { headers: at.ownPage(token) })).status,
    204,
  );
  assert.ok((await at.msUntilRefused(token)) < EFFECTIVE_MS);
});

test('a session ends after its time, and the next sign-in clears it away', async () => {
  const { id, key } = await at.makeKey();
  const token = await at.signIn(key);
  assert.equal((await at.list(token)).status, 200);
  await sql(
    service.databaseUrl,
    "update sessions set expires_at = now() - interval '1 second' where key_id = $1",
    [id],
  );
  assert.ok((await at.msUntilRefused(token)) < EFFECTIVE_MS);
  assert.deepEqual((await at.list(token)).body, ENDED);
  await at.signIn();
  const left = await sql(service.databaseUrl, 'select id from sessions where key_id = $1', [id]);
  assert.equal(left.length, 0);
});

test('a key has a bounded number of sessions: the oldest end', async () => {
  const [{ id, key }, other] = [await at.makeKey(), await at.makeKey()];
  const [first, second, others] = [await at.signIn(key), await at.signIn(key), await at.signIn(other.key)];
  await sql(
    service.databaseUrl,
    `insert into sessions (organization_id, key_id, hash, expires_at)
     select 1, $1, sha256(convert_to(n::text, 'UTF8')), now() + interval '1 hour' from generate_series(1, $2) n`,
    [id, MAX_SESSIONS_PER_KEY - 2],
  );
  await at.signIn(key);
  const left = await sql(service.databaseUrl, 'select id from sessions where key_id = $1', [id]);
  assert.equal(left.length, MAX_SESSIONS_PER_KEY);
  assert.equal((await at.list(first)).status, 401);
  assert.equal((await at.list(second)).status, 200);
  assert.equal((await at.list(others)).status, 200);
});

test('the token is in the cookie alone: tables hold its hash, the log neither token nor key', async () => {
  const { key } = await at.makeKey();
  const token = await at.signIn(key);
  await at.list(token);
  await at.look(`${token}x`);
  await at.signOut(cookie(token));
  // A defect is logged with all that is known of it.
  await sql(service.databaseUrl, 'alter table sessions rename to sessions_away');
  try {
    assert.equal((await at.anybody().post(SESSION_PATH, { key })).status, 500);
    assert.equal((await at.look(generateToken())).status, 500);
    assert.equal((await at.signOut(at.ownPage(token))).status, 500);
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

test('signing in and out is audited', async () => {
  const { id, key } = await at.makeKey();
  const answer = await at.anybody().post(SESSION_PATH, { key }, { headers: { 'X-Request-Id': 'sign-in' } });
  await at
    .anybody()
    .delete(SESSION_PATH, { headers: { ...at.ownPage(tokenOf(answer)), 'X-Request-Id': 'sign-out' } });
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

test('looking up a session costs as much as looking up a key; a malformed token costs no query', async () => {
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
  const { id, key } = await at.makeKey();
  const token = await at.signIn(key);
  await sql(service.databaseUrl, 'update api_keys set last_used_at = null where id = $1', [id]);
  assert.equal((await at.list(token)).status, 200);
  const endMs = Date.now() + 2000;
  const used = () =>
    sql(service.databaseUrl, 'select 1 from api_keys where id = $1 and last_used_at is not null', [id]);
  while ((await used()).length === 0) {
    assert.ok(Date.now() < endMs, 'it was not recorded');
    await delay(20);
  }
});
