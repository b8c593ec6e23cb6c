import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { ConfigError, readConfig } from '../../src/config.ts';
import { createLog } from '../../src/lib/log.ts';
import { openTraces } from '../../src/lib/open-traces.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { stubbed } from '../support/with-model.ts';
import { type CollectedSpan, startCollector } from './collector.ts';

let ai: AiServer;
let collector: Awaited<ReturnType<typeof startCollector>>;
let service: TestService;
before(async () => {
  [ai, collector] = [await startAiServer(), await startCollector()];
  service = await startService({
    ai: stubbed(ai.url),
    traces: { url: collector.url, ratio: 1, headers: { Authorization: 'Bearer of-the-collector' } },
  });
});
after(async () => {
  await service.stop();
  await ai.close();
  collector.close();
});

const SERVER_KIND = 2;
const CLIENT_KIND = 3;
const CONSUMER_KIND = 5;
const CALLER = 'b7ad6b7169203331';
let traces = 0;
const newTraceId = () => `${++traces}`.padStart(32, 'a');

/** Waits until the collector has a span of the trace, and returns it. */
const span = (traceId: string, name: string) =>
  until(async () => collector.spans.find((one) => one.traceId === traceId && one.name === name));

/** Returns the names of a span's ancestors, the nearest first. */
function ancestors(of: CollectedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === of.parentSpanId);
  return parent ? [parent.name, ...ancestors(parent)] : [];
}

