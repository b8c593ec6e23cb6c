import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { meeting } from '../support/meetings.ts';
import { openGet, rawGet, readAll } from '../support/raw-get.ts';
import { startService, type TestService } from '../support/service.ts';

/** Answers in memory that is used again and again: nobody may see what was made for another. */
const MEETINGS = 12;
const READERS = 60;

let service: TestService;
let pages: { path: string; json: string }[];

before(async () => {
  service = await startService();
  for (let number = 0; number < MEETINGS; number++) {
    // The text cannot be deflated, so that a page exceeds the buffer of a socket.
    const segments = Array.from({ length: 100 }, () => ({
      text: randomBytes(3000 + number * 100).toString('base64'),
    }));
    const { status } = await service.client.post('/v1/user-provided-meeting', {
      meeting: meeting({ id: `m-${number}`, title: `Meeting ${number}`, transcript: { segments } }),
    });
    assert.equal(status, 200);
  }
  pages = await Promise.all(
    Array.from({ length: MEETINGS }, async (_, index) => {
      const path = `/v1/meetings?from=2000-01-01T00:00:00Z&pageSize=1&pageNumber=${index + 1}`;
      return { path, json: (await rawGet(service.apiUrl, path, service.key)).bytes.toString() };
    }),
  );
});
after(() => service.stop());

const open = ({ path }: { path: string }, accept: string) =>
  openGet(service.apiUrl, path, service.key, accept);

async function assertWhole(response: IncomingMessage, { path, json }: { path: string; json: string }) {
  const { bytes } = await readAll(response);
  const text = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  assert.ok(text.toString() === json, path);
}

for (const encoding of ['gzip', 'identity']) {
  test(`answers in ${encoding} that wait in memory for their reader are not written over`, async () => {
    const { hostname, port } = new URL(service.apiUrl);
    const asked = Array.from({ length: 60 }, (_, index) => pages[index % MEETINGS]!);
    const socket = connect(Number(port), hostname).pause();
    for (const { path } of asked) {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\nAccept-Encoding: ${encoding}\r\n\r\n`,
      );
    }
    // More than the buffers of both ends hold; others are answered meanwhile.
    for (let round = 0; round < 40; round++)
      await assertWhole(await open(pages[round % 5]!, encoding), pages[round % 5]!);
    const left = new Set(asked.keys());
    let received = Buffer.alloc(0);
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk]);
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const length = Number(/content-length: (\d+)/i.exec(received.subarray(0, end).toString())![1]);
        if (received.length < end + 4 + length) break;
        const number = asked.length - left.size;
        const bytes = received.subarray(end + 4, end + 4 + length);
        const body = (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
        assert.ok(body === asked[number]!.json, `answer ${number}`);
        left.delete(number);
        received = received.subarray(end + 4 + length);
      }
      if (left.size === 0) break;
    }
    assert.equal(left.size, 0);
  });
}

test('readers of any speed, and those that leave, get the bytes of their own page', async () => {
  const readers = Array.from({ length: READERS }, async (_, index) => {
    const page = pages[index % MEETINGS]!;
    const response = await open(page, index % 5 === 0 ? 'identity' : 'gzip');
    if (index % 7 === 0) return void response.destroy();
    // Some read only when others have been answered from the same memory.
    if (index % 3 === 0) await delay(300 + index * 5);
    return assertWhole(response, page);
  });
  const hurried = (async () => {
    for (let round = 0; round < 100; round++) {
      const page = pages[(round * 5) % MEETINGS]!;
      await assertWhole(await open(page, 'gzip'), page);
    }
  })();
  await Promise.all([...readers, hurried]);
});
