import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { exchange, openRaw } from '../../http/raw-socket.ts';
import { ALWAYS, meeting } from '../../support/meetings.ts';
import { startService, type TestService } from '../../support/service.ts';
import { figureText } from '../../torture/from-tests.ts';
import { atMost } from '../../torture/promise.ts';
import { INGEST, post } from './bodies.ts';

/** SPEC 8: 5 MB. */
const LIMIT_BYTES = 5_242_880;

/** The most that the server may have read when it stops: the headers, one or two full buffers, and one more read. */
const READ_AHEAD_BYTES = 256 * 1024;

let service: TestService;
before(async () => {
  service = await startService();
  subscribe('http.server.request.start', rememberSocket);
});
after(async () => {
  unsubscribe('http.server.request.start', rememberSocket);
  await service.stop();
});

/** The server's ends of connections, by the client's port: they know how many bytes the server has read. */
const serverSockets = new Map<number, Socket>();
function rememberSocket(message: unknown): void {
  const { socket } = message as { socket: Socket };
  serverSockets.set(socket.remotePort!, socket);
}

/** A meeting that is taken, in a body of just so many bytes. */
function bodyOf(bytes: number, id: string): Buffer {
  const json = JSON.stringify({ meeting: meeting({ id }), padding: '' });
  return Buffer.from(json.replace('"padding":""', `"padding":"${'x'.repeat(bytes - json.length)}"`));
}

const head = (...headers: string[]) =>
  [`POST ${INGEST} HTTP/1.1`, 'Host: parley', 'Content-Type: application/json', ...headers, '', ''].join(
    '\r\n',
  );
const keyHeader = () => `X-API-Key: ${service.key}`;
const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const TOO_LARGE = { error: `The body must be at most ${LIMIT_BYTES} bytes` };

