import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { MAX_INGEST_BYTES } from '../../src/endpoints/ingest-meeting.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { openRaw } from './raw-socket.ts';

/** However much one organization asks for, the others keep their turns. */

const TOOK_TOO_LONG = {
  error: 'The database took too long over the request; ask for less at a time, or try again',
};

let service: TestService;
let holder: pg.Client;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
  holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
});
after(async () => {
  await holder.end();
  await service.stop();
});

/** Statements of the service that wait for the lock. */
async function waitingForLock(): Promise<number> {
  const { rows } = await holder.query(
    `select count(*)::int as count from pg_locks where not granted and relation = 'users'::regclass`,
  );
  return rows[0].count;
}

/** Runs `work` while all that touches users hangs, then lets `flood` end. */
async function whileUsersHang(flood: () => Promise<{ status: number }>[], work: () => Promise<void>) {
  await holder.query('begin; lock table users in access exclusive mode');
  const flooding = flood();
  try {
    await until(async () => ((await waitingForLock()) >= 3 ? true : undefined));
    await work();
  } finally {
    await holder.query('commit');
  }
  for (const { status } of await Promise.all(flooding)) assert.equal(status, 200);
}

test('an organization whose reads all hang leaves connections to the others', async () => {
  const [flooder, other] = [await service.tenant(), await service.tenant()];
  await whileUsersHang(
    () => Array.from({ length: 40 }, () => flooder.client.get('/v1/users')),
    async () => {
      // All at once: more than the connections that are free, so that they take turns there.
      const asked = Array.from({ length: 12 }, () => other.client.get('/admin/v1/keys'));
      for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
      // Names of users are searched too, which hangs: a search is given up soon.
      const search = await other.client.get('/v1/search', { query: 'renewal' });
      assert.deepEqual([search.status, search.body], [503, TOOK_TOO_LONG]);
      assert.match(search.headers.get('retry-after')!, /^[1-9]\d*$/);
    },
  );
});

test('an organization whose writes all hang leaves connections to the others', async () => {
  const [flooder, other] = [await service.tenant(), await service.tenant()];
  const put = (n: number) => ({ users: [{ email: `u${n}@parley.example`, name: 'U' }] });
  await whileUsersHang(
    () => Array.from({ length: 40 }, (_, n) => flooder.client.put('/admin/v1/users', put(n))),
    async () => {
      const ingested = Array.from({ length: 8 }, () => other.client.ingest(meeting()));
      assert.equal((await Promise.all(ingested)).length, 8);
    },
  );
});

test('large bodies of one organization leave room to those of another', async () => {
  const [flooder, other] = [await service.tenant(), await service.tenant()];
  const head = (key: string) =>
    `PUT /admin/v1/users HTTP/1.1\r\nHost: parley\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${MAX_INGEST_BYTES}\r\n\r\n`;
  const holders = await Promise.all(Array.from({ length: 20 }, () => openRaw(service.apiUrl)));
  try {
    for (const one of holders) one.write(head(flooder.key) + ' '.repeat(100_000));
    const late = await openRaw(service.apiUrl);
    late.write(`${head(other.key)}{"users":[]}${' '.repeat(MAX_INGEST_BYTES - 12)}`);
    assert.deepEqual((await late.read(({ statuses }) => statuses.length > 0, 5000)).statuses, [200]);
    late.close();
  } finally {
    for (const one of holders) one.close();
  }
});
