import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freshMetrics } from '../support/fresh-metrics.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api']) });
});
after(() => service.stop());

const AGO = 600;

/** Lets what has no position yet have waited for ten minutes. */
const letPass = () =>
  sql(service.databaseUrl, `update event_outbox set at = at - $1 * interval '1 s'`, [AGO]);

const unnumberedSeconds = async () =>
  Number(
    /^parley_unnumbered_changes_seconds (.+)$/m.exec(await freshMetrics(service.apiUrl))?.[1] ?? Number.NaN,
  );

const isAbout = (seconds: number, expected: number) =>
  assert.ok(seconds >= expected && seconds < expected + 300, `${seconds} s`);

test('without a worker, readers are not told that they are up to date, and lags grow', async () => {
  const { client } = await service.tenant();
  const other = await service.tenant();
  const read = async (query: Record<string, string>) => (await client.get('/v1/changes', query)).body;
  const { id } = (await client.post('/admin/v1/webhooks', { url: 'https://hooks.example.com/' })).body;
  const webhook = async () => (await client.get(`/admin/v1/webhooks/${id}`)).body;
  const start = await read({ after: 'now' });
  assert.equal(start.upToDate, true);
  assert.equal(await unnumberedSeconds(), 0);

  await client.put('/admin/v1/users', { users: [{ email: 'ada@example.com' }] });
  await letPass();
  const after: string = start.next;
  const queries: Record<string, string>[] = [{ after: 'now' }, { after }, { after, waitSeconds: '1' }];
  for (const query of queries) {
    const { changes, upToDate, next } = await read(query);
    assert.deepEqual([changes, upToDate, next], [[], false, after], JSON.stringify(query));
  }
  const { changes, upToDate } = await read({});
  assert.deepEqual([changes.length, upToDate], [1, false], 'the present state is not up to date either');
  assert.equal((await other.client.get('/v1/changes', { after: 'now' })).body.upToDate, true);
  const late = await webhook();
  assert.equal(late.behind, 0);
  isAbout(late.lagSeconds, AGO);
  const page = await freshMetrics(service.apiUrl);
  isAbout(Number(/^parley_webhook_lag_seconds\{state="active"\} (.+)$/m.exec(page)?.[1]), AGO);
  isAbout(await unnumberedSeconds(), AGO);

  const worker = await startService({ roles: new Set(['worker']), databaseUrl: service.databaseUrl });
  try {
    const last = await until(async () => {
      const now = await read({ after });
      return now.upToDate ? now : undefined;
    });
    assert.equal(last.changes.length, 1);
    assert.equal(await unnumberedSeconds(), 0);
  } finally {
    await worker.stop();
  }
});
