import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { openRaw } from '../http/raw-socket.ts';
import { limitAttempts } from '../reliability/background-worker.ts';
import { filesBelow } from '../support/files-below.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { type RecordingServer, startRecordingServer, wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const FILE = wav(2);
const MAX_BYTES = 200_000;

let service: TestService;
let server: RecordingServer;
let dataDir: string;
let failures = 0;

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-recordings-'));
  server = await startRecordingServer({
    '/call.wav': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': FILE.length }).end(FILE);
    },
    '/second.wav': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(wav(1));
    },
    '/moved': (_request, response) => {
      response.writeHead(302, { Location: '/call.wav' }).end();
    },
    '/metadata': (_request, response) => {
      response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data/' }).end();
    },
    '/page': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>');
    },
    '/large.wav': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(Buffer.alloc(MAX_BYTES + 1));
    },
    '/fails-once.wav': (_request, response) => {
      if (failures++ === 0) response.writeHead(503).end();
      else response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(FILE);
    },
  });
  service = await startService({
    dataDir,
    fetchAllow: [parseNetwork('127.0.0.0/8')!],
    maxRecordingBytes: MAX_BYTES,
  });
  await limitAttempts(service.databaseUrl, 'fetch-recording', 3);
});
after(async () => {
  await service.stop();
  server.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** The recording of a meeting once it is no longer pending. */
function settled(id: string) {
  return until(async () => {
    const { body } = await service.client.get(`/v1/meetings/${id}`);
    return body.recording.state === 'pending' ? undefined : body.recording;
  });
}

async function downloadUrlOf(id: string): Promise<string> {
  const one = await service.client.get(`/v1/meetings/${id}`, { includeDownloadUrl: 'true' });
  return one.body.downloadUrl;
}

/** Files below the store's folder. */
async function storedFiles(): Promise<string[]> {
  return (await filesBelow(join(dataDir, 'blobs'))).map((entry) => entry.name);
}

test('a recordingUrl is fetched, listed with a URL, and downloaded without a key byte for byte', async () => {
  const id = await service.client.ingest(
    meeting({ title: 'Recorded', recordingUrl: server.url('/call.wav') }),
  );
  const recording = await settled(id);
  assert.equal(recording.state, 'stored');
  assert.equal(recording.bytes, FILE.length);
  assert.equal(recording.contentType, 'audio/wav');

  const before = Date.now();
  const list = await service.client.get('/v1/meetings', { ...ALWAYS, includeDownloadUrl: 'true' });
  const listed = list.body.meetings.find((one: { id: string }) => one.id === id);
  const validMs = Date.parse(listed.downloadUrlExpiresAt) - before;
  assert.ok(Math.abs(validMs - 7_200_000) < 5000, `valid for ${validMs} ms`);

  const whole = await fetch(listed.downloadUrl);
  assert.equal(whole.status, 200);
  assert.equal(whole.headers.get('content-type'), 'audio/wav');
  assert.match(whole.headers.get('content-disposition') ?? '', /meeting-\d+\.wav/);
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), FILE);

  const part = await fetch(listed.downloadUrl, { headers: { Range: 'bytes=100-199' } });
  assert.equal(part.status, 206);
  assert.equal(part.headers.get('content-range'), `bytes 100-199/${FILE.length}`);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), FILE.subarray(100, 200));

  const head = await fetch(listed.downloadUrl, { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(head.headers.get('content-length'), `${FILE.length}`);
  const past = await fetch(listed.downloadUrl, { headers: { Range: `bytes=${FILE.length}-` } });
  assert.equal(past.status, 416);
  assert.equal(past.headers.get('content-range'), `bytes */${FILE.length}`);
  assert.deepEqual(await past.json(), { error: 'The Range starts after the end of the recording' });
});

