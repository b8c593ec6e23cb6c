import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { BUCKET, S3_KEY, s3Server } from '../blobs/s3-server.ts';
import { clockOff } from '../queue/wrong-clock.ts';
import { startChildService } from '../support/child-service.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { startRecordingServer, wav } from '../support/recordings.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const FILE = wav(2);
/** More than a part, so that it is uploaded in parts. */
const LARGE = Buffer.alloc(9 * 1024 * 1024, 'parley');

const storeAt = (endpoint: string) =>
  ({
    kind: 's3',
    bucket: BUCKET,
    prefix: 'calls/',
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: S3_KEY, secretAccessKey: S3_KEY },
  }) as const;

test('with an S3 store recordings are fetched and uploaded into it, and downloaded from it without a key', async (t) => {
  const s3 = await s3Server(t);
  const recordings = await startRecordingServer({
    '/call.wav': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(FILE);
    },
  });
  t.after(() => recordings.close());
  const service = await startService({
    fetchAllow: [parseNetwork('127.0.0.0/8')!],
    blobs: storeAt(s3.url),
  });
  t.after(() => service.stop());
  const fetched = await service.client.ingest(
    meeting({ title: 'Fetched', recordingUrl: recordings.url('/call.wav') }),
  );
  const uploaded = await service.client.ingest(meeting({ title: 'Uploaded' }));
  const answer = await service.client.send('PUT', 'receiver', `/v1/meetings/${uploaded}/recording`, {
    headers: { 'Content-Type': 'video/mp4' },
    raw: LARGE,
  });
  assert.equal(answer.status, 200, answer.text);
  await until(async () => {
    const { body } = await service.client.get(`/v1/meetings/${fetched}`);
    return body.recording.state === 'stored' ? true : undefined;
  });

  // S3 knows the time: an API process whose clock is wrong must sign with the true one.
  const endpoint = encodeURIComponent(s3.url);
  const child = await startChildService({
    databaseUrl: service.databaseUrl,
    key: service.key,
    env: {
      PARLEY_ROLES: 'api,receiver',
      PARLEY_BLOB_URL: `s3://${BUCKET}/calls?endpoint=${endpoint}&region=us-east-1`,
      AWS_ACCESS_KEY_ID: S3_KEY,
      AWS_SECRET_ACCESS_KEY: S3_KEY,
      NODE_OPTIONS: `--import=${clockOff(1)}`,
    },
  });
  t.after(() => child.kill());
  for (const client of [service.client, child.client]) {
    const list = await client.get('/v1/meetings', { ...ALWAYS, includeDownloadUrl: 'true' });
    for (const [id, bytes, type] of [
      [fetched, FILE, 'audio/wav'],
      [uploaded, LARGE, 'video/mp4'],
    ] as const) {
      const { downloadUrl, downloadUrlExpiresAt } = list.body.meetings.find(
        (one: { id: string }) => one.id === id,
      );
      assert.ok(downloadUrl.startsWith(`${s3.url}/${BUCKET}/calls/org/`), downloadUrl);
      assert.ok(Math.abs(Date.parse(downloadUrlExpiresAt) - Date.now() - 7_200_000) < 5000);
      const part = await fetch(downloadUrl, { headers: { Range: 'bytes=1000-1999' } });
      assert.equal(part.status, 206, await part.clone().text());
      assert.equal(part.headers.get('content-type'), type);
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(1000, 2000));
    }
  }

  assert.equal((await service.client.delete(`/v1/meetings/${fetched}`)).status, 204);
  assert.equal((await service.client.delete(`/v1/meetings/${uploaded}`)).status, 204);
  await until(async () => {
    const deleted = s3.requests.filter((line) => line.startsWith(`DELETE /${BUCKET}/calls/org/`));
    return deleted.length === 2 ? true : undefined;
  });
  assert.deepEqual(s3.openUploads(), []);
});

/** Returns a port on which nothing listens. */
const NOBODY = 'http://127.0.0.1:1';

test('an S3 store that is unreachable or broken is reported as such, and another attempt is requested', async (t) => {
  const s3 = await s3Server(t);
  s3.intercept = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  for (const endpoint of [s3.url, NOBODY]) {
    const service = await startService({ blobs: storeAt(endpoint) });
    t.after(() => service.stop());
    const id = await service.client.ingest(meeting({ title: 'Uploaded in vain' }));
    const answer = await service.client.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, {
      headers: { 'Content-Type': 'video/mp4' },
      raw: Buffer.alloc(1000),
    });
    assert.equal(answer.status, 503, answer.text);
    assert.deepEqual(answer.body, {
      error: 'The store of recordings and exports cannot be reached; try again later',
    });
    assert.equal(answer.headers.get('retry-after'), '1');
    const { body } = await service.client.get(`/v1/meetings/${id}`);
    assert.equal(body.recording.state, 'none');
  }
});
