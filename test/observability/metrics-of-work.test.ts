import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { limitAttempts } from '../reliability/background-worker.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { ingestEmail } from '../support/emails.ts';
import { meeting } from '../support/meetings.ts';
import { type RecordingServer, startRecordingServer, wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { stubbed } from '../support/with-model.ts';
import { readMetrics } from '../torture/support/service-metrics.ts';

/** The work of the service is counted: calls of models, recordings, e-mails, and the time until a conversation is judged. */

let ai: AiServer;
let recordings: RecordingServer;
let service: TestService;
let isBroken = true;

before(async () => {
  ai = await startAiServer();
  recordings = await startRecordingServer({
    '/call.wav': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(wav(1));
    },
    '/broken.wav': (_request, response) => {
      if (isBroken) response.writeHead(503).end();
      else response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(wav(1));
    },
    '/page.html': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>');
    },
  });
  service = await startService({
    ai: stubbed(ai.url),
    fetchAllow: [parseNetwork('127.0.0.0/8')!],
  });
});
after(async () => {
  await service.stop();
  await ai.close();
  recordings.close();
});

const metrics = () => readMetrics(service.apiUrl);

/** Runs some work, and returns how the metrics that begin with `prefix` have changed; those that have not are left out. */
async function changesOf(prefix: string, work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await metrics();
  await work();
  const changed: Record<string, number> = {};
  for (const [name, value] of await metrics()) {
    const change = value - (before.get(name) ?? Number.NaN);
    if (name.startsWith(prefix) && change !== 0) changed[name.slice(prefix.length)] = change;
  }
  return changed;
}

/** Waits until a counter has a value. */
const counted = (name: string, value: number) =>
  until(async () => ((await metrics()).get(name) === value ? true : undefined));

test('a process counts from zero: no series appears with its first increment', async () => {
  const page = await metrics();
  const zeros = [
    'parley_meetings_ingested_total{created="true"}',
    'parley_emails_ingested_total{created="false"}',
    'parley_sign_ins_total{outcome="refused"}',
    'parley_http_shed_requests_total{reason="connections"}',
    'parley_http_shed_requests_total{reason="database_busy"}',
    'parley_processing_lag_seconds_count{part="signals"}',
    'parley_job_duration_seconds_count{job="process-run",outcome="failed"}',
    'parley_jobs{job="process-run",state="waiting"}',
    'parley_dead_jobs{job="fetch-recording"}',
    'parley_oldest_job_seconds{job="apply-remap"}',
    'parley_ai_calls_total{task="judge",outcome="unavailable"}',
    'parley_ai_call_duration_seconds_count{task="answer"}',
    'parley_ai_invalid_answers_total{task="summarize"}',
    'parley_ai_tokens_total{task="judge",direction="input"}',
    'parley_ai_cost_dollars_total{direction="output"}',
    'parley_ai_refusals_total{task="judge",reason="budget"}',
    'parley_ai_gate_closed',
    'parley_webhook_attempts_total{outcome="failed"}',
    'parley_recording_fetches_total{outcome="failed"}',
    'parley_recordings_stored_total{source="upload"}',
    'parley_recording_stored_bytes_total{source="fetch"}',
    'parley_disk_full_errors_total{disk="database"}',
    'parley_database_pool_waiting{pool="writes"}',
    'parley_database_pool_waiting{pool="jobs"}',
  ];
  assert.deepEqual(
    zeros.filter((name) => page.get(name) !== 0),
    [],
  );
  assert.equal(page.get('parley_database_up'), 1);
  const info = [...page].find(([name]) => name.startsWith('parley_info{'))!;
  assert.match(
    info[0],
    /version="\d+\.\d+\.\d+",roles="api,receiver,worker",ai_provider="openai-compatible"/,
  );
  assert.equal(page.get('parley_database_pool_max_connections{pool="writes"}'), 14);
  assert.ok(
    page.get('parley_disk_free_bytes{disk="data"}')! <= page.get('parley_disk_size_bytes{disk="data"}')!,
  );
});

const DECIDES = { transcript: { segments: [{ text: 'It is too expensive for us.', timestampSeconds: 1 }] } };

test('calls of a model are counted with their tokens and cost, and the time from arrival to judgement', async () => {
  const made = await service.client.post('/admin/v1/signals', {
    signalName: 'Price',
    prompt: 'Did somebody say "too expensive"?',
  });
  assert.equal(made.status, 201);
  const calls = await changesOf('parley_ai_', async () => {
    await service.client.ingest(meeting({ id: 'judged', ...DECIDES }), {});
    await counted('parley_processing_lag_seconds_count{part="summary"}', 1);
  });
  assert.equal(calls['calls_total{task="judge",outcome="answered"}'], 1);
  assert.equal(calls['calls_total{task="summarize",outcome="answered"}'], undefined, 'it is the same call');
  assert.equal(calls['call_duration_seconds_count{task="judge"}'], 1);
  assert.ok(calls['call_duration_seconds_sum{task="judge"}']! > 0);
  const sum = (direction: string) => calls[`tokens_total{task="judge",direction="${direction}"}`]!;
  // The prices are 2.5 and 10 dollars for a million tokens.
  const near = (found: number, expected: number) => assert.ok(Math.abs(found - expected) < 1e-9, `${found}`);
  near(calls['cost_dollars_total{direction="input"}']!, (sum('input') * 2.5) / 1e6);
  near(calls['cost_dollars_total{direction="output"}']!, (sum('output') * 10) / 1e6);
  const page = await metrics();
  assert.equal(page.get('parley_processing_lag_seconds_count{part="signals"}'), 1);
  const lag = page.get('parley_processing_lag_seconds_sum{part="signals"}')!;
  assert.ok(lag > 0 && lag < 20, `${lag}`);
});

