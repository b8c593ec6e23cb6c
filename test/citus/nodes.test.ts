import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ON_CITUS } from '../support/citus.ts';
import type { TestClient } from '../support/client.ts';
import { ingestEmail } from '../support/emails.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { urlsOf } from '../support/postgres.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  if (!ON_CITUS.skip) service = await startService();
});
after(() => service?.stop());

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

test(
  'organizations of a worker that cannot be reached get 503, all others read and ingest, and it comes back by itself',
  ON_CITUS,
  async () => {
    const tenants = await tenantsOnNodes();
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
        const status = node === lost ? 503 : 200;
        const listed = await client.get('/v1/meetings', ALWAYS);
        assert.equal(listed.status, status, `node ${node} of ${lost}: ${listed.text}`);
        const ingested = await ingest(client, 'one');
        assert.equal(ingested.status, status, `node ${node} of ${lost}: ${ingested.text}`);
      }
    } finally {
      await moveTo(port);
    }
    for (const { client, node } of tenants) {
      await until(async () => (await ingest(client, 'two')).status === 200 || undefined);
      const listed = await client.get('/v1/meetings', ALWAYS);
      assert.equal(listed.body.meetings.length, node === lost ? 1 : 2);
    }
  },
);

test(
  'what a transaction writes to the coordinator and to a worker is committed in two phases',
  ON_CITUS,
  async () => {
    const commits = async () =>
      (
        await sql<{ n: number }>(service.databaseUrl, 'select count(*)::int as n from pg_dist_transaction')
      )[0]!.n;
    const before = await commits();
    await service.client.ingest(meeting({ id: 'in-two-phases' }));
    assert.ok((await commits()) > before);
  },
);

/** The statements that Parley has sent last to a node, on each of its connections. */
async function lastStatements(databaseUrl: string): Promise<string[]> {
  const rows = await sql<{ query: string }>(
    databaseUrl,
    "select query from pg_stat_activity where datname = current_database() and application_name = 'parley'",
  );
  return rows.map(({ query }) => query);
}

test(
  'a list is read on the node of its organization, where another organization sees nothing of it',
  ON_CITUS,
  async () => {
    const [one, other] = (await tenantsOnNodes()) as [Tenant, Tenant];
    const neighbour = await until(async () => {
      const tenant = await service.tenant();
      const [row] = await sql<{ isShared: boolean }>(
        service.databaseUrl,
        `select get_shard_id_for_distribution_column('meetings', $1::bigint)
         = get_shard_id_for_distribution_column('meetings', $2::bigint) as "isShared"`,
        [one.id, tenant.id],
      );
      return row!.isShared ? tenant : undefined;
    });
    const meetingId = await one.client.ingest(meeting({ id: 'read-on-its-node', title: 'Seen by one' }));
    const titlesOf = async ({ client }: Pick<Tenant, 'client'>) => {
      const answer = await client.get('/v1/meetings', {
        ...ALWAYS,
        attendeeEmailAddresses: 'ada@parley.example',
      });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.meetings.map(({ title }: { title: string }) => title);
    };
    assert.deepEqual(await titlesOf(one), ['Seen by one']);
    const [, ...workers] = urlsOf(service.databaseUrl);
    const sent = (await Promise.all(workers.map(lastStatements))).flat();
    assert.ok(
      sent.some((statement) => /from meeting_participants_\d+ /.test(statement)),
      sent.join('\n'),
    );
    assert.deepEqual(await titlesOf(neighbour), []);
    assert.deepEqual(await titlesOf(other), []);
    assert.equal((await neighbour.client.get(`/v1/meetings/${meetingId}`)).status, 404);
  },
);

