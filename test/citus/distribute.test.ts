import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { applyDistributed } from '../../src/db/citus/apply-steps.ts';
import { runParley } from '../processes/child.ts';
import { createEmptyDatabase, ON_CITUS } from '../support/citus.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

/** A plain database that is served for a while before it becomes the coordinator of a cluster. */
let cluster: Awaited<ReturnType<typeof createEmptyDatabase>>;
before(async () => {
  if (!ON_CITUS.skip) cluster = await createEmptyDatabase();
});
after(() => cluster?.drop());

const distributed = async () =>
  (
    await sql<{ n: number }>(
      cluster.url,
      `select count(*)::int as n from pg_dist_partition where partmethod = 'h' and logicalrelid::text not like '%\\_attempts\\__'`,
    )
  )[0]!.n;

async function migrateToCitus() {
  const child = runParley(['migrate', '--citus'], { DATABASE_URL: cluster.url });
  const ended = await child.ended;
  return { ...ended, stdout: child.stdout(), stderr: child.stderr() };
}

const KEY = 'a-key-for-the-distributed-service';

async function whatIsServed(service: TestService) {
  const list = await service.client.get('/v1/meetings', { ...ALWAYS, pageSize: '15' });
  const changes = await service.client.get('/v1/changes', { after: 'start', limit: '1000' });
  const audit = await service.client.get('/admin/v1/audit');
  assert.equal(list.status, 200, JSON.stringify(list.body));
  assert.equal(changes.status, 200, JSON.stringify(changes.body));
  assert.equal(audit.status, 200, JSON.stringify(audit.body));
  return { list: list.body, audit: audit.body };
}

test(
  'a database is distributed with what is in it; a killed attempt leaves nothing of itself',
  ON_CITUS,
  async () => {
    const first = await startService({ databaseUrl: cluster.url, bootstrapApiKey: KEY });
    for (let n = 0; n < 20; n++) {
      await first.client.ingest(meeting({ id: `call-${n}` }));
    }
    const before = await whatIsServed(first);
    await first.stop();
    await cluster.join();

    const killed = runParley(['migrate', '--citus'], { DATABASE_URL: cluster.url });
    await until(async () => {
      const [row] = await sql<{ n: number }>(
        cluster.url,
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and query like '%create_distributed_table%' and pid <> pg_backend_pid()",
      );
      return row!.n > 0;
    });
    killed.process.kill('SIGKILL');
    await killed.ended;
    // PostgreSQL notices at the end of the statement.
    await until(async () => {
      const rows = await sql(
        cluster.url,
        "select from pg_stat_activity where datname = current_database() and application_name = 'parley'",
      );
      return rows.length === 0;
    });
    assert.equal(await distributed(), 0);

    const done = await migrateToCitus();
    assert.deepEqual([done.code, done.stderr], [0, '']);
    assert.match(
      done.stdout,
      /^Nothing to do: the schema is current\.\nDistributed \d+ tables by organization\.\n$/,
    );
    const count = await distributed();
    assert.ok(count > 25, `${count} tables`);
    const remains = await sql<{ table: string }>(
      cluster.url,
      "select logicalrelid::text as table from pg_dist_partition where partmethod = 'h' and pg_relation_size(logicalrelid) > 0",
    );
    assert.deepEqual(remains, []);

    const again = await migrateToCitus();
    assert.deepEqual([again.code, again.stderr], [0, '']);
    assert.match(again.stdout, /The tables were distributed already\./);

    const second = await startService({ databaseUrl: cluster.url, bootstrapApiKey: KEY });
    assert.deepEqual(await whatIsServed(second), before);
    await second.client.ingest(meeting({ id: 'call-20' }));
    await second.stop();
  },
);

test('the tables of a later migration are distributed, too', ON_CITUS, async () => {
  const client = new pg.Client(cluster.url);
  await client.connect();
  try {
    await client.query('begin');
    await applyDistributed(
      client,
      `alter table meetings add column later text;
       create table later_things (
         organization_id bigint not null references organizations (id),
         meeting_id bigint not null,
         signal_id bigint not null,
         primary key (organization_id, meeting_id, signal_id)
       );
       alter table later_things
         add foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade;
       alter table later_things
         add foreign key (organization_id, signal_id) references signals (organization_id, id);
       create index later_things_signal on later_things (organization_id, signal_id);
       insert into later_things select 1, 2, 3 where false;`,
    );
    await client.query('commit');
    const { rows } = await client.query(
      `select partmethod, colocationid = (select colocationid from pg_dist_partition where logicalrelid = 'meetings'::regclass)
         as together from pg_dist_partition where logicalrelid = 'later_things'::regclass`,
    );
    assert.deepEqual(rows, [{ partmethod: 'h', together: true }]);
    await assert.rejects(
      client.query('insert into later_things select organization_id, id, 99 from meetings limit 1'),
      /foreign key/,
    );
  } finally {
    await client.end();
  }
});
