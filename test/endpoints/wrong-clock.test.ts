import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clockOff } from '../queue/wrong-clock.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { createTestDatabase } from '../support/postgres.ts';

const KEY = 'a-key-for-a-process-of-another-time';
const HOUR_MS = 3_600_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

for (const days of [1, -1]) {
  test(`who signs in, and keys that expire, where the process's clock is ${days} day off`, async () => {
    const service: ChildService = await startChildService({
      databaseUrl: database.url,
      key: KEY,
      env: { PARLEY_ROLES: 'api,receiver', NODE_OPTIONS: `--import=${clockOff(days)}` },
    });
    try {
      const { client } = service;
      const session = await client.post('/admin/v1/session', { key: KEY });
      assert.equal(session.status, 200, session.text);
      assert.match(session.headers.get('set-cookie')!, /; Max-Age=(43200|4319\d)$/);

      const create = (expiresInMs: number) =>
        client.post('/admin/v1/keys', {
          name: 'for an hour',
          scopes: ['users:read'],
          expiresAt: new Date(Date.now() + expiresInMs).toISOString(),
        });
      assert.equal((await create(HOUR_MS)).status, 201);
      const past = await create(-HOUR_MS);
      assert.equal(past.status, 400);
      assert.deepEqual(past.body, { error: 'expiresAt must lie in the future' });
    } finally {
      await service.kill();
    }
  });
}