function chunked(body: Buffer, chunkBytes: number): Buffer {
  const chunks: Buffer[] = [];
  for (let from = 0; from < body.length; from += chunkBytes)
    chunks.push(chunk(body.subarray(from, from + chunkBytes)));
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

test('5,242,880 bytes are taken, one more is 413: with a Content-Length', async () => {
  const most = await post(service, bodyOf(LIMIT_BYTES, 'most'));
  assert.equal(most.status, 200, most.text);
  const more = await post(service, bodyOf(LIMIT_BYTES + 1, 'more'));
  assert.deepEqual([more.status, more.body], [413, TOO_LARGE]);
});

for (const chunkBytes of [LIMIT_BYTES + 1, 65_536, 4099]) {
  test(`5,242,880 bytes are taken, one more is 413: in chunks of ${chunkBytes}`, async () => {
    const headers = Buffer.from(head(keyHeader(), 'Transfer-Encoding: chunked'));
    const most = chunked(bodyOf(LIMIT_BYTES, 'most-chunked'), chunkBytes);
    const taken = await exchange(service.receiverUrl, Buffer.concat([headers, most]));
    assert.deepEqual(taken.statuses, [200], taken.body);
    const more = chunked(bodyOf(LIMIT_BYTES + 1, 'more-chunked'), chunkBytes);
    const refused = await exchange(service.receiverUrl, Buffer.concat([headers, more]));
    assert.deepEqual([refused.statuses, JSON.parse(refused.body)], [[413], TOO_LARGE]);
  });
}

test('the limit counts bytes, not characters', async () => {
  const wide = Buffer.from(JSON.stringify({ meeting: meeting(), padding: '漢'.repeat(LIMIT_BYTES / 3) }));
  assert.equal((await post(service, wide)).status, 413);
});

test('a Content-Length over the limit is refused before a byte of the body comes', async () => {
  for (const length of [`${LIMIT_BYTES + 1}`, '999999999999999', '18446744073709551615']) {
    const answer = await exchange(service.receiverUrl, head(keyHeader(), `Content-Length: ${length}`));
    assert.deepEqual([answer.statuses, JSON.parse(answer.body)], [[413], TOO_LARGE], length);
  }
});

test('a malformed or doubled Content-Length is 400', async () => {
  for (const length of ['-1', '+5', '1e3', '0x10', '5 5', '5,5', 'five', '5\r\nContent-Length: 6']) {
    const answer = await exchange(service.receiverUrl, `${head(keyHeader(), `Content-Length: ${length}`)}{}`);
    assert.deepEqual(answer.statuses, [400], length);
  }
});

test('a body longer than its Content-Length is cut there: 400, and nothing of the rest is done', async () => {
  const body = bodyOf(2000, 'short-length');
  const bytes = Buffer.concat([Buffer.from(head(keyHeader(), `Content-Length: ${body.length - 10}`)), body]);
  const answer = await exchange(service.receiverUrl, bytes);
  assert.equal(answer.statuses[0], 400);
  assert.match(answer.body, /The body must be JSON/);
});

test('a body shorter than its Content-Length is never taken for whole', async () => {
  const body = bodyOf(2000, 'long-length');
  const connection = await openRaw(service.receiverUrl);
  connection.write(
    Buffer.concat([Buffer.from(head(keyHeader(), `Content-Length: ${body.length + 1}`)), body]),
  );
  await delay(50);
  connection.socket.end();
  const answer = await connection.read();
  assert.equal(answer.closed, true);
  assert.ok(
    answer.statuses.every((status) => status === 400),
    answer.text,
  );
});

test('a chunked body that is cut, or has no valid chunks, is never taken for whole', async () => {
  const whole = chunked(bodyOf(2000, 'cut'), 500);
  for (const bytes of [whole.subarray(0, -2), whole.subarray(0, -5), Buffer.from('zz\r\n{}\r\n0\r\n\r\n')]) {
    const connection = await openRaw(service.receiverUrl);
    connection.write(Buffer.concat([Buffer.from(head(keyHeader(), 'Transfer-Encoding: chunked')), bytes]));
    await delay(50);
    connection.socket.end();
    const answer = await connection.read();
    assert.ok(
      answer.statuses.every((status) => status === 400),
      answer.text,
    );
    connection.close();
  }
});

test('nothing of a refused body is stored', async () => {
  const list = await service.client.get('/v1/meetings', ALWAYS);
  assert.equal(list.body.meetings.length, 2);
  const answers = await Promise.all(
    ['short-length', 'long-length', 'more', 'more-chunked', 'cut'].map((id) =>
      post(service, JSON.stringify({ meeting: meeting({ id }) })),
    ),
  );
  assert.ok(answers.every(({ body }) => body.created === true));
});

test('the sender of an endless or too large body gets the response, and nothing more is read', async (t) => {
  const endless = 'Transfer-Encoding: chunked';
  const cases: [status: number, mostBytes: number, headers: string[]][] = [
    [413, LIMIT_BYTES, [keyHeader(), endless]],
    [413, 0, [keyHeader(), 'Content-Length: 99999999']],
    [401, 0, ['X-API-Key: nobody', endless]],
    [401, 0, ['X-API-Key: nobody', 'Content-Length: 5000000']],
    [401, 0, [endless]],
    [415, 0, [keyHeader(), endless, 'Content-Encoding: gzip']],
  ];
  const sent = await Promise.all(cases.map(([, , headers]) => sendWithoutEnd(headers)));
  let mostPastLimit = 0;
  for (const [index, [status, mostBytes, headers]] of cases.entries()) {
    const { answer, lingeredMs, readAtAnswer, readAtEnd } = sent[index]!;
    const what = headers.slice(headers[0] === keyHeader() ? 1 : 0).join(', ');
    assert.match(
      answer,
      new RegExp(`^HTTP/1.1 ${status} [^]*\\r\\nconnection: close\\r\\n[^]*"}$`, 'i'),
      what,
    );
    assert.ok(lingeredMs > 500, `${what}: ${lingeredMs} ms to read the answer`);
    assert.ok(
      readAtAnswer <= mostBytes * FRAMED + READ_AHEAD_BYTES,
      `${what}: ${readAtAnswer} bytes were read`,
    );
    assert.ok(
      readAtEnd <= readAtAnswer + READ_AHEAD_BYTES,
      `${what}: ${readAtEnd} bytes were read in the end`,
    );
    mostPastLimit = Math.max(mostPastLimit, readAtEnd - mostBytes * FRAMED);
  }
  const what = `bytes that the socket took in past the limit, of ${cases.length} endless bodies`;
  t.diagnostic(figureText(atMost(what, Math.ceil(mostPastLimit), READ_AHEAD_BYTES * 2)));
});

/** Chunks of 16 KiB take this many times their bytes. */
const FRAMED = 1.001;

/** Sends a body as fast as it is taken, also after the answer, until the server cuts the connection. */
async function sendWithoutEnd(headers: string[]) {
  const { hostname, port } = new URL(service.receiverUrl);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(socket, 'connect');
  const { localPort } = socket;
  const bytesRead = () => serverSockets.get(localPort!)?.bytesRead ?? 0;
  let answer = '';
  let [readAtAnswer, answeredMs] = [0, 0];
  socket.on('data', (data) => {
    if (answer === '') [readAtAnswer, answeredMs] = [bytesRead(), performance.now()];
    answer += data;
  });
  socket.on('error', () => {});
  const part = Buffer.alloc(16 * 1024, ' ');
  const bytes = headers.includes('Transfer-Encoding: chunked') ? chunk(part) : part;
  socket.write(head(...headers));
  while (!socket.destroyed) {
    if (socket.writableNeedDrain) await delay(1);
    else socket.write(bytes);
  }
  const lingeredMs = performance.now() - answeredMs;
  return { answer, lingeredMs, readAtAnswer, readAtEnd: bytesRead() };
}

test('a refused body of up to 64 KiB is read to its end, and the connection stays', async () => {
  const connection = await openRaw(service.receiverUrl);
  const body = Buffer.alloc(64 * 1024, ' ');
  for (const expected of [1, 2]) {
    connection.write(
      Buffer.concat([Buffer.from(head('X-API-Key: nobody', `Content-Length: ${body.length}`)), body]),
    );
    const answer = await connection.read(({ statuses }) => statuses.length === expected);
    assert.deepEqual(answer.statuses, Array(expected).fill(401));
  }
  connection.close();
});

test('a bad key is refused without the database, whatever the body', async () => {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    // The look-up of a key would wait now.
    await holder.query('begin');
    await holder.query('lock table api_keys');
    const last = service.key.at(-1) === 'x' ? 'y' : 'x';
    const answers = await Promise.all(
      [`${service.key.slice(0, -1)}${last}`, 'nobody', '', 'x'.repeat(1000), undefined].flatMap((key) =>
        Array.from({ length: 4 }, () =>
          service.as(key).post(INGEST, undefined, { raw: bodyOf(LIMIT_BYTES, 'bad-key') }),
        ),
      ),
    );
    assert.ok(answers.every(({ status }) => status === 401));
    const { rows } = await holder.query(
      `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    assert.deepEqual(rows, []);
  } finally {
    await holder.end();
  }
});
