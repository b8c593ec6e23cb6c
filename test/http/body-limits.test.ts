import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ParleyEndpoint } from '../../src/endpoints/define-endpoint.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { figureText } from '../torture/from-tests.ts';
import { none } from '../torture/promise.ts';
import { plausibleRequest } from './plausible-request.ts';
import { exchange } from './raw-socket.ts';

/**
 * Every operation that takes a body takes one of its limit, and none of a byte more. (Ingest in depth:
 * body-limits.test.ts there.)
 */

const MAX_RECORDING_BYTES = 100_000;
const CHUNK_BYTES = 50_021;

let service: TestService;
let id: string;
before(async () => {
  service = await startService({
    roles: new Set(['api', 'receiver']),
    maxRecordingBytes: MAX_RECORDING_BYTES,
  });
  id = await service.client.ingest(meeting());
});
after(() => service.stop());

const withBody = endpoints.filter(({ body, upload }) => body ?? upload);

function limitOf({ operationId, body, upload }: ParleyEndpoint): number {
  // The operator's own limit is less than the operation's.
  return operationId === 'uploadRecording' ? MAX_RECORDING_BYTES : (body ?? upload)!.maxBytes;
}

function headOf(endpoint: ParleyEndpoint, framing: string, key = service.key): string {
  const { method, path, query, upload } = plausibleRequest(endpoint, { id });
  const target = `${path}?${new URLSearchParams(query)}`;
  const type = upload?.contentType ?? 'application/json';
  return `${method} ${target} HTTP/1.1\r\nHost: parley\r\nX-API-Key: ${key}\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`;
}

/** The operation's example, with spaces behind it. */
function bodyOf(endpoint: ParleyEndpoint, bytes: number): Buffer {
  const example = JSON.stringify(endpoint.body?.example ?? {});
  return Buffer.concat([Buffer.from(example), Buffer.alloc(bytes - Buffer.byteLength(example), ' ')]);
}

function chunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let from = 0; from < body.length; from += CHUNK_BYTES) {
    const part = body.subarray(from, from + CHUNK_BYTES);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

const urlOf = ({ address }: ParleyEndpoint) =>
  address === 'receiver' ? service.receiverUrl : service.apiUrl;

async function statusOf(endpoint: ParleyEndpoint, bytes: number, isChunked: boolean): Promise<number> {
  const body = bodyOf(endpoint, bytes);
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`;
  const head = Buffer.from(headOf(endpoint, framing));
  const answer = await exchange(urlOf(endpoint), Buffer.concat([head, isChunked ? chunked(body) : body]));
  assert.equal(answer.statuses.length, 1, `${endpoint.operationId}: ${answer.text.slice(0, 200)}`);
  return answer.statuses[0]!;
}

test('413 comes exactly where it is due: for one byte over the limit of each operation', async (t) => {
  assert.ok(withBody.length > 10);
  const wrong: string[] = [];
  let cells = 0;
  for (const endpoint of withBody) {
    const limit = limitOf(endpoint);
    for (const isChunked of [false, true]) {
      for (const bytes of [limit - 1, limit, limit + 1]) {
        cells++;
        const status = await statusOf(endpoint, bytes, isChunked);
        assert.ok(status < 500, `${endpoint.operationId}: ${status}`);
        if ((status === 413) !== bytes > limit) {
          wrong.push(`${endpoint.operationId}, ${bytes} bytes${isChunked ? ' in chunks' : ''}: ${status}`);
        }
      }
    }
  }
  const what = `413 that came undue or did not come, of ${cells} bodies to ${withBody.length} operations`;
  t.diagnostic(figureText(none(what, wrong.length)));
  assert.deepEqual(wrong, []);
});

test('a body announced over the limit is refused before a byte of it arrives', async () => {
  for (const endpoint of withBody) {
    const announced = `Content-Length: ${limitOf(endpoint) + 1}`;
    const answer = await exchange(urlOf(endpoint), headOf(endpoint, announced));
    assert.deepEqual(answer.statuses, [413], endpoint.operationId);
  }
});

test('a bad key costs neither a database connection nor a question to it, whatever the body', async (t) => {
  const watcher = new pg.Client({ connectionString: service.databaseUrl });
  await watcher.connect();
  // Idle connections may end meanwhile; only new ones are a cost.
  const begunSince = async (since: string) => {
    const { rows } = await watcher.query(
      `select count(*) filter (where backend_start > $1)::int as connections,
          count(*) filter (where query_start > $1)::int as questions
        from pg_stat_activity where datname = current_database() and application_name like 'parley%'`,
      [since],
    );
    return rows[0];
  };
  try {
    // The last use of a key is noted behind an answer.
    await delay(200);
    const { rows } = await watcher.query('select clock_timestamp()::text as now');
    const mistyped = `${service.key.slice(0, -1)}${service.key.endsWith('x') ? 'y' : 'x'}`;
    let asked = 0;
    for (const endpoint of withBody.filter(({ scope }) => scope !== null)) {
      for (const key of ['nobody', mistyped]) {
        for (const framing of [`Content-Length: ${limitOf(endpoint)}`, 'Transfer-Encoding: chunked']) {
          asked++;
          const answer = await exchange(urlOf(endpoint), headOf(endpoint, framing, key));
          assert.deepEqual(answer.statuses, [401], endpoint.operationId);
        }
      }
    }
    const begun = await begunSince(rows[0].now);
    t.diagnostic(
      figureText(none(`connections to the database for ${asked} requests with a bad key`, begun.connections)),
    );
    assert.deepEqual(begun, { connections: 0, questions: 0 });
  } finally {
    await watcher.end();
  }
});
