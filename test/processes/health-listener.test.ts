import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { type Child, endAll, runParley } from './child.ts';

const KEY = 'correct-horse/battery=staple';
const PROBES = ['/livez', '/readyz', '/metrics'];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
before(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-health-'));
});
after(async () => {
  endAll();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts a process of some roles with a health listener, and returns the URL of that. */
async function start(roles: string): Promise<{ child: Child; healthUrl: string }> {
  const child = runParley(['serve'], {
    DATABASE_URL: database.url,
    PARLEY_DATA_DIR: dataDir,
    PARLEY_BOOTSTRAP_API_KEY: KEY,
    PARLEY_API_PORT: '0',
    PARLEY_RECEIVER_PORT: '0',
    PARLEY_HEALTH_PORT: '0',
    PARLEY_ROLES: roles,
  });
  const [, healthUrl] = await child.printed(/Health and metrics: (http:\S+?)\/readyz/);
  return { child, healthUrl: healthUrl! };
}

const statusOf = async (url: string) => (await fetch(url)).status;

test('a worker without other listeners answers probes and scrapes, and nothing else', async () => {
  const { child, healthUrl } = await start('worker');
  for (const path of PROBES) assert.equal(await statusOf(`${healthUrl}${path}`), 200, path);
  const ready = await fetch(`${healthUrl}/readyz`, { headers: { 'X-Request-Id': 'a-probe' } });
  assert.deepEqual(await ready.json(), { status: 'ready' });
  const metrics = await (await fetch(`${healthUrl}/metrics`)).text();
  assert.match(metrics, /^parley_http_request_duration_seconds_count\{address="health",operation="readyz",/m);
  for (const path of ['/', '/v1/users', '/openapi.json', '/admin/v1/jobs']) {
    const answer = await fetch(`${healthUrl}${path}`, { headers: { 'X-API-Key': KEY } });
    assert.deepEqual([answer.status, await answer.json()], [404, { error: 'There is nothing at this path' }]);
  }
  assert.equal((await fetch(`${healthUrl}/livez`, { method: 'POST' })).status, 405);
  // The line of the last request is there, so those of the probes before it would be as well.
  await until(async () => (child.log().some(({ status }) => status === 405) ? true : undefined));
  const operations = child.log().flatMap(({ msg, operation }) => (msg === 'request' ? [operation] : []));
  assert.deepEqual(operations, Array(5).fill('unmatched'));
  child.process.kill('SIGINT');
  assert.deepEqual(await child.ended, { code: 0, signal: null });
});

test('probes are answered until the last request has ended, and say that the process stops', async () => {
  const { child, healthUrl } = await start('receiver');
  const [, receiverUrl] = await child.printed(/taken in at: (http:\S+?)\/v1/);
  const body = Buffer.from(JSON.stringify({ meeting: {} }));
  const headers = { 'X-API-Key': KEY, 'Content-Type': 'application/json', 'Content-Length': body.length };
  const sent = request(`${receiverUrl}/v1/user-provided-meeting`, { method: 'POST', headers });
  const answered = new Promise<number>((resolve, reject) => {
    sent.once('response', (response) => resolve(response.resume().statusCode!)).once('error', reject);
  });
  sent.write(body.subarray(0, 5));
  // It arrives while the listener still accepts requests.
  await until(async () => (sent.socket?.bytesWritten ? true : undefined));
  child.process.kill('SIGTERM');
  // The receiver takes no more connections as soon as it drains.
  const isClosed = () =>
    statusOf(`${receiverUrl}/livez`).then(
      () => undefined,
      () => true,
    );
  await until(isClosed);
  const ready = await fetch(`${healthUrl}/readyz`);
  assert.deepEqual([ready.status, await ready.json()], [503, { error: 'The process is stopping' }]);
  assert.equal(await statusOf(`${healthUrl}/livez`), 200);
  sent.end(body.subarray(5));
  assert.equal(await answered, 400, 'the meeting lacks its fields');
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  await assert.rejects(fetch(`${healthUrl}/livez`));
});

test('a process has no such listener unless it is asked for', async () => {
  const child = runParley(['serve'], {
    DATABASE_URL: database.url,
    PARLEY_DATA_DIR: dataDir,
    PARLEY_ROLES: 'worker',
  });
  await child.printed(/Background jobs are done here/);
  child.process.kill('SIGINT');
  await child.ended;
  assert.doesNotMatch(child.stdout(), /Health and metrics/);
  assert.ok(!child.log().some(({ msg }) => `${msg}`.startsWith('Server listening')));
});
