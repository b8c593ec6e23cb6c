import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestClient } from '../support/client.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

type Tenant = Awaited<ReturnType<TestService['tenant']>> & { node: number };

/** Organizations of each worker, in turns. */
async function tenantsOnNodes(): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  while (new Set(tenants.map(({ node }) => node)).size < 2 || tenants.length < 4) {
    const tenant = await service.tenant();
    const [row] = await sql<{ node: number }>(
      service.databaseUrl,
      `select nodeid::int as node from pg_dist_shard_placement p join pg_dist_node n using (nodename, nodeport)
       where p.shardid = get_shard_id_for_distribution_column('meetings', $1::bigint)`,
      [tenant.id],
    );
    tenants.push({ ...tenant, node: row!.node });
    assert.ok(tenants.length < 100);
  }
  return tenants;
}

const ingest = (client: TestClient, id: string) =>
  client.post('/v1/user-provided-meeting', { meeting: meeting({ id }) });

test('organizations of a worker that cannot be reached get 503, all others can read, and it comes back by itself', async () => {
  const tenants = await tenantsOnNodes();
  for (const { client } of tenants) await client.ingest(meeting({ id: 'one' }));
  const lost = tenants[0]!.node;
  const [{ port }] = (await sql<{ port: number }>(
    service.databaseUrl,
    'select nodeport as port from pg_dist_node where nodeid = $1',
    [lost],
  )) as [{ port: number }];
  const moveTo = (to: number) =>
    sql(
      service.databaseUrl,
      "set citus.metadata_sync_mode = 'transactional'; update pg_dist_node set nodeport = " +
        `${to} where nodeid = ${lost}`,
    );
  // Nobody listens on this port of the loopback interface.
  await moveTo(1);
  try {
    for (const { client, node } of tenants) {
      const listed = await client.get('/v1/meetings', ALWAYS);
      assert.equal(listed.status, node === lost ? 503 : 200, `node ${node} of ${lost}: ${listed.text}`);
    }
  } finally {
    await moveTo(port);
  }
  for (const { client } of tenants) {
    await until(async () => (await ingest(client, 'two')).status === 200);
    const listed = await client.get('/v1/meetings', ALWAYS);
    assert.equal(listed.body.meetings.length, 2);
  }
});

test('what a transaction writes to the coordinator and to a worker is committed in two phases', async () => {
  const commits = async () =>
    (await sql<{ n: number }>(service.databaseUrl, 'select count(*)::int as n from pg_dist_transaction'))[0]!
      .n;
  const before = await commits();
  await service.client.ingest(meeting({ id: 'in-two-phases' }));
  assert.ok((await commits()) > before);
});
