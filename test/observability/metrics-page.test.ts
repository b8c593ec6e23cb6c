import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AggregatorRegistry } from 'prom-client';
import { createMetrics } from '../../src/lib/metrics.ts';
import { freshMetrics } from '../support/fresh-metrics.ts';
import { startService, type TestService } from '../support/service.ts';
import { readMetrics } from '../torture/support/service-metrics.ts';
import { documentedMetrics } from './documented-metrics.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

/** Labels that say where a value lies in a histogram. */
const OF_BUCKETS = 'le';

test('the page has exactly the metrics that the documentation lists, with their types and labels', async () => {
  const page = await freshMetrics(service.apiUrl);
  const types = [...page.matchAll(/^# TYPE (parley_\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]);
  const documented = documentedMetrics();
  assert.deepEqual(
    types.map(([name]) => name).toSorted(),
    [...documented.keys()].toSorted(),
    'each metric has one row',
  );
  for (const [name, type] of types) assert.equal(documented.get(name!)!.type, type, name);
  for (const [, series, text] of page.matchAll(/^(parley_\w+)\{(.*)\} /gm)) {
    const name = documented.has(series!) ? series! : series!.replace(/_(?:bucket|sum|count)$/, '');
    const labels = [...text!.matchAll(/(\w+)="/g)].map(([, label]) => label!);
    assert.deepEqual(
      labels.filter((label) => label !== OF_BUCKETS).toSorted(),
      documented
        .get(name)!
        .labels.filter((label) => !['true', 'false'].includes(label))
        .toSorted(),
      series,
    );
  }
});

test('names follow the conventions of Prometheus: a base unit at the end, and _total for counters', () => {
  for (const [name, { type }] of documentedMetrics()) {
    assert.equal(name.endsWith('_total'), type === 'counter', name);
    assert.doesNotMatch(name, /_(?:ms|milliseconds|minutes|kb|mb|count|sum|bucket)(?:_total)?$/, name);
    if (type === 'histogram') assert.match(name, /_seconds$/, name);
  }
});

test('series of several processes add up, but for those that describe the whole installation', async () => {
  const [one, two] = [createMetrics(), createMetrics()];
  for (const metrics of [one, two]) {
    metrics.meetingsIngested.inc({ created: 'true' }, 3);
    metrics.requestSeconds.observe({ address: 'api', operation: 'listMeetings', status: 200 }, 0.02);
    metrics.poolWaiting.set({ pool: 'reads' }, 2);
    metrics.aiGateClosed.set(1);
    metrics.jobs.set({ job: 'process-run', state: 'waiting' }, 7);
    metrics.webhookLagSeconds.set({ state: 'active' }, 5);
  }
  two.oldestJobSeconds.set({ job: 'process-run' }, 12);
  one.databaseUp.set(1);
  two.databaseUp.set(0);
  const all = await Promise.all([one, two].map(({ registry }) => registry.getMetricsAsJSON()));
  const text = await AggregatorRegistry.aggregate(all).metrics();
  const value = (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length),
    );
  assert.equal(value('parley_meetings_ingested_total{created="true"}'), 6);
  const request = 'address="api",operation="listMeetings",status="200"';
  assert.equal(value(`parley_http_request_duration_seconds_count{${request}}`), 2);
  assert.equal(value('parley_database_pool_waiting{pool="reads"}'), 4);
  assert.equal(value('parley_ai_gate_closed'), 2);
  assert.equal(value('parley_jobs{job="process-run",state="waiting"}'), 7);
  assert.equal(value('parley_webhook_lag_seconds{state="active"}'), 5);
  assert.equal(value('parley_oldest_job_seconds{job="process-run"}'), 12);
  assert.equal(value('parley_database_up'), 0);
  const scopes = new Map(all[0]!.map(({ name, type, aggregator }) => [name, { type, aggregator }]));
  for (const [name, { scope, type }] of documentedMetrics()) {
    const isAdded = (scopes.get(name)!.aggregator ?? 'sum') === 'sum';
    assert.equal(isAdded, scope === 'process' && name !== 'parley_info', `${name} (${type})`);
  }
});

test('requests that are refused for lack of room are counted by the reason', async () => {
  const limited = await startService({ rateLimit: 3, maxConnections: 2, roles: new Set(['api']) });
  try {
    for (let count = 0; count < 5; count++) await limited.client.get('/v1/users');
    // Probes are not refused; that one fails is no refusal either.
    const page = await readMetrics(limited.apiUrl);
    assert.equal(page.get('parley_http_shed_requests_total{reason="rate_limit"}'), 2);
    const others = [...page].filter(([name, value]) => name.startsWith('parley_http_shed') && value > 0);
    assert.equal(others.length, 1);
  } finally {
    await limited.stop();
  }
});