test(
  'what is written after an organization has moved to another node is found at once',
  ON_CITUS,
  async () => {
    const tenant = await service.tenant();
    const read = async () => (await tenant.client.get('/v1/meetings', ALWAYS)).body.meetings;
    const titles = async () => (await read()).map(({ title }: { title: string }) => title);
    // An ingest reads the accounts of its guests on the node as well.
    const putAccount = (id: string, domains: string[]) =>
      tenant.client.put('/admin/v1/crm-records', {
        records: [{ type: 'ACCOUNT', id, name: id, domains }],
      });
    const attendees = [{ email: 'grace@acme.example' }];
    // Every participant belongs to the account, because the organization has no domains of its own.
    const to = attendees;
    await putAccount('acme', ['acme.example']);
    await tenant.client.ingest(meeting({ id: 'before', title: 'Before', attendees }));
    await ingestEmail(tenant.client, { id: 'before', to });
    assert.deepEqual(await titles(), ['Before']);
    await sql(
      service.databaseUrl,
      `select citus_move_shard_placement(own.shardid, own.nodename, own.nodeport, other.nodename, other.nodeport, 'block_writes')
     from pg_dist_shard_placement own
     join pg_dist_node other on other.groupid <> 0 and (other.nodename, other.nodeport) <> (own.nodename, own.nodeport)
     where own.shardid = get_shard_id_for_distribution_column('meetings', $1::bigint) limit 1`,
      [tenant.id],
    );
    await putAccount('acme', ['elsewhere.example']);
    await putAccount('acme-2', ['acme.example']);
    // The e-mail comes first, because it has to find the place anew by itself.
    await ingestEmail(tenant.client, { id: 'after', to });
    await tenant.client.ingest(meeting({ id: 'after', title: 'After', attendees }));
    assert.deepEqual((await titles()).toSorted(), ['After', 'Before']);
    const accounts = (await read()).map(({ crmAccountId }: { crmAccountId: string }) => crmAccountId);
    assert.deepEqual(accounts.toSorted(), ['acme', 'acme-2']);
    const { emails } = (await tenant.client.get('/v1/emails', ALWAYS)).body;
    const ofEmails = emails.map(({ crmAccountId }: { crmAccountId: string }) => crmAccountId);
    assert.deepEqual(ofEmails.toSorted(), ['acme', 'acme-2']);
  },
);

test(
  'numbers that order what is listed come from one sequence, whichever node wrote the row',
  ON_CITUS,
  async () => {
    const { client, id } = await service.tenant();
    const hook = await client.post('/admin/v1/webhooks', { url: 'https://example.invalid/hook' });
    assert.equal(hook.status, 201, hook.text);
    await client.post(`/admin/v1/webhooks/${hook.body.id}/test`);
    await client.ingest(meeting({ id: 'numbered' }));
    const tables = ['webhook_attempts', 'audit_records', 'meetings', 'processing_runs'];
    await until(async () => {
      const [row] = await sql<{ n: number }>(
        service.databaseUrl,
        'select count(*)::int as n from webhook_attempts where organization_id = $1',
        [id],
      );
      return row!.n > 0 || undefined;
    });
    for (const table of tables) {
      const [row] = await sql<{ last: string }>(
        service.databaseUrl,
        `select max(id) as last from ${table} where organization_id = $1`,
        [id],
      );
      // A node other than the coordinator would begin at 2^48.
      assert.ok(Number(row!.last) < 2 ** 48, `${table}: ${row!.last}`);
    }
  },
);

test(
  'an organization that is given shards of its own goes on ingesting whole meetings',
  ON_CITUS,
  async () => {
    const { client, id } = await service.tenant();
    const transcript = { segments: [{ text: 'The renewal is agreed.', timestampSeconds: 3 }] };
    // The connections know the names of the shards by then.
    for (const one of ['a', 'b', 'c']) await client.ingest(meeting({ id: one, transcript }));
    await sql(
      service.databaseUrl,
      `select isolate_tenant_to_new_shard('meetings', ${id}, 'CASCADE', shard_transfer_mode => 'block_writes')`,
    );
    const meetingId = await client.ingest(meeting({ id: 'd', transcript }));
    const { body } = await client.get('/v1/meetings', {
      ...ALWAYS,
      attendeeEmailAddresses: 'ada@parley.example',
    });
    assert.equal(body.meetings.length, 4);
    for (const one of body.meetings) {
      assert.deepEqual(
        one.transcript.entries.map(({ text }: { text: string }) => text),
        ['The renewal is agreed.'],
      );
    }
    const moments = await client.get('/v1/moments', { query: 'renewal agreed' });
    assert.equal(moments.body.moments.length, 4, moments.text);
    await until(async () => {
      const [run] = await sql<{ state: string }>(
        service.databaseUrl,
        'select summary_state as state from processing_runs where organization_id = $1 and meeting_id = $2',
        [id, meetingId],
      );
      return run?.state === 'done' || undefined;
    });
    const audited = await sql(
      service.databaseUrl,
      `select from audit_records where organization_id = $1 and subject = $2 and action = 'meeting.ingest'`,
      [id, `meeting ${meetingId}`],
    );
    assert.equal(audited.length, 1);
    const again = meeting({ id: 'd', title: 'Sent again', transcript });
    assert.equal(await client.ingest(again), meetingId);
    assert.equal((await client.get(`/v1/meetings/${meetingId}`)).body.title, 'Sent again');
    assert.deepEqual(await sql(service.databaseUrl, 'select from meeting_parts'), []);
  },
);
