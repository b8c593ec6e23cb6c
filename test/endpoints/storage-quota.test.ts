import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { limitAttempts } from '../reliability/background-worker.ts';
import type { TestClient } from '../support/client.ts';
import { email, INGEST_EMAIL } from '../support/emails.ts';
import { meeting } from '../support/meetings.ts';
import { startRecordingServer, wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { ingestLines } from './ingest/bulk.ts';

const QUOTA_BYTES = 100_000;
const INGEST = '/v1/user-provided-meeting';

let service: TestService;
before(async () => {
  service = await startService({
    organizationBytes: QUOTA_BYTES,
    fetchAllow: [parseNetwork('127.0.0.0/8')!],
  });
});
after(() => service.stop());

/** Words that do not get smaller by being deflated, but for their letters being hexadecimal digits. */
const words = (bytes: number) => randomBytes(bytes).toString('hex');

const bodyOf = (id: string, text: string) => ({
  meeting: meeting({ id, transcript: { segments: [{ text }] } }),
  processImportedMeeting: false,
});

/** Ingests until the organization has no room left. @returns the bodies that were stored */
async function fill(client: TestClient): Promise<{ stored: ReturnType<typeof bodyOf>[]; refusal: string }> {
  const stored: ReturnType<typeof bodyOf>[] = [];
  for (let number = 0; number < 20; number++) {
    const body = bodyOf(`call-${number}`, words(15_000));
    const answer = await client.post(INGEST, body);
    if (answer.status === 507) {
      assert.equal(answer.headers.get('retry-after'), '60');
      return { stored, refusal: answer.body.error };
    }
    assert.equal(answer.status, 200, answer.text);
    stored.push(body);
  }
  throw new Error('nothing was refused');
}

test('an organization stores up to its quota, and others are not concerned', async () => {
  const [{ client }, { client: other }] = [await service.tenant(), await service.tenant()];
  const { stored, refusal } = await fill(client);
  assert.ok(stored.length >= 4 && stored.length <= 6, `${stored.length} transcripts of 15 to 20 kB`);
  const [, used, most] = /has stored (\d+) of the (\d+) bytes/.exec(refusal) ?? [];
  assert.ok(Number(used) <= QUOTA_BYTES && Number(used) > QUOTA_BYTES - 25_000, refusal);
  assert.equal(Number(most), QUOTA_BYTES);

  const again = await client.post(INGEST, stored[0]!);
  assert.deepEqual([again.status, again.body.created], [200, false], 'what changes nothing takes no room');
  const replaced = await client.post(INGEST, bodyOf('call-0', words(15_000)));
  assert.equal(replaced.status, 507, 'the transcript that is replaced is kept as a version');
  const upload = await client.send('PUT', 'receiver', `/v1/meetings/${again.body.meetingId}/recording`, {
    raw: randomBytes(30_000),
    headers: { 'Content-Type': 'audio/wav' },
  });
  assert.equal(upload.status, 507);
  assert.equal((await client.get(`/v1/meetings/${again.body.meetingId}`)).body.recording.state, 'none');
  const mail = await client.post(INGEST_EMAIL, { email: email({ text: words(15_000) }) });
  assert.equal(mail.status, 507);
  const file = `WEBVTT\n\n00:00.000 --> 00:01.000\n${words(15_000)}\n`;
  const query = { fileName: 'call.vtt', hostEmail: 'ada@parley.example', startTime: '2026-01-31T09:30:00Z' };
  const imported = await client.send('POST', 'api', '/v1/meetings/import', {
    raw: file,
    query,
    headers: { 'Content-Type': 'text/vtt' },
  });
  assert.equal(imported.status, 507, imported.text);
  assert.equal((await other.post(INGEST, bodyOf('call-0', words(15_000)))).status, 200);
});

test('of a file with several meetings, those for which there is room are stored', async () => {
  const { client } = await service.tenant();
  const importLines = (from: number) =>
    client.send('POST', 'api', '/v1/meetings/import', {
      raw: Array.from({ length: 10 }, (_, n) => JSON.stringify(bodyOf(`${from + n}`, words(15_000)))).join(
        '\n',
      ),
      query: { fileName: 'calls.jsonl' },
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
  const { status, body, text } = await importLines(0);
  assert.equal(status, 200, text.slice(0, 500));
  const statuses = body.meetings.map(
    (row: { outcome?: string; status?: number }) => row.outcome ?? row.status,
  );
  const stored = statuses.filter((one: unknown) => one === 'created').length;
  assert.ok(stored >= 4 && stored <= 6, `${statuses}`);
  assert.equal(statuses.filter((one: unknown) => one === 507).length, 10 - stored);
  const list = await client.get('/v1/meetings', { from: '2020-01-01T00:00:00Z' });
  assert.equal(list.body.meetings.length, stored);
  const refused = await importLines(100);
  assert.equal(refused.status, 507);
  assert.equal(refused.headers.get('retry-after'), '60');
});

test('deletions free storage', async () => {
  const { client } = await service.tenant();
  const { stored } = await fill(client);
  const [first] = (await client.get('/v1/meetings', { from: '2020-01-01T00:00:00Z' })).body.meetings;
  assert.equal((await client.delete(`/v1/meetings/${first.id}`)).status, 204);
  await until(async () => {
    const answer = await client.post(INGEST, bodyOf('after', words(15_000)));
    return answer.status === 200 || undefined;
  });
  assert.ok(stored.length > 0);
});

test('an answer that was given for an Idempotency-Key is given again without any room', async () => {
  const { client } = await service.tenant();
  const headers = { 'Idempotency-Key': 'first' };
  const body = bodyOf('first', words(15_000));
  const first = await client.post(INGEST, body, { headers });
  await fill(client);
  const again = await client.post(INGEST, body, { headers });
  assert.deepEqual([again.status, again.body], [200, first.body]);
});

test('uploads at the same time do not exceed the quota together', async () => {
  const { client } = await service.tenant();
  const ids = await Promise.all(
    Array.from({ length: 6 }, (_, number) => client.ingest(meeting({ id: `upload-${number}` }))),
  );
  const uploads = await Promise.all(
    ids.map((id) =>
      client.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, {
        raw: randomBytes(40_000),
        headers: { 'Content-Type': 'audio/wav' },
      }),
    ),
  );
  const statuses = uploads.map(({ status }) => status);
  assert.ok(
    statuses.every((status) => status === 200 || status === 507),
    `${statuses}`,
  );
  assert.ok(statuses.filter((status) => status === 200).length <= 2, `${statuses}`);
});

test('a fetched recording that exceeds the quota fails with the reason', async () => {
  const { client } = await service.tenant();
  await limitAttempts(service.databaseUrl, 'fetch-recording', 1);
  const recordings = await startRecordingServer({
    '/large.wav': (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(wav(30)),
  });
  try {
    const id = await client.ingest(meeting({ id: 'fetched', recordingUrl: recordings.url('/large.wav') }));
    const { reason } = await until(async () => {
      const { recording } = (await client.get(`/v1/meetings/${id}`)).body;
      return recording.state === 'failed' ? recording : undefined;
    });
    assert.match(reason, /of the 100000 bytes that it may store/);
  } finally {
    recordings.close();
  }
});

test('attendees and titles count too, in new meetings and in versions that ingests and restores make', async () => {
  const { client } = await service.tenant();
  const attendees = (part: string) =>
    Array.from({ length: 40 }, (_, n) => ({ name: words(150), email: `${part}-${n}@acme.example` }));
  const ingest = (id: string, part: string) =>
    client.post(INGEST, { meeting: meeting({ id, attendees: attendees(part) }) });
  const again = async (send: (n: number) => ReturnType<typeof client.post>) => {
    for (let n = 0; n < 20; n++) {
      const { status } = await send(n);
      if (status === 507) return;
      assert.equal(status, 200);
    }
    assert.fail('nothing was refused');
  };
  const { body } = await ingest('flooded', 'first');
  assert.equal((await ingest('flooded', 'second')).status, 200);
  const path = `/v1/meetings/${body.meetingId}/versions`;
  await again((n) => client.post(`${path}/${1 + (n % 2)}/restore`));
  await again((n) => ingest('flooded', `part-${n}`));
  await again((n) => ingest(`new-${n}`, 'first'));
  const to = attendees('to').map(({ name, email: address }) => ({
    name: name.slice(0, 100),
    email: address,
  }));
  await again((n) => client.post(INGEST_EMAIL, { email: email({ id: `mail-${n}`, to }) }));
});

test('of a bulk ingest, the lines that fit are stored, and each of the others is refused by itself', async () => {
  const { client } = await service.tenant();
  const sizes = [15_000, 15_000, 300_000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000];
  const bodies = sizes.map((bytes, index) => bodyOf(`line-${index}`, words(bytes)));
  const told = await ingestLines(client, bodies);
  assert.equal(told[2]!.status, 507, 'larger than the quota');
  const stored = told.filter(({ created }) => created);
  assert.ok(stored.length >= 4 && stored.length <= 6, `${stored.length} transcripts of 15 to 20 kB`);
  assert.deepEqual(new Set(told.map(({ created, status }) => created ?? status)), new Set([true, 507]));
  const { body } = await client.get('/v1/meetings', { from: '2000-01-01T00:00:00Z', pageSize: '1' });
  assert.equal(body.pageCount, stored.length);
});
