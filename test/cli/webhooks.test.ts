import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { startService, type TestService } from '../support/service.ts';
import { startWebhookReceiver, verifyHmac, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { runParley } from './run-parley.ts';

let service: TestService;
let receiver: WebhookReceiver;
before(async () => {
  receiver = await startWebhookReceiver();
  service = await startService({
    fetchAllow: [parseNetwork('127.0.0.1')!],
    roles: new Set(['api', 'receiver']),
  });
});
after(async () => {
  await service.stop();
  receiver.close();
});

const parley = (...args: string[]) =>
  runParley(['webhooks', ...args], { DATABASE_URL: service.databaseUrl, PARLEY_FETCH_ALLOW: '127.0.0.1' });

test('a webhook is added, shown, changed, tested, given a new key, set back and removed', async () => {
  const added = await parley(
    'add',
    receiver.url(),
    '--types',
    'user,meeting',
    '--description',
    'Ours',
    '--json',
  );
  assert.equal(added.code, 0, added.stderr);
  const { id, secret, cursor, ...made } = JSON.parse(added.stdout);
  assert.deepEqual([made.types, made.description], [['meeting', 'user'], 'Ours']);
  assert.equal((await service.client.get(`/admin/v1/webhooks/${id}`)).body.url, receiver.url());
  const listed = await parley('list');
  assert.match(listed.stdout, new RegExp(`^${id} +http.*meeting,user +active`, 'm'));
  const tested = await parley('test', id);
  assert.equal(tested.code, 0, tested.stderr);
  assert.match(tested.stdout, /webhook\.test +- +1 +succeeded +204/);
  verifyHmac(secret, receiver.received[0]!);
  receiver.answerBy((_got, response) => void response.writeHead(500).end());
  assert.equal((await parley('test', id)).code, 1);
  const failed = JSON.parse((await parley('deliveries', id, '--status', 'failed', '--json')).stdout);
  assert.deepEqual(
    failed.deliveries.map(({ httpStatus }: { httpStatus: number }) => httpStatus),
    [500],
  );
  const rotated = await parley('rotate', id);
  assert.match(rotated.stdout, /whsec_/);
  assert.ok(!rotated.stdout.includes(secret));
  const changed = await parley('update', id, '--disable', '--types', 'user', '--json');
  assert.deepEqual(JSON.parse(changed.stdout).state, 'disabled');
  assert.match((await parley('show', id)).stdout, /state +disabled/);
  const replayed = await parley('replay', id, '--after', cursor);
  assert.equal(replayed.code, 0, replayed.stderr);
  assert.match((await parley('remove', id)).stdout, /is deleted/);
  const missing = await parley('show', id);
  assert.deepEqual([missing.code, missing.stderr], [1, 'parley: There is no such webhook\n']);
  const audit = (await service.client.get('/admin/v1/audit', { pageSize: '50' })).body.records;
  const actions = audit
    .map(({ action }: { action: string }) => action)
    .filter((one: string) => one.startsWith('webhook.'));
  assert.deepEqual(
    new Set(actions),
    new Set(['create', 'test', 'rotate', 'update', 'replay', 'delete'].map((one) => `webhook.${one}`)),
  );
});

test('what is wrong is refused', async () => {
  const refused = await parley('add', 'http://10.0.0.1/', '--types', 'user');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^parley: url must not be at an address that is not public/);
  assert.match(
    (await parley('add', 'https://a.example/', '--types', 'users')).stderr,
    /types\[0\] must be one of/,
  );
});
