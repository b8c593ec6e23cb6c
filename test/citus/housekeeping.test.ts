import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { JOBS } from '../../src/domain/jobs.ts';
import { createLog } from '../../src/lib/log.ts';
import { ON_CITUS } from '../support/citus.ts';
import { meeting } from '../support/meetings.ts';
import { openTestQueue } from '../support/queue.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

/** Jobs for all organizations have none. */
const NOBODY = 0;

let service: TestService;
before(async () => {
  if (!ON_CITUS.skip) service = await startService();
});
after(() => service?.stop());

test(
  'the jobs that clean up on a schedule run on a cluster, and expired answers are deleted',
  ON_CITUS,
  async () => {
    const tenants = [await service.tenant(), await service.tenant(), await service.tenant()];
    for (const { client } of tenants) {
      for (const key of ['old', 'young']) {
        const body = { meeting: meeting({ id: key }), processImportedMeeting: false };
        const answer = await client.post('/v1/user-provided-meeting', body, {
          headers: { 'Idempotency-Key': key },
        });
        assert.equal(answer.status, 200, answer.text);
      }
    }
    await sql(
      service.databaseUrl,
      "update idempotency_keys set created_at = now() - interval '3 days' where key = 'old'",
    );
    const connection = { connectionString: service.databaseUrl };
    const db = openDatabase(connection, createLog('silent'));
    const queue = openTestQueue(connection, db);
    const scheduled = JOBS.filter(({ schedule }) => schedule !== undefined);
    assert.ok(scheduled.length > 0);
    try {
      for (const job of scheduled) await db.transaction((tx) => queue.enqueue(tx, job, NOBODY, {}));
      const left = () =>
        sql<{ kind: string; state: string; reason: string | null }>(
          service.databaseUrl,
          'select kind, state, reason from jobs where kind = any($1)',
          [scheduled.map(({ name }) => name)],
        );
      const ended = await until(async () => {
        const jobs = await left();
        return jobs.every(({ state, reason }) => reason !== null || state === 'done') ? jobs : undefined;
      });
      assert.deepEqual(
        ended.filter(({ reason }) => reason !== null),
        [],
      );
    } finally {
      await queue.close();
      await db.close();
    }
    const kept = await sql<{ key: string }>(service.databaseUrl, 'select key from idempotency_keys');
    assert.deepEqual(
      kept.map(({ key }) => key),
      tenants.map(() => 'young'),
    );
  },
);