test('no URL without being asked for, or where no recording is stored', async () => {
  const recorded = await service.client.ingest(
    meeting({ title: 'Asked', recordingUrl: server.url('/moved') }),
  );
  assert.equal((await settled(recorded)).state, 'stored');
  const silent = await service.client.ingest(meeting({ title: 'Silent' }));
  const plain = await service.client.get('/v1/meetings', { ...ALWAYS, pageSize: '50' });
  for (const one of plain.body.meetings) assert.equal(one.downloadUrl, undefined);
  assert.equal(await downloadUrlOf(silent), undefined);
  assert.match(await downloadUrlOf(recorded), /^http:\/\/127\.0\.0\.1:\d+\/downloads\//);
});

test('an altered or expired URL is refused', async () => {
  const id = await service.client.ingest(meeting({ title: 'Signed', recordingUrl: server.url('/call.wav') }));
  await settled(id);
  const url = new URL(await downloadUrlOf(id));
  const altered = [
    url.href.replace(/expires=\d/, 'expires=9'),
    url.href.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    url.href.replace(/\/meeting\/\d+\//, '/meeting/1/'),
    url.href.replace('audio%2Fwav', 'text%2Fhtml'),
    `${url.href}&more=1`,
    url.href.split('?')[0]!,
  ];
  for (const one of altered) {
    const answer = await fetch(one);
    assert.ok([400, 403].includes(answer.status), `${answer.status} for ${one}`);
    assert.ok(((await answer.json()) as { error: string }).error);
  }
  assert.equal((await fetch(url)).status, 200);
});

test('a recording that cannot be fetched fails immediately with its reason, and leaves nothing', async () => {
  const before = (await storedFiles()).length;
  const cases: [string, RegExp][] = [
    ['/nothing', /answered 404/],
    ['/page', /Content-Type text\/html/],
    ['/metadata', /not public|not allowed|network/i],
    ['/large.wav', /large|bytes/],
  ];
  for (const [path, reason] of cases) {
    const id = await service.client.ingest(meeting({ title: path, recordingUrl: server.url(path) }));
    const recording = await settled(id);
    assert.equal(recording.state, 'failed', path);
    assert.match(recording.reason, reason, path);
    assert.equal(await downloadUrlOf(id), undefined);
  }
  assert.equal((await storedFiles()).length, before);
});

test('a server that fails for a moment is asked again', async () => {
  const url = server.url('/fails-once.wav');
  const id = await service.client.ingest(meeting({ title: 'Again', recordingUrl: url }));
  assert.equal((await settled(id)).state, 'stored');
  assert.equal(server.asked.get('/fails-once.wav'), 2);
});

test('the same URL again is not fetched again, another one replaces the recording, which a version keeps', async () => {
  const call = meeting({ title: 'Replaced', id: 'replaced', recordingUrl: server.url('/call.wav') });
  const id = await service.client.ingest(call);
  await settled(id);
  const asked = server.asked.get('/call.wav');
  const files = (await storedFiles()).length;
  await service.client.ingest(call);
  assert.equal((await settled(id)).state, 'stored');
  assert.equal(server.asked.get('/call.wav'), asked);
  await service.client.ingest({ ...call, recordingUrl: server.url('/second.wav') });
  assert.equal((await settled(id)).bytes, wav(1).length);
  assert.equal((await storedFiles()).length, files + 1);
  const { body: replaced } = await service.client.get(`/v1/meetings/${id}/versions/1`);
  assert.equal(replaced.recording.bytes, FILE.length);
});

function upload(id: string, body: Buffer, headers: Record<string, string> = { 'Content-Type': 'audio/wav' }) {
  const path = `/v1/meetings/${id}/recording`;
  return service.client.send('PUT', 'receiver', path, { headers, raw: body });
}

test('an uploaded recording is stored unchanged, and replaces the earlier one', async () => {
  const id = await service.client.ingest(meeting({ title: 'Uploaded' }));
  const first = await upload(id, FILE);
  assert.deepEqual(first.body, { meetingId: id, bytes: FILE.length, contentType: 'audio/wav' });
  const larger = Buffer.alloc(MAX_BYTES, 7);
  assert.equal((await upload(id, larger, { 'Content-Type': 'video/mp4' })).status, 200);
  const answer = await fetch(await downloadUrlOf(id));
  assert.equal(answer.headers.get('content-type'), 'video/mp4');
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), larger);
});

