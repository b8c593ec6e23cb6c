import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdmission } from '../../src/http/admission.ts';
import { buildApp } from '../../src/http/app.ts';
import { endpointMaker } from '../../src/http/endpoint.ts';
import { readUpload } from '../../src/http/read-upload.ts';
import { Fault } from '../../src/lib/faults.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { openRaw } from './raw-socket.ts';

const HEADERS = 'PUT /upload HTTP/1.1\r\nHost: parley\r\nContent-Type: audio/wav\r\n';

/**
 * Reads one upload with short time limits; `pauseMs` is what storing a piece takes.
 * @param isWaitedFor whether the sender may be waiting for what it has sent
 */
async function uploadTo(
  t: TestContext,
  pauseMs = 0,
  isWaitedFor = () => false,
): Promise<{ url: string; outcome: Promise<string> }> {
  const read = async (request: IncomingMessage) => {
    const upload = readUpload(request, 1000, { spanMs: 200, minBytes: 2, totalMs: 900 });
    let bytes = 0;
    for await (const chunk of upload.content(undefined, isWaitedFor)) {
      bytes += chunk.length;
      await delay(pauseMs);
    }
    return `${bytes} bytes`;
  };
  let settle: (outcome: string) => void;
  const outcome = new Promise<string>((resolve) => {
    settle = resolve;
  });
  const server = createServer((request, response) => {
    read(request)
      .catch((error: unknown) => (error instanceof Fault ? error.message : `${error}`))
      .then((message) => {
        settle(message);
        response.end(message);
      });
  }).listen(0, '127.0.0.1');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, outcome };
}

test('a sender that says nothing is cut, one that is slow is not, until it took too long in all', async (t) => {
  const silent = await uploadTo(t);
  const connection = await openRaw(silent.url);
  connection.write(`${HEADERS}Content-Length: 10\r\n\r\nhalf`);
  assert.equal(await silent.outcome, 'The body stopped arriving');
  assert.ok((await connection.read()).closed);

  const slow = await uploadTo(t);
  const drip = await openRaw(slow.url);
  drip.write(`${HEADERS}Content-Length: 5\r\n\r\n`);
  for (const bytes of ['by', 'te', 's']) {
    await delay(100);
    drip.write(bytes);
  }
  assert.equal(await slow.outcome, '5 bytes');

  const trickling = await uploadTo(t);
  const trickle = await openRaw(trickling.url);
  trickle.write(`${HEADERS}Content-Length: 900\r\n\r\n`);
  const trickles = setInterval(() => trickle.write('x'), 250);
  assert.equal(await trickling.outcome, 'The body stopped arriving');
  clearInterval(trickles);

  const endless = await uploadTo(t);
  const flow = await openRaw(endless.url);
  flow.write(`${HEADERS}Content-Length: 900\r\n\r\n`);
  const dripping = setInterval(() => flow.write('x'), 50);
  assert.equal(await endless.outcome, 'The body took too long to arrive');
  clearInterval(dripping);
});

test('the time that storing takes is not the sender’s', async (t) => {
  const { url, outcome } = await uploadTo(t, 400);
  const connection = await openRaw(url);
  connection.write(`${HEADERS}Content-Length: 5\r\n\r\nbytes`);
  assert.equal(await outcome, '5 bytes');
});

test('a sender may wait for what it has sent, and is given time to go on', async (t) => {
  let isInWork = true;
  const { url, outcome } = await uploadTo(t, 0, () => isInWork);
  const connection = await openRaw(url);
  connection.write(`${HEADERS}Content-Length: 5\r\n\r\nby`);
  await delay(700);
  isInWork = false;
  connection.write('tes');
  assert.equal(await outcome, '5 bytes');

  const idle = await uploadTo(t, 0, () => false);
  const silent = await openRaw(idle.url);
  silent.write(`${HEADERS}Content-Length: 5\r\n\r\nby`);
  assert.equal(await idle.outcome, 'The body stopped arriving');
});

test('an upload may take longer than other requests; a body of JSON may not', async (t) => {
  const endpoint = endpointMaker<Record<string, never>>()({
    operationId: 'upload',
    address: 'receiver',
    method: 'PUT',
    path: '/upload',
    scope: null,
    tag: 'Test',
    summary: 'Upload',
    description: '',
    params: {},
    query: {},
    upload: { maxBytes: 1000, contentTypes: ['audio/*'] },
    answers: { 204: { description: 'Read.' } },
    async handle({ upload }) {
      for await (const _chunk of upload!.content());
      return { status: 204 };
    },
  });
  const app = buildApp({
    address: 'receiver',
    endpoints: [endpoint],
    deps: {},
    authenticate: async () => undefined,
    log: createLog('silent'),
    metrics: createMetrics(),
    admission: createAdmission(),
    maxConnections: 100,
    timeouts: { headersMs: 200, requestMs: 300, checkMs: 50 },
  });
  t.after(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const connection = await openRaw(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
  connection.write(`${HEADERS}Content-Length: 10\r\n\r\n`);
  for (const byte of 'ten bytes.') {
    await delay(80);
    connection.write(byte);
  }
  assert.deepEqual((await connection.read(({ statuses }) => statuses.length === 1)).statuses, [204]);
  connection.close();
});
