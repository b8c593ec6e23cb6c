import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { endpoints } from '../../src/endpoints/index.ts';
import { createHealth } from '../../src/processes/health.ts';
import { freshMetrics } from '../support/fresh-metrics.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let database: pg.Client;
before(async () => {
  service = await startService({ metricsMs: 1000 });
  database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
});
after(async () => {
  await database.end();
  await service.stop();
});

const ADDRESSES = ['api', 'receiver'] as const;

test('both addresses report health, without a key and with any key', async () => {
  for (const address of ADDRESSES) {
    for (const client of [service.as(undefined), service.as('nonsense'), service.client]) {
      const live = await client.send('GET', address, '/livez');
      assert.deepEqual([live.status, live.body], [200, { status: 'ok' }]);
      const ready = await client.send('GET', address, '/readyz');
      assert.deepEqual([ready.status, ready.body], [200, { status: 'ready' }]);
    }
  }
});

test('a schema that is behind is not ready, and ready again when it has caught up', async () => {
  const last = (await database.query('select max(name) as name from schema_migrations')).rows[0].name;
  const harms = [
    [
      `delete from schema_migrations where name = '${last}'`,
      `insert into schema_migrations (name) values ('${last}')`,
    ],
    ['alter table schema_migrations rename to away', 'alter table away rename to schema_migrations'],
  ] as const;
  for (const [harm, mend] of harms) {
    await database.query(harm);
    for (const address of ADDRESSES) {
      const answer = await service.client.send('GET', address, '/readyz');
      assert.equal(answer.status, 503);
      assert.deepEqual(answer.body, { error: 'The database schema is not current' });
      assert.equal((await service.client.send('GET', address, '/livez')).status, 200);
    }
    await database.query(mend);
    assert.equal((await service.client.get('/readyz')).status, 200);
  }
});

test('a newer schema is ready: a newer version may be rolling out', async () => {
  await database.query("insert into schema_migrations (name) values ('9999_from-the-future')");
  assert.equal((await service.client.get('/readyz')).status, 200);
  await database.query("delete from schema_migrations where name = '9999_from-the-future'");
});

test('metrics count requests by operation, address and status', async () => {
  await service.client.get('/v1/users');
  await service.as('nobody').get('/v1/users');
  await service.client.get('/v1/meetings', { ...ALWAYS, attendeeEmailAddresses: 'private@acme.example' });
  await service.client.get('/v1/meetings/4711');
  await service.client.get('/private-path/4711');
  await service.client.get('/v1/meetings/%zz');
  await service.client.ingest(meeting({ title: 'Private title' }), {});
  const metrics = await service.as(undefined).get('/metrics');
  assert.equal(metrics.status, 200);
  assert.match(metrics.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
  const count = (operation: string, status: number, address = 'api') => {
    const labels = `address="${address}",operation="${operation}",status="${status}"`;
    const found = metrics.text.match(
      new RegExp(`^parley_http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm'),
    );
    return Number(found?.[1] ?? 0);
  };
  assert.equal(count('listUsers', 200), 1);
  assert.equal(count('listUsers', 401), 1);
  assert.equal(count('listMeetings', 200), 1);
  assert.equal(count('getMeeting', 404), 1);
  assert.equal(count('unmatched', 404), 1);
  assert.equal(count('unmatched', 400), 1);
  assert.equal(count('ingestMeeting', 200, 'receiver'), 1);
  assert.match(metrics.text, /^parley_meetings_ingested_total\{created="true"\} 1$/m);
  assert.match(metrics.text, /^parley_database_connections\{state="idle"\} [1-9]/m);
  assert.match(metrics.text, /^process_resident_memory_bytes \d/m);
});

test('metrics of both addresses are those of the process, and hold nothing of a caller', async () => {
  const [api, receiver] = [
    await service.client.send('GET', 'api', '/metrics'),
    await service.client.send('GET', 'receiver', '/metrics'),
  ];
  const known = new Set([...endpoints.map((one) => one.operationId), 'unmatched']);
  for (const { text } of [api, receiver]) {
    const operations = [...text.matchAll(/operation="([^"]*)"/g)].map((found) => found[1]!);
    assert.ok(operations.includes('listUsers') && operations.includes('ingestMeeting'));
    for (const operation of operations) assert.ok(known.has(operation), operation);
    // A measured value may contain any digits, so that only names, labels and help texts are searched.
    const withoutValues = text.replaceAll(/ -?[\d.e+-]+$/gm, '');
    assert.doesNotMatch(withoutValues, /private|4711|parley_[0-9A-Za-z]{20}|@/i);
  }
});

test('metrics are computed at most once a second, and shared by all who ask meanwhile', async () => {
  const first = await freshMetrics(service.apiUrl, 1000);
  const startMs = performance.now();
  const texts = await Promise.all(
    Array.from({ length: 20 }, async () => (await service.as(undefined).get('/metrics')).text),
  );
  const isWithinSecond = performance.now() - startMs < 500;
  assert.ok(
    new Set([first, ...texts]).size <= (isWithinSecond ? 2 : 20),
    'the CPU time in them differs otherwise',
  );
  assert.notEqual(await freshMetrics(service.apiUrl, 1000), first);
});

test('the number of readiness queries to the database is bounded, whatever the number of requests', async () => {
  let [asked, nowMs] = [0, performance.now()];
  const startMs = nowMs;
  const probe = {
    query: async () => {
      asked++;
      return [];
    },
  };
  const health = createHealth({ probe } as never, [], () => false, {
    blobOwner: { last: () => undefined, trouble: () => undefined },
    blobs: { obstacle: async () => undefined },
  });
  for (let count = 0; count < 2000; count++) {
    assert.equal(await health.obstacle(), undefined);
    nowMs = performance.now();
  }
  const periods = Math.floor((nowMs - startMs) / 1000) + 1;
  assert.ok(asked >= 1 && asked <= 20 * periods, `${asked} in ${periods} s`);
});
