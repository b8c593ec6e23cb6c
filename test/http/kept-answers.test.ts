import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { freshMetrics } from '../support/fresh-metrics.ts';
import { meeting } from '../support/meetings.ts';
import { seededRandom } from '../support/random.ts';
import { openGet, rawGet, readAll } from '../support/raw-get.ts';
import { startService, type TestService } from '../support/service.ts';
import { seedExecutions, seedMeetings, seedSignal } from '../support/signals.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

/** Lists that are answered as before while nothing changes, beside a service on the same database that makes each anew. */
const ROLES = new Set(['api', 'receiver'] as const);
const LIST = '/v1/meetings?from=2000-01-01T00:00:00Z';
const STEPS = 250;

type Tenant = { id: number; key: string };

let service: TestService;
let anew: TestService;
before(async () => {
  // Without a worker, this database changes only if a test changes it.
  service = await startService({ roles: ROLES });
  anew = await startService({ roles: ROLES, databaseUrl: service.databaseUrl, keptAnswerBytes: 0 });
});
after(async () => {
  await anew.stop();
  await service.stop();
});

async function keptAnswers({ apiUrl }: TestService): Promise<number> {
  const [, count] = /^parley_http_kept_answers_total (\d+)$/m.exec(await freshMetrics(apiUrl)) ?? [];
  return Number(count);
}

async function read({ apiUrl }: TestService, { key }: Tenant, path: string, accept: string): Promise<string> {
  const { headers, bytes } = await rawGet(apiUrl, path, key, accept);
  const { date: _, 'x-request-id': __, ...same } = headers;
  const body = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  return `${JSON.stringify(same)}\n${body}`;
}

/** Reads often enough that the last answer is a kept one if the database stays the same. */
async function readThrice(tenant: Tenant, path: string): Promise<string> {
  await read(service, tenant, path, 'identity');
  await read(service, tenant, path, 'identity');
  return read(service, tenant, path, 'identity');
}

test('every answer is the one that a service without kept answers gives, whoever writes in between', async () => {
  const random = seededRandom(40);
  const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)]!;
  const tenants = [await service.tenant(), await service.tenant()];
  const signals = await Promise.all(tenants.map(({ id }) => seedSignal(service.databaseUrl, id)));
  const paths = [
    `${LIST}&pageSize=3`,
    `${LIST}&pageSize=3&pageNumber=2&includeTranscript=false`,
    `${LIST}&to=2026-02-01T00:00:00Z&sort=title&order=desc`,
    `${LIST}&attendeeEmailAddresses=grace@acme.example&after=start&pageSize=2`,
    ...signals.flatMap((id) => [
      `/v2/signals/${id}/executions?executionFrom=2026-01-01T00:00:00Z`,
      `/v1/signals/${id}/executions?executionFrom=2026-01-01T00:00:00Z&executionTo=2026-03-01T00:00:00Z&pageSize=2`,
    ]),
  ];
  const write = async (step: number) => {
    const which = Math.floor(random() * tenants.length);
    const { client, id } = pick([service, anew]) === service ? tenants[which]! : other(tenants[which]!);
    const kind = pick(['meeting', 'meeting', 'again', 'delete', 'execution', 'rename'] as const);
    const external = `m-${Math.floor(random() * 8)}`;
    const text = `Said in step ${step}. `.repeat(1 + Math.floor(random() * 300));
    const segments = [{ text, timestampSeconds: 1 }];
    const attendees = random() < 0.5 ? [{ name: 'Grace Lund', email: 'grace@acme.example' }] : [];
    const given = { id: external, title: `Title ${step}`, attendees, transcript: { segments } };
    if (kind === 'meeting') await client.ingest(meeting({ ...given, id: `m-${step}` }));
    if (kind === 'again') await client.ingest(meeting(given));
    if (kind === 'delete') {
      const { meetings } = (await client.get('/v1/meetings', { from: '2000-01-01T00:00:00Z' })).body;
      if (meetings.length > 0) await client.delete(`/v1/meetings/${pick<{ id: string }>(meetings).id}`);
    }
    if (kind === 'execution') {
      const [meetingId] = await seedMeetings(service.databaseUrl, id, [Date.UTC(2026, 0, 1, step % 24)]);
      const triggeredAtMs = Date.UTC(2026, 1, 1 + (step % 50));
      await seedExecutions(service.databaseUrl, id, [
        { signalId: signals[which]!, meetingId: meetingId!, triggeredAtMs },
      ]);
    }
    if (kind === 'rename') {
      const text = `update meetings set title = title || '!' where organization_id = $1 and id % 3 = $2`;
      await sql(service.databaseUrl, text, [id, step % 3]);
    }
  };
  const other = (tenant: Tenant) => ({ ...tenant, client: anew.as(tenant.key) });

  for (let step = 0; step < STEPS; step++) {
    if (random() < 0.3) await write(step);
    const [tenant, path, accept] = [pick(tenants), pick(paths), pick(['identity', 'gzip'])];
    const signalId = signals[tenants.indexOf(tenant)];
    // The other organization's signal is missing.
    if (path.includes('/signals/') && !path.includes(`/signals/${signalId}/`)) continue;
    const right = await read(anew, tenant, path, accept);
    const times = 1 + Math.floor(random() * 4);
    const answers = await Promise.all(
      Array.from({ length: times }, () => read(service, tenant, path, accept)),
    );
    for (const answer of [...answers, await read(service, tenant, path, accept)])
      assert.equal(answer, right, `step ${step}: ${path}`);
  }
  const kept = await keptAnswers(service);
  // Their number depends on the other databases of the server, whose transactions end a state as well.
  assert.ok(kept > 0, 'no answer was a kept one');
  assert.equal(await keptAnswers(anew), 0);
});

