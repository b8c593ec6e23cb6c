import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { demoCompany } from '@parley/demo';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { DEMO, demoReaches, demoState, everyRow, everything, jobsAreDone } from '../support/demo.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { SILENCE_WORKERS } from '../support/queue.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

/** Workers that are killed while they load or remove the sample data, and requests that come at once. */

const SIGNALS = demoCompany().signals.length;

let dataDir: string;
let service: TestService;
const workers: ChildService[] = [];
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-sample-data-kills-'));
  service = await startService({ roles: new Set(['api', 'receiver']), dataDir });
});
after(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function startWorker(): Promise<ChildService> {
  const worker = await startChildService({
    databaseUrl: service.databaseUrl,
    key: service.key,
    env: { PARLEY_ROLES: 'worker', PARLEY_DATA_DIR: dataDir },
  });
  workers.push(worker);
  return worker;
}

async function replace(worker: ChildService): Promise<ChildService> {
  await worker.kill();
  await sql(service.databaseUrl, SILENCE_WORKERS);
  return startWorker();
}

test('requests that come at once are one, and a load waits for the end of a removal', async () => {
  const { client } = await service.tenant();
  const states = (answers: { status: number; body: { state: string } }[]) =>
    answers.map(({ status, body }) => `${status} ${body.state}`);
  const times = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 5 }, work));
  assert.deepEqual(states(await times(() => client.post(DEMO))), Array(5).fill('202 loading'));
  assert.deepEqual(states(await times(() => client.delete(DEMO))), Array(5).fill('202 removing'));
  assert.equal((await client.post(DEMO)).status, 409);
  const { body } = await client.get('/admin/v1/jobs');
  const kinds = body.jobs.map(({ job }: { job: string }) => job);
  assert.deepEqual(kinds.toSorted(), ['load-demo', 'remove-demo']);
  const { body: audit } = await client.get('/admin/v1/audit', { pageSize: '2' });
  assert.deepEqual(
    audit.records.map(({ action }: { action: string }) => action),
    ['demo.remove', 'demo.load'],
  );
});

test('a worker is killed while it loads and another while it removes: each time the next one goes on', async () => {
  const { client } = await service.tenant();
  await client.ingest(meeting({ id: 'own' }));
  const original = await everything(client, ['quarterly']);
  await client.post(DEMO);
  const first = await startWorker();
  await demoReaches(client, ({ meetings }) => meetings > 20);
  const second = await replace(first);
  assert.equal((await demoState(client)).state, 'loading');
  const loaded = await demoReaches(client, ({ state }) => state === 'loaded');
  assert.equal((await everyRow(client, '/v1/meetings', ALWAYS)).length, loaded.meetings + 1);
  assert.equal((await everyRow(client, '/v1/emails', ALWAYS)).length, loaded.emails);
  const { body: listed } = await client.get('/v2/signals');
  assert.equal(listed.signals.length, SIGNALS);
  await client.delete(DEMO);
  await demoReaches(client, ({ meetings }) => meetings < loaded.meetings);
  await replace(second);
  await demoReaches(client, ({ state }) => state === 'absent');
  await jobsAreDone(client);
  assert.deepEqual(await everything(client, ['quarterly']), original);
  assert.deepEqual(await sql(service.databaseUrl, 'select kind, key from demo_records'), []);
});
