import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { openRaw, type RawConnection } from './raw-socket.ts';

/** Connections without a key are the first to go when there are too many, and never stand in the way of one with a key. */

const MAX = 30;
let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api']), maxConnections: MAX });
});
after(() => service.stop());

const HOST = 'Host: parley\r\n';
const HALF_SENT = {
  headers: `GET /livez HTTP/1.1\r\n${HOST}X-A: `,
  'sign-ins': `POST /admin/v1/session HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 60\r\n\r\n{"key": "`,
};

const get = (path: string, key?: string) =>
  `GET ${path} HTTP/1.1\r\n${HOST}${key ? `X-API-Key: ${key}\r\n` : ''}\r\n`;

async function openMany(count: number, sent: string): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  for (let index = 0; index < count; index++) {
    const connection = await openRaw(service.apiUrl);
    connection.write(sent);
    connections.push(connection);
  }
  return connections;
}

for (const [what, sent] of Object.entries(HALF_SENT)) {
  test(`half-sent ${what} make room for those with a key, and are told so`, async () => {
    const kept = await openRaw(service.apiUrl);
    kept.write(get('/v1/users', service.key));
    assert.deepEqual((await kept.read(({ body }) => body.endsWith('}'))).statuses, [200]);
    const half = await openMany(3 * MAX, sent);
    const first = await half[0]!.read();
    assert.deepEqual([first.statuses, first.closed], [[503], true]);
    assert.deepEqual(JSON.parse(first.body), { error: 'Too many connections are open; try again soon' });
    assert.equal(first.headers['retry-after'], '1');
    for (let count = 0; count < 5; count++) {
      const next = await openRaw(service.apiUrl);
      next.write(get('/v1/users', service.key));
      assert.deepEqual((await next.read(({ body }) => body.endsWith('}'))).statuses, [200]);
      next.close();
    }
    kept.write(get('/v1/users', service.key));
    const again = await kept.read(({ statuses }) => statuses.length === 2);
    assert.deepEqual([again.statuses, again.closed], [[200, 200], false], 'a connection with a key is kept');
    for (const one of [...half, kept]) one.close();
  });
}

test('readers that never read are disconnected when too much was sent to them, the oldest first', async () => {
  const readers = await openMany(MAX - 2, '');
  for (const { socket } of readers) {
    socket.pause();
    socket.on('error', () => {});
  }
  // Each answer has 1.7 MB; 32 MB may be on the way to clients without a key.
  for (const reader of readers) reader.write(get('/docs/reference.js'));
  const answer = await service.as(undefined).get('/docs/reference.js');
  assert.equal(answer.status, 200, 'the newest reader gets all of it');
  assert.ok(answer.text.length > SCRIPT_BYTES);
  assert.equal((await service.client.get('/v1/users')).status, 200);
  const outcomes = await Promise.all(readers.map(({ socket }) => readOn(socket)));
  const whole = outcomes.filter((bytes) => bytes > SCRIPT_BYTES).length;
  assert.ok(whole <= 19, `${whole} of ${readers.length} were sent all of it`);
  for (const one of readers) one.close();
});

/** Less than the script has. */
const SCRIPT_BYTES = 1_700_000;

/** Reads until the script is there or the connection is closed. @returns how many bytes came */
async function readOn(socket: Socket): Promise<number> {
  if (socket.closed) return socket.bytesRead;
  socket.removeAllListeners('data');
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.on('data', () => socket.bytesRead > SCRIPT_BYTES && resolve());
  });
  socket.resume();
  await ended;
  return socket.bytesRead;
}