test('what is written in an open transaction is in no answer before its commit, and in every one after it', async () => {
  const tenant = await service.tenant();
  await tenant.client.ingest(meeting({ id: 'm', title: 'Before' }));
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  try {
    const before = await readThrice(tenant, LIST);
    for (const end of ['rollback', 'commit']) {
      await client.query('begin');
      await client.query(
        `update meetings set head = replace(head, 'Before', 'After') where organization_id = $1`,
        [tenant.id],
      );
      assert.equal(await readThrice(tenant, LIST), before);
      await client.query(end);
    }
    assert.match(before, /"title":"Before"/);
    assert.match(await read(service, tenant, LIST, 'identity'), /"title":"After"/);
  } finally {
    await client.end();
  }
});

test('an execution in the future comes into an open window when its time comes, although nothing is written', async () => {
  const tenant = await service.tenant();
  const signalId = await seedSignal(service.databaseUrl, tenant.id);
  const [meetingId] = await seedMeetings(service.databaseUrl, tenant.id, [Date.UTC(2026, 0, 1)]);
  const triggeredAtMs = Date.now() + 1000;
  await seedExecutions(service.databaseUrl, tenant.id, [{ signalId, meetingId: meetingId!, triggeredAtMs }]);
  const path = `/v2/signals/${signalId}/executions?executionFrom=2026-01-01T00:00:00Z`;
  const found = await until(async () => {
    const answer = await readThrice(tenant, path);
    return answer.includes('"signals":[{') ? answer : undefined;
  });
  assert.ok(Date.now() >= triggeredAtMs - 100);
  assert.match(found, /"pageCount":1/);
});

test('a kept answer is not for a key that may not read it, nor for a revoked one', async () => {
  const tenant = await service.tenant();
  await tenant.client.ingest(meeting({ id: 'm' }));
  const signalId = await seedSignal(service.databaseUrl, tenant.id);
  const made = await tenant.client.post('/admin/v1/keys', { name: 'reader', scopes: ['meetings:read'] });
  const reader = { id: tenant.id, key: made.body.key };
  const status = async (path: string) => {
    const response = await openGet(service.apiUrl, path, reader.key, 'identity');
    await readAll(response);
    return response.statusCode;
  };
  assert.equal(await status(LIST), 200);
  // The first use of a key is written down, which is a change.
  await until(async () => {
    const text = 'select from api_keys where organization_id = $1 and last_used_at is null';
    return (await sql(service.databaseUrl, text, [tenant.id])).length === 0 || undefined;
  });
  const paths = [
    `/v2/signals/${signalId}/executions?executionFrom=2026-01-01T00:00:00Z`,
    `${LIST}&signalIds=${signalId}`,
    `${LIST}&includeSignals=true`,
  ];
  for (const path of paths) {
    await readThrice(tenant, path);
    assert.equal(await status(path), 403, path);
  }
  // Until nothing is written in between, in any database of the server.
  await until(async () => {
    await readThrice(tenant, LIST);
    const before = await keptAnswers(service);
    assert.equal(await status(LIST), 200);
    return (await keptAnswers(service)) === before + 1 || undefined;
  });
  await tenant.client.delete(`/admin/v1/keys/${made.body.id}`);
  await until(async () => ((await status(LIST)) === 401 ? true : undefined));
});
