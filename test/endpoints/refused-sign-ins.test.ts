import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { generateKey } from '../../src/domain/keys/key-format.ts';
import { freshMetrics } from '../support/fresh-metrics.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startService, type TestService } from '../support/service.ts';
import { INVALID, SESSION_PATH, sessionsAt } from '../support/sessions.ts';
import { sql } from '../support/sql.ts';

/** Sign-ins with keys that are not valid: they are on record, bounded, and nobody else's matter. */

let service: TestService;
let at: ReturnType<typeof sessionsAt>;
before(async () => {
  service = await startService({ roles: new Set(['api']) });
  at = sessionsAt(service);
});
after(() => service.stop());

type Refusal = { action: string; subject: string; detail: Record<string, unknown> };

/** Refusals on record, oldest first. */
async function refusals(databaseUrl: string): Promise<Refusal[]> {
  return sql<Refusal>(
    databaseUrl,
    "select action, subject, detail from audit_records where action = 'session.refuse' order by id",
  );
}

const attempt = (key: string) => at.anybody().post(SESSION_PATH, { key });

test('attempts with a key that was valid once are in the audit of its organization: the first, and a count', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const own = await startService({ databaseUrl: database.url, roles: new Set(['api']) });
  const anybody = own.as(undefined);
  const revoked = (await own.client.post('/admin/v1/keys', { name: 'Old', scopes: ['users:read'] })).body;
  await own.client.delete(`/admin/v1/keys/${revoked.id}`);
  const expired = (await own.client.post('/admin/v1/keys', { name: 'Short', scopes: ['users:read'] })).body;
  await sql(own.databaseUrl, "update api_keys set expires_at = now() - interval '1 s' where id = $1", [
    expired.id,
  ]);
  for (const { key } of [revoked, revoked, expired, revoked, revoked]) {
    assert.equal((await anybody.post(SESSION_PATH, { key })).status, 401);
  }
  await anybody.post(SESSION_PATH, { key: generateKey() });
  const listed = (await own.client.get('/admin/v1/audit')).body.records.filter(
    (one: Refusal) => one.action === 'session.refuse',
  );
  assert.deepEqual(
    listed.map(({ keyId, keyName, subject, detail }: Record<string, unknown>) => [
      keyId,
      keyName,
      subject,
      detail,
    ]),
    [
      [expired.id, 'Short', `key ${expired.id}`, { reason: 'expired', attempts: 1 }],
      [revoked.id, 'Old', `key ${revoked.id}`, { reason: 'revoked', attempts: 1 }],
    ],
    'one at once',
  );
  await own.stop();
  assert.deepEqual(
    (await refusals(database.url)).map(({ detail }) => detail),
    [
      { reason: 'revoked', attempts: 1 },
      { reason: 'expired', attempts: 1 },
      { reason: 'revoked', attempts: 3 },
    ],
    'the others in one record, at the latest when the process stops',
  );
});

test('failures are limited, keys that are valid are not', async () => {
  const signIn = async () => assert.equal((await attempt(service.key)).status, 200);
  await signIn();
  let refused = await attempt(generateKey());
  let attempts = 1;
  while (refused.status === 401 && attempts < 1000) {
    assert.deepEqual(refused.body, INVALID);
    refused = await attempt(attempts % 2 ? generateKey() : 'nonsense');
    attempts++;
  }
  assert.equal(attempts, 61, 'sixty a minute are told that their key is not valid');
  assert.equal(refused.status, 429);
  const seconds = Number(refused.headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= 60);
  assert.deepEqual(refused.body, {
    error: `Too many failed sign-ins; try again in ${seconds} s. A valid key is accepted at any time`,
  });
  await signIn();
  assert.equal((await service.client.get('/v1/users')).status, 200);
  assert.deepEqual(await refusals(service.databaseUrl), [], 'keys that nobody had are in no audit');
  const metrics = await freshMetrics(service.apiUrl);
  assert.match(metrics, /^parley_sign_ins_total\{outcome="accepted"\} 2$/m);
  assert.match(metrics, /^parley_sign_ins_total\{outcome="refused"\} 61$/m);
  const lines = service.logged().match(/a sign-in was refused/g) ?? [];
  assert.equal(lines.length, 1, 'the log has the first of an address and minute');
});

test('the sessions of one key are limited, and other keys are not affected', async () => {
  const { key } = await at.makeKey();
  let answer = await attempt(key);
  for (let count = 1; answer.status === 200 && count < 1000; count++) answer = await attempt(key);
  assert.equal(answer.status, 429);
  assert.match(answer.body.error, /^A key is limited to 300 sign-ins per minute; try again in \d+ s$/);
  assert.equal((await attempt(service.key)).status, 200);
});
