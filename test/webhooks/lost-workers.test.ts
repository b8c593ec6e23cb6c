import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { arrived, type Subscribed, startWebhookTests } from '../support/webhook-subscriptions.ts';

let tests: Awaited<ReturnType<typeof startWebhookTests>>;
let dataDir: string;
const workers: ChildService[] = [];

before(async () => {
  tests = await startWebhookTests({ roles: new Set(['api']) });
  dataDir = await mkdtemp(join(tmpdir(), 'parley-lost-workers-'));
});
after(async () => {
  await Promise.all(workers.map((one) => one.kill()));
  await tests.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function startWorker(): Promise<ChildService> {
  const worker = await startChildService({
    databaseUrl: tests.service.databaseUrl,
    key: tests.service.key,
    env: { PARLEY_ROLES: 'worker', PARLEY_DATA_DIR: dataDir, PARLEY_FETCH_ALLOW: '127.0.0.1' },
  });
  workers.push(worker);
  return worker;
}

/** Ends the claim on a webhook, as when its worker has been silent for half a minute. */
const endClaim = (one: Subscribed) =>
  sql(
    tests.service.databaseUrl,
    `update webhook_progress set claimed_until = now() - interval '1 s'
     where organization_id = $1 and claimed_until is not null returning fence::int`,
    [one.id],
  ) as Promise<{ fence: number }[]>;

const putUsers = (one: Subscribed, count: number) =>
  one.client.put('/admin/v1/users', {
    users: Array.from({ length: count }, (_, n) => ({ email: `user-${n}@example.com` })),
  });

const idsOf = (one: Subscribed) => one.received().map(({ headers }) => String(headers['webhook-id']));

const done = (one: Subscribed) =>
  until(async () => {
    const now = await one.get();
    return now.behind === 0 && now.pending === 0 && now.lastSuccessAt ? now : undefined;
  });

test('a worker that is killed between sending and storing loses nothing: the messages come again with their ids', async () => {
  const one = await tests.subscribe({ types: ['user'] });
  tests.answers.set(one.path, () => {});
  const first = await startWorker();
  await putUsers(one, 5);
  const before = (await arrived(one, 2)).length;
  await first.kill();
  const sent = new Set(idsOf(one).slice(0, before));
  assert.equal((await endClaim(one)).length, 1);
  tests.answers.delete(one.path);
  const second = await startWorker();
  await done(one);
  const again = idsOf(one).slice(before);
  assert.equal(new Set(again).size, 5, 'every change arrives');
  for (const id of sent) assert.ok(again.includes(id), `${id} comes again`);
  assert.equal((await one.deliveries()).length, 5, 'the first worker has stored nothing');
  await second.stop();
});

test('a worker that has lost its claim stores nothing of what it learns', async () => {
  const one = await tests.subscribe({ types: ['user'] });
  const held: ServerResponse[] = [];
  tests.answers.set(one.path, (_got, response) => void held.push(response));
  const first = await startWorker();
  await putUsers(one, 1);
  await until(async () => (held.length === 1 ? true : undefined));
  const [{ fence }] = (await endClaim(one)) as [{ fence: number }];
  const [before] = await progressOf(one);
  const second = await startWorker();
  // One of the two takes the webhook over; the first one, which still waits, may be the one.
  await until(async () => (held.length === 2 ? true : undefined));
  assert.ok((await progressOf(one))[0]!.fence > fence);
  held[0]!.writeHead(410).end('the first');
  await until(async () => (held[0]!.closed ? true : undefined));
  // A turn stores its results within 200 ms, and whoever delivers asks again before that is over.
  const other = await tests.subscribe({ types: ['user'] });
  await putUsers(other, 1);
  await done(other);
  const [after] = await progressOf(one);
  assert.deepEqual([after!.position, after!.failures], [before!.position, 0]);
  assert.equal((await one.get()).enabled, true, 'the 410 of a lost claim disables nothing');
  assert.deepEqual(await one.deliveries(), []);

  held[1]!.writeHead(200).end('the second');
  await done(one);
  const deliveries = await one.deliveries();
  assert.deepEqual(
    deliveries.map(({ status, answer, attempt }: Record<string, unknown>) => [status, answer, attempt]),
    [['succeeded', 'the second', 1]],
  );
  assert.equal(new Set(idsOf(one)).size, 1);
  await Promise.all([first.stop(), second.stop()]);
});

const progressOf = (one: Subscribed) =>
  sql<{ position: string; failures: number; fence: number }>(
    tests.service.databaseUrl,
    'select position, failures, fence::int from webhook_progress where organization_id = $1',
    [one.id],
  );