test('an upload is refused without a meeting, with another type, or compressed', async () => {
  const id = await service.client.ingest(meeting({ title: 'Refused' }));
  assert.equal((await upload('999999', FILE)).status, 404);
  const other = await service.tenant();
  const foreign = await other.client.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, {
    headers: { 'Content-Type': 'audio/wav' },
    raw: FILE,
  });
  assert.equal(foreign.status, 404);
  assert.equal((await upload(id, FILE, { 'Content-Type': 'text/html' })).status, 415);
  const zipped = { 'Content-Type': 'audio/wav', 'Content-Encoding': 'gzip' };
  assert.equal((await upload(id, FILE, zipped)).status, 415);
});

/** Sends a part of an upload's bytes as they go over the wire. */
async function beginUpload(id: string, headers: string, bytes: Buffer) {
  const connection = await openRaw(service.receiverUrl);
  connection.write(
    `PUT /v1/meetings/${id}/recording HTTP/1.1\r\nHost: parley\r\nX-API-Key: ${service.key}\r\n` +
      `Content-Type: audio/wav\r\n${headers}\r\n\r\n`,
  );
  connection.write(bytes);
  return connection;
}

test('an interrupted upload leaves the earlier recording, and nothing else', async () => {
  const id = await service.client.ingest(meeting({ title: 'Cut off' }));
  assert.equal((await upload(id, FILE)).status, 200);
  const files = (await storedFiles()).sort();
  const url = await downloadUrlOf(id);
  const connection = await beginUpload(id, `Content-Length: ${MAX_BYTES}`, Buffer.alloc(MAX_BYTES / 2));
  await until(async () => ((await storedFiles()).length === files.length + 1 ? true : undefined));
  connection.close();
  await until(async () => ((await storedFiles()).length === files.length ? true : undefined));
  assert.deepEqual((await storedFiles()).sort(), files);
  const { body } = await service.client.get(`/v1/meetings/${id}`);
  assert.deepEqual([body.recording.state, body.recording.bytes], ['stored', FILE.length]);
  assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), FILE);
});

test('an upload over the limit is 413, announced or not, and leaves nothing', async () => {
  const id = await service.client.ingest(meeting({ title: 'Too large' }));
  const files = (await storedFiles()).length;
  const announced = await beginUpload(id, `Content-Length: ${MAX_BYTES + 1}`, Buffer.alloc(0));
  const chunk = Buffer.alloc(MAX_BYTES + 1);
  const chunked = Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk]);
  const streamed = await beginUpload(id, 'Transfer-Encoding: chunked', chunked);
  for (const connection of [announced, streamed]) {
    const answer = await connection.read();
    assert.deepEqual(answer.statuses, [413]);
    assert.match(answer.body, new RegExp(`at most ${MAX_BYTES} bytes`));
  }
  assert.equal((await service.client.get(`/v1/meetings/${id}`)).body.recording.state, 'none');
  assert.equal((await storedFiles()).length, files);
  assert.equal((await upload(id, Buffer.alloc(MAX_BYTES))).status, 200, 'the limit itself is taken');
});

test('a deleted meeting is gone with its recording, transcript, remaps and jobs', async () => {
  const id = await service.client.ingest(
    meeting({
      title: 'Deleted',
      id: 'deleted',
      recordingUrl: server.url('/call.wav'),
      transcript: { segments: [{ text: 'Gone.' }] },
    }),
  );
  await settled(id);
  const url = await downloadUrlOf(id);
  const files = (await storedFiles()).length;
  const other = await service.tenant();
  assert.equal((await other.client.delete(`/v1/meetings/${id}`)).status, 404);
  assert.equal((await service.client.delete(`/v1/meetings/${id}`)).status, 204);
  assert.equal((await service.client.delete(`/v1/meetings/${id}`)).status, 404);
  assert.equal((await service.client.get(`/v1/meetings/${id}`)).status, 404);
  await until(async () => ((await storedFiles()).length === files - 1 ? true : undefined));
  assert.equal((await fetch(url)).status, 404);
  const again = await service.client.ingest(meeting({ title: 'Deleted', id: 'deleted' }));
  assert.notEqual(again, id);
});