test('a remap that is judged again is no arrival', async () => {
  const counts = await changesOf('parley_processing_lag_seconds_count', async () => {
    const { requestId } = (
      await service.client.post('/v1/meeting/remap', {
        source: { type: 'USER_PROVIDED', id: 'judged' },
        salesforceRecords: { accountId: '0018c00002ABCDEAA5' },
        triggerAiSignals: true,
        triggerSummary: true,
      })
    ).body;
    await until(async () => {
      const { body } = await service.client.get(`/v1/meeting/remap/${requestId}`);
      return body.status === 'completed' ? true : undefined;
    });
  });
  assert.deepEqual(counts, {});
});

test('answers that cannot be used, and a provider that is away, are told apart', async () => {
  const name = (outcome: string) => `parley_ai_calls_total{task="judge",outcome="${outcome}"}`;
  const { client } = await service.tenant();
  await client.post('/admin/v1/signals', { signalName: 'Price', prompt: 'Was it "too expensive"?' });
  ai.failWith('prose', 1);
  const invalid = await changesOf('parley_ai_', async () => {
    const done = (await metrics()).get('parley_processing_lag_seconds_count{part="signals"}')!;
    await client.ingest(meeting({ id: 'invalid', ...DECIDES }), {});
    await counted('parley_processing_lag_seconds_count{part="signals"}', done + 1);
  });
  assert.equal(invalid['calls_total{task="judge",outcome="answered"}'], 2);
  assert.equal(invalid['invalid_answers_total{task="judge"}'], 1);

  const before = (await metrics()).get(name('unavailable'))!;
  ai.failWith({ status: 429, headers: { 'retry-after': '1' } });
  await client.ingest(meeting({ id: 'away', ...DECIDES }), {});
  await until(async () => ((await metrics()).get(name('unavailable'))! > before ? true : undefined));
  await counted('parley_ai_gate_closed', 1);
  let others = 0;
  await until(async () => {
    await client.ingest(meeting({ id: `held back ${++others}`, ...DECIDES }), {});
    const refused = (await metrics()).get('parley_ai_refusals_total{task="judge",reason="gate"}')!;
    return refused > 0 ? true : undefined;
  });
  ai.recover();
  await counted('parley_ai_gate_closed', 0);
});

test('tasks over the budget of the day are counted, and no call is', async () => {
  const limited = await startService({ ai: stubbed(ai.url, { tokensPerDay: 1 }) });
  try {
    const value = async (name: string) => (await readMetrics(limited.apiUrl)).get(name)!;
    const calls = 'parley_ai_calls_total{task="summarize",outcome="answered"}';
    const refusals = 'parley_ai_refusals_total{task="summarize",reason="budget"}';
    // The first call of a day is always allowed.
    await limited.client.ingest(meeting({ id: 'first', ...DECIDES }), {});
    await until(async () => ((await value(calls)) === 1 ? true : undefined));
    await limited.client.ingest(meeting({ id: 'second', ...DECIDES }), {});
    await until(async () => ((await value(refusals)) > 0 ? true : undefined));
    assert.equal(await value(calls), 1);
  } finally {
    await limited.stop();
  }
});

test('recordings and e-mails are counted by their end', async () => {
  await limitAttempts(service.databaseUrl, 'fetch-recording', 1);
  const fetches = (outcome: string) => `parley_recording_fetches_total{outcome="${outcome}"}`;
  const ingest = (id: string, path: string) =>
    service.client.ingest(meeting({ id, recordingUrl: recordings.url(path) }), {});
  const bytes = wav(1).length;
  const changed = await changesOf('parley_recording', async () => {
    await ingest('fetched', '/call.wav');
    await counted(fetches('stored'), 1);
    await ingest('broken', '/broken.wav');
    await counted(fetches('failed'), 1);
    await ingest('page', '/page.html');
    await counted(fetches('failed'), 2);
    const id = await service.client.ingest(meeting({ id: 'uploaded' }), {});
    const sent = await fetch(`${service.receiverUrl}/v1/meetings/${id}/recording`, {
      method: 'PUT',
      body: new Uint8Array(wav(1)),
      headers: { 'X-API-Key': service.key, 'Content-Type': 'audio/wav' },
    });
    assert.equal(sent.status, 200);
  });
  assert.deepEqual(changed, {
    '_fetches_total{outcome="stored"}': 1,
    '_fetches_total{outcome="failed"}': 2,
    's_stored_total{source="fetch"}': 1,
    's_stored_total{source="upload"}': 1,
    '_stored_bytes_total{source="fetch"}': bytes,
    '_stored_bytes_total{source="upload"}': bytes,
  });
  // The page was refused for good, which is no failure of the job.
  await counted('parley_dead_jobs{job="fetch-recording"}', 1);
  assert.equal((await metrics()).get('parley_jobs{job="dead-letters",state="waiting"}'), 1);
  isBroken = false;
  const [dead] = (await service.client.get('/admin/v1/jobs', { state: 'dead' })).body.jobs;
  await service.client.post(`/admin/v1/jobs/${dead.id}/retry`, undefined);
  await counted('parley_dead_jobs{job="fetch-recording"}', 0);
  const emails = await changesOf('parley_emails_ingested_total', async () => {
    await ingestEmail(service.client, { id: 'one' });
    await ingestEmail(service.client, { id: 'one', subject: 'Changed' });
  });
  assert.deepEqual(emails, { '{created="true"}': 1, '{created="false"}': 1 });
});
