import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ON_CITUS } from '../support/citus.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { startOwnCluster } from '../support/own-cluster.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

type Tenant = Awaited<ReturnType<TestService['tenant']>> & { port: number };

/** Two organizations of each worker at least, with the ports of their workers. */
async function tenantsOf(service: TestService): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  while (tenants.length < 4 || new Set(tenants.map(({ port }) => port)).size < 2) {
    assert.ok(tenants.length < 100);
    const tenant = await service.tenant();
    const [row] = await sql<{ port: number }>(
      service.databaseUrl,
      `select nodeport as port from pg_dist_shard_placement
       where shardid = get_shard_id_for_distribution_column('meetings', $1::bigint)`,
      [tenant.id],
    );
    tenants.push({ ...tenant, port: row!.port });
  }
  return tenants;
}

const send = ({ client }: Tenant, id: string) =>
  client.post('/v1/user-provided-meeting', {
    meeting: meeting({ id, transcript: { segments: [{ text: 'The renewal is agreed.' }] } }),
  });

const list = ({ client }: Tenant) => client.get('/v1/meetings', ALWAYS);

/** Waits until each run over the meetings of an organization is done. */
const runsAreDone = (service: TestService, { id }: Tenant) =>
  until(async () => {
    const [row] = await sql<{ left: number; done: number }>(
      service.databaseUrl,
      `select count(*) filter (where summary_state <> 'done')::int as left, count(*)::int as done
       from processing_runs where organization_id = $1`,
      [id],
    );
    return (row!.left === 0 && row!.done > 0) || undefined;
  }, 60_000);

test(
  'while the server of a worker is killed, its organizations get 503 and all others are served; it comes back by itself',
  ON_CITUS,
  async (t) => {
    const cluster = await startOwnCluster();
    if (!cluster) return t.skip('the PostgreSQL of the cluster is not installed on this machine');
    t.after(() => cluster.remove());
    const { databaseUrl } = cluster;
    const service = await startService({ databaseUrl, bootstrapApiKey: 'a-key-for-a-cluster-of-its-own' });
    t.after(() => service.stop());
    const tenants = await tenantsOf(service);
    const acknowledged = new Map(tenants.map((tenant) => [tenant, 0]));
    const expect = async (tenant: Tenant, id: string, status: number) => {
      const [sent, listed] = [await send(tenant, id), await list(tenant)];
      if (sent.status === 200) acknowledged.set(tenant, acknowledged.get(tenant)! + 1);
      assert.deepEqual([sent.status, listed.status], [status, status], `${sent.text} ${listed.text}`);
    };
    for (const tenant of tenants) await expect(tenant, 'before', 200);
    for (const killed of new Set(tenants.map(({ port }) => port))) {
      await cluster.kill(killed);
      for (const round of [1, 2, 3]) {
        for (const tenant of tenants) {
          await expect(tenant, `${killed}-${round}`, tenant.port === killed ? 503 : 200);
        }
      }
      await cluster.start();
      for (const tenant of tenants) {
        await until(async () => (await list(tenant)).status === 200 || undefined);
        await until(async () => {
          const { status } = await send(tenant, `after-${killed}`);
          if (status === 200) acknowledged.set(tenant, acknowledged.get(tenant)! + 1);
          return status === 200 || undefined;
        });
      }
    }
    for (const [tenant, count] of acknowledged) {
      assert.equal((await list(tenant)).body.meetings.length, count);
      await runsAreDone(service, tenant);
    }
  },
);
