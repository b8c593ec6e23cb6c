import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { limitAttempts } from '../reliability/background-worker.ts';
import { meeting } from '../support/meetings.ts';
import { type RecordingServer, startRecordingServer, wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let server: RecordingServer;
let isBroken = true;

before(async () => {
  server = await startRecordingServer({
    '/call.wav': (_request, response) => {
      if (isBroken) response.writeHead(503).end();
      else response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(wav(1));
    },
    '/waits.wav': () => {},
  });
  service = await startService({ fetchAllow: [parseNetwork('127.0.0.0/8')!] });
});
after(async () => {
  await service.stop();
  server.close();
});

test('a dead job is seen by its own organization with its reason, and done when it is run again', async () => {
  await limitAttempts(service.databaseUrl, 'fetch-recording', 1);
  const id = await service.client.ingest(meeting({ title: 'Dead', recordingUrl: server.url('/call.wav') }));
  const dead = await until(async () => {
    const { body } = await service.client.get('/admin/v1/jobs', { state: 'dead' });
    return body.jobs[0];
  });
  assert.equal(dead.job, 'fetch-recording');
  assert.equal(dead.attempts, 1);
  assert.equal(dead.payload.meetingId, Number(id));
  assert.match(dead.reason, /answered 503/);
  const { recording } = (await service.client.get(`/v1/meetings/${id}`)).body;
  assert.deepEqual([recording.state, recording.reason], ['failed', dead.reason]);

  const other = await service.tenant();
  assert.deepEqual((await other.client.get('/admin/v1/jobs')).body, { jobs: [] });
  const retry = (client = service.client, one = dead.id) =>
    client.post(`/admin/v1/jobs/${one}/retry`, undefined);
  assert.equal((await retry(other.client)).status, 404);
  for (const nobodys of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
    assert.equal((await retry(service.client, nobodys)).status, 404);
  }

  isBroken = false;
  const both = await Promise.all([retry(), retry()]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 404], 'it goes back once');
  await until(async () => {
    const { body } = await service.client.get(`/v1/meetings/${id}`);
    return body.recording.state === 'stored' ? true : undefined;
  });
  assert.deepEqual((await service.client.get('/admin/v1/jobs', { state: 'dead' })).body, { jobs: [] });
});

test('jobs are listed by state, newest first, and counted for metrics', async () => {
  // Of three places two are one organization's.
  for (let one = 0; one < 4; one++) {
    const recordingUrl = server.url('/waits.wav');
    await service.client.ingest(meeting({ title: `Waits ${one}`, recordingUrl }));
  }
  const listed = async (state: string) =>
    (await service.client.get('/admin/v1/jobs', { state })).body.jobs.filter(
      ({ job }: { job: string }) => job === 'fetch-recording',
    );
  await until(async () => ((await listed('active')).length === 2 ? true : undefined));
  const waiting = await listed('waiting');
  assert.deepEqual(
    waiting.map(({ attempts, state }: { attempts: number; state: string }) => [attempts, state]),
    [
      [0, 'waiting'],
      [0, 'waiting'],
    ],
  );
  assert.ok(waiting[0].payload.meetingId > waiting[1].payload.meetingId);
  assert.deepEqual(
    (await listed('active')).map(({ attempts }: { attempts: number }) => attempts),
    [1, 1],
  );
  assert.equal((await service.client.get('/admin/v1/jobs', { state: 'done' })).status, 400);

  const { text } = await service.client.get('/metrics');
  const metric = (line: string) => Number(new RegExp(`^${line} (.+)$`, 'm').exec(text)?.[1]);
  assert.equal(metric('parley_jobs\\{job="fetch-recording",state="waiting"\\}'), 2);
  assert.equal(metric('parley_jobs\\{job="fetch-recording",state="active"\\}'), 2);
  const oldest = metric('parley_oldest_job_seconds\\{job="fetch-recording"\\}');
  assert.ok(oldest > 0 && oldest < 60, `${oldest}`);
  const count = (outcome: string) =>
    metric(`parley_job_duration_seconds_count\\{job="fetch-recording",outcome="${outcome}"\\}`);
  assert.deepEqual([count('done'), count('failed')], [1, 1]);
});

test('jobs are summed up by kind, for their own organization only', async () => {
  const { client } = await service.tenant();
  const kinds = [
    'apply-remap',
    'process-run',
    'run-backtest',
    'run-export',
    'fetch-recording',
    'load-demo',
    'remove-demo',
    'delete-blob',
  ];
  const none = kinds.map((kind) => ({ kind, waiting: 0, running: 0, failed: 0 }));
  const summary = async (): Promise<Record<string, unknown>[]> =>
    (await client.get('/admin/v1/jobs/summary')).body.jobs;
  assert.deepEqual(await summary(), none, 'what others have is not counted');

  isBroken = true;
  await client.ingest(meeting({ title: 'Dead', recordingUrl: server.url('/call.wav') }));
  const ofRecordings = async () => (await summary()).find(({ kind }) => kind === 'fetch-recording')!;
  await until(async () => ((await ofRecordings()).failed === 1 ? true : undefined));
  for (let one = 0; one < 4; one++) {
    await client.ingest(meeting({ title: `Waits ${one}`, recordingUrl: server.url('/waits.wav') }));
  }
  // The other organization of this file holds two of the three places.
  await until(async () => ((await ofRecordings()).running === 1 ? true : undefined));
  const { oldestWaitingSeconds, ...counts } = await ofRecordings();
  assert.deepEqual(counts, { kind: 'fetch-recording', waiting: 3, running: 1, failed: 1 });
  assert.ok((oldestWaitingSeconds as number) >= 0 && (oldestWaitingSeconds as number) < 60);
  assert.deepEqual(
    (await summary()).filter(({ kind }) => kind !== 'fetch-recording'),
    none.filter(({ kind }) => kind !== 'fetch-recording'),
  );
});
