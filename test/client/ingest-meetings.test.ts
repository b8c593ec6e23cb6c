import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createClient,
  type IngestedItem,
  type MeetingToIngest,
  ParleyError,
} from '../../client/src/index.ts';
import { ALWAYS } from '../support/meetings.ts';
import { startService } from '../support/service.ts';
import { answers, breaksOff, type Step, startFaultyServer } from './faulty-server.ts';

const bodyOf = (id: string, changes: object = {}): MeetingToIngest => ({
  meeting: {
    id,
    title: id,
    startTime: '2026-01-31T09:30:00Z',
    endTime: '2026-01-31T10:00:00Z',
    host: { email: 'ada@acme.example' },
    ...changes,
  },
  processImportedMeeting: false,
});

async function all(items: AsyncIterable<IngestedItem>): Promise<IngestedItem[]> {
  const found: IngestedItem[] = [];
  for await (const one of items) found.push(one);
  return found;
}

test('any number of meetings are ingested, each with its outcome, in their order', async (t) => {
  const service = await startService({ roles: new Set(['api', 'receiver']) });
  t.after(() => service.stop());
  const client = createClient({
    baseUrl: service.apiUrl,
    receiverUrl: service.receiverUrl,
    apiKey: service.key,
  });
  const COUNT = 2500;
  async function* bodies() {
    for (let index = 0; index < COUNT; index++) {
      yield index === 2200 ? bodyOf('', { id: '' }) : bodyOf(`call-${index}`);
    }
  }
  const found = await all(client.ingestMeetings(bodies()));
  assert.deepEqual(
    found.map(({ index }) => index),
    Array.from({ length: COUNT }, (_, index) => index),
  );
  const refused = found.filter(({ error }) => error !== undefined);
  assert.deepEqual(
    refused.map(({ index, status }) => [index, status]),
    [[2200, 400]],
  );
  const { body } = await service.client.get('/v1/meetings', { ...ALWAYS, pageSize: '1' });
  assert.equal(body.pageCount, COUNT - 1);
});

test('a request that fails on the way is sent again', async (t) => {
  const lines: Step = (response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    response.end('{"line":1,"meetingId":"7","created":true}\n');
  };
  const server = await startFaultyServer(breaksOff, answers(503), lines);
  t.after(server.close);
  const client = createClient({ baseUrl: server.url, receiverUrl: server.url, apiKey: 'key' });
  assert.deepEqual(await all(client.ingestMeetings([bodyOf('one')])), [
    { index: 0, meetingId: '7', created: true },
  ]);
  assert.deepEqual(new Set(server.seen.map(({ body }) => body)).size, 1);
  assert.equal(server.seen.length, 3);
  assert.equal(server.seen[0]!.headers['content-type'], 'application/x-ndjson');
});

test('meetings without an outcome are an error, after the outcomes of the others', async (t) => {
  const lines: Step = (response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    response.write('{"line":1,"meetingId":"7","created":true}\n');
    response.end('{"line":2,"error":"The body stopped arriving","status":400}\n');
  };
  const server = await startFaultyServer(lines);
  t.after(server.close);
  const client = createClient({ baseUrl: server.url, receiverUrl: server.url, apiKey: 'key' });
  const found: IngestedItem[] = [];
  await assert.rejects(
    async () => {
      for await (const one of client.ingestMeetings(['a', 'b', 'c'].map((id) => bodyOf(id)))) found.push(one);
    },
    (error) =>
      error instanceof ParleyError && error.status === 200 && /only 2 of the 3 meetings/.test(error.message),
  );
  assert.deepEqual(
    found.map(({ index, status }) => [index, status]),
    [
      [0, undefined],
      [1, 400],
    ],
  );
});

test('a request that is refused as a whole is an error', async (t) => {
  const server = await startFaultyServer(answers(403, { error: 'The API key lacks the scope ingest:write' }));
  t.after(server.close);
  const client = createClient({ baseUrl: server.url, receiverUrl: server.url, apiKey: 'key' });
  await assert.rejects(all(client.ingestMeetings([bodyOf('one')])), (error) => {
    return error instanceof ParleyError && error.status === 403;
  });
});
