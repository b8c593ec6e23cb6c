import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createRateLimit } from '../../src/http/rate-limit.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';

/** Each key may make a number of requests a minute if the settings limit it. */

const LIMIT = 6;
let service: TestService;
before(async () => {
  service = await startService({ rateLimit: LIMIT, roles: new Set(['api', 'receiver']) });
});
after(() => service.stop());

test('responses tell a key’s remaining requests, and it is refused when none remain, across both addresses', async () => {
  const { client } = service;
  const { client: other } = await service.tenant();
  // Making the tenant was the first.
  for (let left = LIMIT - 2; left >= 0; left--) {
    const answer =
      left % 2 === 0
        ? await client.get('/v1/meetings', ALWAYS)
        : await client.post('/v1/user-provided-meeting', { meeting: meeting() });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('ratelimit-policy'), `"key";q=${LIMIT};w=60`);
    assert.match(answer.headers.get('ratelimit')!, new RegExp(`^"key";r=${left};t=(?:60|[1-5]\\d)$`));
  }
  for (const refused of [
    await client.get('/v1/meetings', ALWAYS),
    await client.post('/v1/user-provided-meeting', { meeting: meeting({ title: 'Refused' }) }),
    await client.get('/admin/v1/keys'),
  ]) {
    assert.equal(refused.status, 429);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60);
    const error = `The API key is limited to ${LIMIT} requests per minute; try again in ${seconds} s`;
    assert.deepEqual(refused.body, { error });
    assert.equal(refused.headers.get('ratelimit'), `"key";r=0;t=${seconds}`);
  }
  const own = await other.get('/v1/users');
  assert.equal(own.status, 200, 'another key is not concerned');
  assert.match(own.headers.get('ratelimit')!, new RegExp(`^"key";r=${LIMIT - 1};`));
});

test('a session counts as its key', async () => {
  const limited = await startService({ rateLimit: 3, roles: new Set(['api']) });
  try {
    const anybody = limited.as(undefined);
    const signedIn = await anybody.post('/admin/v1/session', { key: limited.key });
    assert.equal(signedIn.headers.get('ratelimit'), null, 'to sign in needs no key in the header');
    const Cookie = /^parley_session=[^;]*/.exec(signedIn.headers.get('set-cookie')!)![0];
    const list = () => anybody.get('/v1/users', undefined, { headers: { Cookie } });
    assert.equal((await list()).status, 200);
    assert.equal((await limited.client.get('/v1/users')).status, 200);
    assert.match((await list()).headers.get('ratelimit')!, /^"key";r=0;/);
    for (const refused of [await list(), await limited.client.get('/v1/users')]) {
      assert.equal(refused.status, 429);
    }
  } finally {
    await limited.stop();
  }
});

test('only valid keys are counted, and operations without a key are not limited', async () => {
  for (let count = 0; count < LIMIT + 2; count++) {
    assert.equal((await service.client.get('/livez')).status, 200);
    assert.equal((await service.as(undefined).get('/readyz')).status, 200);
    const unknown = await service.as('nobody').get('/v1/users');
    assert.deepEqual([unknown.status, unknown.headers.get('ratelimit')], [401, null]);
  }
});

test('without a limit the headers are absent', async () => {
  const free = await startService({ roles: new Set(['api']) });
  try {
    for (let count = 0; count < 20; count++) {
      const answer = await free.client.get('/v1/users');
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('ratelimit'), null);
      assert.equal(answer.headers.get('ratelimit-policy'), null);
    }
  } finally {
    await free.stop();
  }
});

test('in the minute from a key’s first request no more are let through, and all of them again after it', () => {
  const request = fc.record({
    afterMs: fc.integer({ min: 0, max: 20_000 }),
    keyId: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(request, { maxLength: 60 }), (limit, requests) => {
      let nowMs = 0;
      const rateLimit = createRateLimit(limit, { now: () => nowMs });
      const begun = new Map<number, { atMs: number; passed: number }>();
      for (const { afterMs, keyId } of requests) {
        nowMs += afterMs;
        const known = begun.get(keyId);
        const window = known && nowMs < known.atMs + 60_000 ? known : { atMs: nowMs, passed: 0 };
        begun.set(keyId, window);
        const { isSpent, resetSeconds, headers } = rateLimit.count(keyId);
        assert.equal(isSpent, window.passed >= limit);
        if (!isSpent) window.passed++;
        assert.equal(resetSeconds, Math.ceil((window.atMs + 60_000 - nowMs) / 1000));
        assert.equal(headers.RateLimit, `"key";r=${limit - window.passed};t=${resetSeconds}`);
      }
    }),
  );
});

test('however many keys there are, the memory of them is bounded', () => {
  const rateLimit = createRateLimit(1, { now: () => 0 });
  assert.equal(rateLimit.count(1).isSpent, false);
  for (let keyId = 2; keyId <= 10_000; keyId++) rateLimit.count(keyId);
  assert.equal(rateLimit.count(1).isSpent, true);
  rateLimit.count(10_001);
  assert.equal(rateLimit.count(1).isSpent, false, 'the oldest was forgotten');
  assert.equal(rateLimit.count(10_001).isSpent, true);
});
