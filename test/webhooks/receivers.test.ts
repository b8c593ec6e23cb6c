import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { type BackgroundWorker, startBackgroundWorker } from '../reliability/background-worker.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import type { Received } from '../support/webhook-receiver.ts';
import { arrived, letPass, startWebhookTests } from '../support/webhook-subscriptions.ts';

/** The limits of a receiver here. None that answers properly comes near it, also on a busy machine. */
const LIMITS = { headersTimeoutMs: 3000, idleTimeoutMs: 3000, totalTimeoutMs: 4000, maxBytes: 64 * 1024 };

let tests: Awaited<ReturnType<typeof startWebhookTests>>;
let worker: BackgroundWorker;
let dataDir: string;
before(async () => {
  tests = await startWebhookTests({ roles: new Set(['api']) });
  dataDir = await mkdtemp(join(tmpdir(), 'parley-receivers-'));
  worker = await startBackgroundWorker(
    tests.service.databaseUrl,
    {
      blobs: { kind: 'files' },
      dataDir,
      fetchAllow: [parseNetwork('127.0.0.1')!],
      maxRecordingBytes: 1,
    },
    { webhooks: LIMITS },
  );
});
after(async () => {
  await worker.stop();
  await tests.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends something again and again until the connection ends. */
function endlessly(response: ServerResponse, text: string): void {
  const timer = setInterval(() => response.write(text), 50);
  response.on('close', () => clearInterval(timer));
}

type Case = {
  name: string;
  answer: (got: Received, response: ServerResponse) => void;
  httpStatus?: number;
  error: RegExp;
};

const BAD: Case[] = [
  { name: 'hangs', answer: () => {}, error: /did not answer within 3 s$/ },
  {
    name: 'stops in the middle',
    answer: (_got, response) => void response.writeHead(200, { 'Content-Length': '10' }).write('half'),
    httpStatus: 200,
    error: /sent nothing for 3 s$/,
  },
  {
    name: 'never ends',
    answer: (_got, response) => endlessly(response.writeHead(200), '.'),
    httpStatus: 200,
    error: /took longer than 4 s in all$/,
  },
  {
    name: 'sends too much',
    answer: (_got, response) => void response.writeHead(200).end('x'.repeat(LIMITS.maxBytes + 1)),
    httpStatus: 200,
    error: /sends more than 65536 bytes$/,
  },
  {
    name: 'announces too much',
    answer: (_got, response) =>
      void response.writeHead(202, { 'Content-Length': `${LIMITS.maxBytes + 1}` }).write('x'),
    httpStatus: 202,
    error: /sends more than 65536 bytes$/,
  },
  {
    name: 'resets the connection',
    answer: (_got, response) => response.socket!.resetAndDestroy(),
    error: /could not be reached \(ECONNRESET\)$|closed the connection before it answered$/,
  },
  {
    name: 'resets the connection in its answer',
    answer: (_got, response) =>
      void response
        .writeHead(200, { 'Content-Length': '10' })
        .write('half', () => response.socket!.resetAndDestroy()),
    httpStatus: 200,
    error: /broke off before all of its content was there$/,
  },
  {
    name: 'answers with 410 and too much',
    answer: (_got, response) =>
      void response.writeHead(410, { 'Content-Length': `${LIMITS.maxBytes + 1}` }).write('x'),
    httpStatus: 410,
    error: /sends more than 65536 bytes$/,
  },
];

test('a receiver that breaks the rules of answers costs an attempt, and the message comes again', async () => {
  await Promise.all(
    BAD.map(async ({ name, answer, httpStatus, error }) => {
      const one = await tests.subscribe({ types: ['user'] });
      tests.answers.set(one.path, answer);
      await one.client.put('/admin/v1/users', { users: [{ email: 'ada@example.com' }] });
      const [failed] = await until(async () => {
        const deliveries = await one.deliveries();
        return deliveries.length > 0 ? deliveries : undefined;
      });
      assert.equal(failed.status, 'failed', name);
      assert.equal(failed.httpStatus, httpStatus, name);
      assert.match(failed.error, error, name);
      const { reason, pending, state } = await one.get();
      if (httpStatus === 410) {
        assert.equal(state, 'disabled');
        return;
      }
      assert.equal(reason, failed.error, name);
      assert.equal(pending, 1, name);
      tests.answers.delete(one.path);
      await letPass(tests.service.databaseUrl, one, '6 seconds');
      const [first, second] = await arrived(one, 2);
      assert.equal(first!.headers['webhook-id'], second!.headers['webhook-id'], name);
      await until(async () => ((await one.get()).pending === 0 ? true : undefined));
      assert.equal((await one.get()).state, 'active', name);
    }),
  );
});

for (const value of ['99999999999999999999', `${'9'.repeat(400)}`, 'Fri, 31 Dec 9999 23:59:59 GMT']) {
  test(`Retry-After: ${value.slice(0, 40)} pauses for a day, which is the most`, async () => {
    const one = await tests.subscribe({ types: ['user'] });
    tests.answers.set(
      one.path,
      (_got, response) => void response.writeHead(503, { 'Retry-After': value }).end(),
    );
    await one.client.put('/admin/v1/users', { users: [{ email: 'ada@example.com' }] });
    const { pausedUntil } = await until(async () => {
      const now = await one.get();
      return now.pausedUntil ? now : undefined;
    });
    const hours = (Date.parse(pausedUntil) - Date.now()) / 3_600_000;
    assert.ok(hours > 23 && hours <= 24, `${hours} hours`);
  });
}

test('a name without an address fails as one of the operator’s network does; the log has the difference', async (t) => {
  const strict = await startService({ roles: new Set(['api']), fetchAllow: [] });
  t.after(() => strict.stop());
  const errors: string[] = [];
  for (const host of ['no-such-host.invalid', 'localhost']) {
    const made = await strict.client.post('/admin/v1/webhooks', { url: `http://${host}:9/` });
    const { body } = await strict.client.send('POST', 'api', `/admin/v1/webhooks/${made.body.id}/test`);
    assert.equal(body.status, 'failed');
    assert.equal(body.httpStatus, undefined);
    errors.push(body.error.replaceAll(host, 'HOST'));
  }
  assert.equal(errors[0], errors[1]);
  assert.match(errors[0]!, /^no address was found for HOST:9 that Parley may connect to/);
  assert.match(strict.logged(), /"reason":"unknown host".*no-such-host/);
  assert.match(strict.logged(), /"reason":"blocked address".*not public/);
});
