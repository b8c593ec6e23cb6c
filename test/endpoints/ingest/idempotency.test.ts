import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { waitForBlocked } from '../../support/held-locks.ts';
import { meeting } from '../../support/meetings.ts';
import { startService, type TestService } from '../../support/service.ts';
import { INGEST } from './bodies.ts';

let service: TestService;
let database: pg.Client;
before(async () => {
  service = await startService();
  database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
});
after(async () => {
  await database.end();
  await service.stop();
});

const bodyOf = (changes: Record<string, unknown>) => ({ meeting: meeting(changes) });
const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });

async function updatedAt(id: string): Promise<number> {
  const { rows } = await database.query('select updated_at from meetings where id = $1', [id]);
  return rows[0].updated_at.getTime();
}

test('the same key and body are answered alike, with no second effect', async () => {
  const body = bodyOf({ id: 'once', title: 'First' });
  const first = await service.client.post(INGEST, body, withKey('once'));
  assert.deepEqual([first.status, first.body.created], [200, true]);
  const { meetingId } = first.body;
  // Somebody else changes the meeting: a retry that came late must not take it back.
  await service.client.ingest(meeting({ id: 'once', title: 'Second' }));
  const before = await updatedAt(meetingId);
  for (const path of [INGEST, '/user-provided-meeting']) {
    const again = await service.client.post(path, body, withKey('once'));
    assert.deepEqual([again.status, again.body], [200, first.body], path);
  }
  assert.equal(await updatedAt(meetingId), before);
  assert.equal((await service.client.get(`/v1/meetings/${meetingId}`)).body.title, 'Second');
});

test('the same key with another body is 422, on both paths', async () => {
  const body = bodyOf({ id: 'other-body' });
  await service.client.post(INGEST, body, withKey('other-body'));
  const raw = `${JSON.stringify(body)} `;
  for (const path of [INGEST, '/user-provided-meeting']) {
    const answer = await service.client.post(path, undefined, { raw, ...withKey('other-body') });
    assert.deepEqual(
      [answer.status, answer.body],
      [422, { error: 'This Idempotency-Key was already used for a different request; use a new key' }],
    );
  }
});

test('without a key, or with another, the same body is done again', async () => {
  const body = bodyOf({ id: 'keys' });
  const made = [];
  for (const options of [withKey('keys-1'), withKey('Keys-1'), withKey('keys-2'), {}]) {
    made.push((await service.client.post(INGEST, body, options)).body.created);
  }
  assert.deepEqual(made, [true, false, false, false]);
});

test('a key is an organization’s own', async () => {
  const other = await service.tenant();
  const ours = await service.client.post(INGEST, bodyOf({ id: 'ours' }), withKey('tenants'));
  const theirs = await other.client.post(INGEST, bodyOf({ id: 'theirs' }), withKey('tenants'));
  assert.deepEqual([ours.body.created, theirs.body.created], [true, true]);
  assert.notEqual(ours.body.meetingId, theirs.body.meetingId);
});

test('a key is an operation’s own', async () => {
  await database.query(
    `insert into idempotency_keys (organization_id, operation, key, fingerprint, body)
     select id, 'remapMeeting', 'operations', '', '{}' from organizations`,
  );
  const answer = await service.client.post(INGEST, bodyOf({ id: 'operations' }), withKey('operations'));
  assert.deepEqual([answer.status, answer.body.created], [200, true]);
});

test('while a request is being done the same key is 409, and another waits its turn', async () => {
  const id = await service.client.ingest(meeting({ id: 'held' }));
  const other = await service.tenant();
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from meetings where organization_id = 1 and id = $1 for update', [id]);
    const first = service.client.post(INGEST, bodyOf({ id: 'held', title: 'First' }), withKey('held'));
    await waitForBlocked(service.databaseUrl, 1);
    for (const title of ['First', 'Other']) {
      const second = await service.client.post(INGEST, bodyOf({ id: 'held', title }), withKey('held'));
      assert.deepEqual(
        [second.status, second.body],
        [409, { error: 'A request with this Idempotency-Key is still in progress; try again' }],
      );
    }
    const theirs = await other.client.post(INGEST, bodyOf({ id: 'held' }), withKey('held'));
    assert.deepEqual([theirs.status, theirs.body.created], [200, true], 'another organization does not wait');
    await holder.query('rollback');
    assert.deepEqual((await first).body, { meetingId: id, created: false });
  } finally {
    await holder.end();
  }
  const again = await service.client.post(INGEST, bodyOf({ id: 'held', title: 'First' }), withKey('held'));
  assert.deepEqual([again.status, again.body], [200, { meetingId: id, created: false }]);
});