/** Sends a request of the API with a traceparent. */
const send = (path: string, traceparent: string, method = 'GET', body?: object) =>
  fetch(`${body ? service.receiverUrl : service.apiUrl}${path}`, {
    method,
    headers: {
      traceparent,
      'X-API-Key': service.key,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

const SECRET_WORDS = 'a-word-that-was-said';

test('one trace leads from the caller through the request, its SQL and its job to the model', async () => {
  const made = await service.client.post('/admin/v1/signals', {
    signalName: 'Price',
    prompt: 'Did somebody say "too expensive"?',
  });
  assert.equal(made.status, 201);
  const traceId = newTraceId();
  const segments = [{ text: `It is too expensive: ${SECRET_WORDS}.` }];
  const body = { meeting: meeting({ id: 'traced', title: SECRET_WORDS, transcript: { segments } }) };
  const answer = await send('/v1/user-provided-meeting', `00-${traceId}-${CALLER}-01`, 'POST', body);
  assert.equal(answer.status, 200);

  const call = await span(traceId, 'chat test-model');
  assert.equal(call.kind, CLIENT_KIND);
  assert.ok((call.fields['gen_ai.usage.input_tokens'] as number) > 0);
  const job = await span(traceId, 'job process-run');
  assert.deepEqual([job.kind, job.fields['parley.attempt']], [CONSUMER_KIND, 1]);
  const request = await span(traceId, 'POST /v1/user-provided-meeting');
  assert.deepEqual([request.kind, request.parentSpanId], [SERVER_KIND, CALLER]);
  assert.deepEqual(
    [request.fields['parley.operation'], request.fields['http.response.status_code']],
    ['ingestMeeting', 200],
  );
  assert.equal(request.fields['parley.request_id'], answer.headers.get('x-request-id'));
  const path = ['job process-run', 'transaction', 'POST /v1/user-provided-meeting'];
  assert.deepEqual(ancestors(call).slice(-path.length), path);
  assert.match(ancestors(call)[0]!, /^ai (?:judge|summarize)$/);
  const enqueued = await span(traceId, 'insert-job');
  assert.deepEqual(ancestors(enqueued), path.slice(1));
  assert.equal(enqueued.fields['db.system.name'], 'postgresql');
  const inJob = await span(traceId, 'select-processing-run');
  assert.deepEqual(ancestors(inJob), path);

  const line = service
    .logged()
    .split('\n')
    .find((one) => one.includes('"operation":"ingestMeeting"'))!;
  assert.equal(JSON.parse(line).traceId, traceId);
  const { path: posted, headers } = collector.posts[0]!;
  assert.deepEqual([posted, headers.authorization], ['/v1/traces', 'Bearer of-the-collector']);
  assert.equal(collector.resources[0]!['service.name'], 'parley');
  const sent = collector.posts.map(({ text }) => text).join();
  for (const secret of [SECRET_WORDS, service.key, 'too expensive', '@']) {
    assert.ok(!sent.includes(secret), secret);
  }
});

test('the caller decides whether its trace is kept; what is no traceparent begins a trace', async () => {
  const [unwanted, kept] = [newTraceId(), newTraceId()];
  await send('/v1/users', `00-${unwanted}-${CALLER}-00`);
  for (const broken of [
    `00-${kept}-${CALLER}`,
    `ff-${kept}-${CALLER}-01`,
    `00-${'0'.repeat(32)}-${CALLER}-01`,
    'x',
  ]) {
    assert.equal((await send('/v1/crm-records-that-are-not-there', broken)).status, 404);
  }
  await send('/v1/meetings/4711', `00-${kept}-${CALLER}-01`);
  const request = await span(kept, 'GET /v1/meetings/{id}');
  assert.equal(request.failed, false, 'a missing meeting is no failure of the service');
  await until(async () =>
    collector.spans.filter(({ fields }) => fields['parley.operation'] === 'unmatched').length === 4
      ? true
      : undefined,
  );
  assert.ok(!collector.spans.some(({ traceId }) => traceId === unwanted));
  assert.ok(
    collector.spans.every(
      ({ traceId, fields }) => traceId !== kept || fields['parley.operation'] !== 'unmatched',
    ),
  );
});

test('probes have no traces', async () => {
  const traceId = newTraceId();
  for (const path of ['/livez', '/readyz', '/metrics']) await send(path, `00-${traceId}-${CALLER}-01`);
  await send('/v1/users', `00-${traceId}-${CALLER}-01`);
  await span(traceId, 'GET /v1/users');
  assert.deepEqual(
    collector.spans
      .filter((one) => one.traceId === traceId && one.kind === SERVER_KIND)
      .map(({ name }) => name),
    ['GET /v1/users'],
  );
});

test('what a request has started and left behind is not part of its trace', async () => {
  const settings = { url: collector.url, ratio: 1, headers: {} };
  const opened = await openTraces(settings, '0.0.0', createLog('silent'));
  const request = opened.begin('request', 'server', {}, undefined);
  const within = (name: string) => opened.within(name, 'internal', {}, async () => {});
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;
  await request.run(async () => {
    timer = setInterval(() => void within(`tick ${++ticks}`), 1);
    await until(async () => (ticks > 0 ? true : undefined));
    assert.match(opened.traceparent()!, new RegExp(`^00-${request.traceId}-[0-9a-f]{16}-01$`));
    request.end();
    assert.equal(opened.traceparent(), undefined);
  });
  const [seen, last] = [ticks, ticks + 3];
  await until(async () => (ticks >= last ? true : undefined));
  clearInterval(timer);
  await opened.close();
  const names = collector.spans.filter(({ traceId }) => traceId === request.traceId).map(({ name }) => name);
  assert.ok(names.includes('tick 1'));
  assert.ok(!names.includes(`tick ${seen + 1}`));
});

test('a collector that is away holds up neither requests nor the stop, and is told in the log', async () => {
  const gone = await startCollector();
  gone.close();
  const other = await startService({
    roles: new Set(['api', 'receiver']),
    traces: { url: gone.url, ratio: 1, headers: {} },
  });
  try {
    assert.equal((await other.client.get('/v1/users')).status, 200);
    await until(async () => (other.logged().includes('traces could not be sent') ? true : undefined));
    assert.equal((await other.client.get('/v1/users')).status, 200);
  } finally {
    await other.stop();
  }
});

test('where traces are off nothing is loaded for them, sent or stored', async () => {
  const script = `
    await import('./src/processes/serve.ts');
    const { createRequire } = await import('node:module');
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    const found = loaded.filter((path) => /@opentelemetry\\/(?!api\\/)/.test(path));
    console.log(JSON.stringify([loaded.length > 0, found]));`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  assert.deepEqual(JSON.parse((await run).stdout), [true, []]);
  const off = await startService({
    roles: new Set(['receiver']),
    bootstrapApiKey: 'correct-horse/battery=staple',
  });
  try {
    const posts = collector.posts.length;
    await off.client.ingest(meeting({ transcript: { segments: [{ text: 'Hello there.' }] } }), {});
    const jobs = await sql<{ traceparent: unknown }>(off.databaseUrl, 'select traceparent from jobs');
    assert.ok(jobs.length > 0 && jobs.every(({ traceparent }) => traceparent === null));
    assert.ok(!off.logged().includes('traceId'));
    assert.equal(collector.posts.length, posts);
  } finally {
    await off.stop();
  }
});

test('the settings of traces are checked', () => {
  const read = (env: Record<string, string>) => readConfig(env).config.traces;
  assert.equal(read({}), undefined);
  assert.equal(read({ PARLEY_TRACES_RATIO: '0.5' }), undefined, 'there is no collector');
  const url = 'http://collector:4318';
  assert.deepEqual(read({ PARLEY_TRACES_URL: url }), { url: `${url}/v1/traces`, ratio: 1, headers: {} });
  assert.deepEqual(
    read({
      PARLEY_TRACES_URL: `${url}/v1/traces/`,
      PARLEY_TRACES_RATIO: '0.05',
      PARLEY_TRACES_HEADERS: 'Authorization=Bearer%20x=y, X-Scope=parley',
    }),
    {
      url: `${url}/v1/traces`,
      ratio: 0.05,
      headers: { Authorization: 'Bearer x=y', 'X-Scope': 'parley' },
    },
  );
  const wrong = {
    PARLEY_TRACES_URL: ['collector:4318', 'grpc://collector'],
    PARLEY_TRACES_RATIO: ['1.5', '-1', 'all', '10%'],
    PARLEY_TRACES_HEADERS: ['secret', 'a b=c', 'a=%zz', 'a=%0d%0ab'],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) =>
          error instanceof ConfigError &&
          error.faults.length === 1 &&
          error.faults[0]!.startsWith(`${name} must be`) &&
          !error.faults[0]!.includes(value),
        `${name}=${value}`,
      );
    }
  }
});