test('many concurrent requests with one key have one effect, and each gets the same response or 409', async () => {
  const body = bodyOf({ id: 'burst' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => service.client.post(INGEST, body, withKey('burst'))),
  );
  const done = answers.filter(({ status }) => status === 200);
  assert.ok(done.length >= 1);
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
  assert.ok(done.every(({ body }) => body.created === true && body.meetingId === done[0]!.body.meetingId));
});

test('errors are not kept: the key is free for the right request', async () => {
  const key = withKey('errors');
  const wrong: [status: number, changes: Record<string, unknown>][] = [
    [400, { title: '' }],
    [422, { transcript: 'none' }],
    [422, { endTime: '1999-01-01T00:00:00Z' }],
  ];
  for (const [status, changes] of wrong) {
    assert.equal((await service.client.post(INGEST, bodyOf(changes), key)).status, status);
  }
  const answer = await service.client.post(INGEST, bodyOf({ id: 'errors' }), key);
  assert.deepEqual([answer.status, answer.body.created], [200, true]);
});

test('an answer is kept for 24 hours', async () => {
  const age = (interval: string) =>
    database.query(`update idempotency_keys set created_at = now() - $1::interval where key = 'old'`, [
      interval,
    ]);
  const first = await service.client.post(INGEST, bodyOf({ id: 'old' }), withKey('old'));
  await age('23 hours 59 minutes');
  const kept = await service.client.post(INGEST, bodyOf({ id: 'old' }), withKey('old'));
  assert.deepEqual(kept.body, first.body);
  await age('24 hours 1 second');
  const renewed = await service.client.post(INGEST, bodyOf({ id: 'new' }), withKey('old'));
  assert.deepEqual([renewed.status, renewed.body.created], [200, true]);
  const again = await service.client.post(INGEST, bodyOf({ id: 'new' }), withKey('old'));
  assert.deepEqual(again.body, renewed.body);
  const former = await service.client.post(INGEST, bodyOf({ id: 'old' }), withKey('old'));
  assert.equal(former.status, 422);
});

test('a malformed key is 400', async () => {
  for (const key of ['', 'x'.repeat(256), 'caf\u00e9', 'a\tb']) {
    const answer = await service.client.post(INGEST, bodyOf({ id: 'malformed' }), withKey(key));
    assert.deepEqual(
      [answer.status, answer.body],
      [400, { error: 'Idempotency-Key must be 1 to 255 printable ASCII characters' }],
      JSON.stringify(key),
    );
  }
});

test('every printable key of up to 255 characters is taken', async () => {
  const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('');
  for (const key of ['x', 'x'.repeat(255), printable, 'with space', `'; drop table meetings; --`]) {
    const body = bodyOf({ id: `key ${key}`.slice(0, 500) });
    const first = await service.client.post(INGEST, body, withKey(key));
    const again = await service.client.post(INGEST, body, withKey(key));
    assert.deepEqual([first.status, first.body.created, again.body], [200, true, first.body], key);
  }
});

test('a query that is 400 does not use up the key', async () => {
  const body = bodyOf({ id: 'query' });
  const refused = await service.client.post(INGEST, body, { ...withKey('query'), query: { dryRun: 'true' } });
  assert.equal(refused.status, 400);
  const answer = await service.client.post(`${INGEST}?`, body, withKey('query'));
  assert.deepEqual([answer.status, answer.body.created], [200, true]);
  const again = await service.client.post(INGEST, body, withKey('query'));
  assert.deepEqual([again.status, again.body], [200, answer.body]);
});
