import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Config } from '../../src/config.ts';
import { createRateLimit } from '../../src/http/rate-limit.ts';
import { addUpMetrics, growingMetrics, metricsText } from '../../src/lib/add-up-metrics.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { type CountExchange, exchangeCounts } from '../../src/processes/several/exchange-counts.ts';
import { relayLines } from '../../src/processes/several/relay-lines.ts';
import { shareLimits } from '../../src/processes/several/share-limits.ts';
import { until } from '../support/until.ts';
import { seriesOf } from './several.ts';

test('the parts of a limit add up to it, or exceed it by less than one for each process', () => {
  const number = fc.integer({ min: 1, max: 64 });
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 5000 }), (of, concurrency, maxConnections) => {
      const config = { maxConnections, healthPort: 9090, ai: { concurrency } } as Config;
      const parts = Array.from({ length: of }, (_, index) =>
        shareLimits(config, { number: index + 1, of, apiPort: 1, receiverPort: 2 }),
      );
      const sum = (count: (part: Config) => number) => parts.reduce((all, part) => all + count(part), 0);
      assert.equal(
        sum(({ ai }) => ai.concurrency),
        concurrency,
      );
      const connections = sum((part) => part.maxConnections);
      assert.ok(connections >= maxConnections && connections < maxConnections + of);
      for (const part of parts) assert.equal(part.healthPort, undefined);
    }),
  );
});

test('output is passed on in whole lines, however it is cut, and the rest at its end', async () => {
  const lines = fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', '')));
  await fc.assert(
    fc.asyncProperty(lines, fc.array(fc.nat(50)), fc.boolean(), async (said, cuts, isCut) => {
      const bytes = Buffer.from(said.map((line) => `${line}\n`).join(''));
      const output = new PassThrough();
      const passed: string[] = [];
      const over = relayLines(output, (text) => passed.push(text));
      const end = isCut ? Math.max(0, bytes.length - 1) : bytes.length;
      let at = 0;
      for (const cut of [...cuts, end]) {
        output.write(bytes.subarray(at, Math.min(at + cut, end)));
        at = Math.min(at + cut, end);
      }
      output.end();
      await over;
      for (const text of passed) assert.ok(text.endsWith('\n'));
      const whole = passed.join('');
      // An empty last line without its end is no output.
      const isLost = isCut && said.at(-1) === '';
      assert.equal(whole, isLost ? bytes.subarray(0, end).toString() : bytes.toString());
    }),
  );
});

test('what several processes count for a key counts in each of them, once', async () => {
  const all: CountExchange[] = [];
  for (let index = 0; index < 3; index++) {
    const exchange: CountExchange = exchangeCounts((counts) => {
      for (const other of all) if (other !== exchange) other.receive(structuredClone(counts));
    });
    all.push(exchange);
  }
  const limits = all.map((counts) => createRateLimit(100, { shared: { name: 'keys', counts } }));
  for (const [index, limit] of limits.entries()) {
    for (let count = 0; count <= index; count++) limit.count(7);
    limit.count(8);
  }
  const left = (index: number, key: number) =>
    Number(/r=(\d+)/.exec(limits[index]!.count(key).headers.RateLimit!)![1]);
  // Each look counts as well.
  let looks = 0;
  await until(async () => (left(0, 7) === 100 - 6 - ++looks ? true : undefined));
  await until(async () => (left(2, 7) === 100 - 6 - ++looks ? true : undefined));
  assert.ok(left(1, 8) >= 100 - 3 - 1);
});

test('sums keep what an ended process had counted, and gauges do not', async () => {
  const [one, two] = [createMetrics(), createMetrics()];
  one.meetingsIngested.inc({ created: 'true' }, 3);
  two.meetingsIngested.inc({ created: 'true' }, 4);
  one.requestSeconds.observe({ address: 'api', operation: 'listUsers', status: 200 }, 0.02);
  two.requestSeconds.observe({ address: 'api', operation: 'listUsers', status: 200 }, 0.2);
  for (const [metrics, idle] of [
    [one, 5],
    [two, 6],
  ] as const) {
    metrics.databaseConnections.set({ state: 'idle' }, idle);
    metrics.blobStoreOwned.set(idle === 5 ? 1 : 0);
  }
  const values = await Promise.all([one, two].map(({ registry }) => registry.getMetricsAsJSON()));
  const created = 'parley_meetings_ingested_total{created="true"}';
  const idle = 'parley_database_connections{state="idle"}';
  const both = await metricsText(await addUpMetrics(values));
  assert.deepEqual([seriesOf(both, created), seriesOf(both, idle)], [7, 11]);
  const labels = 'address="api",operation="listUsers",status="200"';
  const bucket = (le: string) =>
    seriesOf(both, `parley_http_request_duration_seconds_bucket{le="${le}",${labels}}`);
  assert.deepEqual([bucket('0.01'), bucket('0.025'), bucket('0.25'), bucket('+Inf')], [0, 1, 2, 2]);
  assert.equal(seriesOf(both, 'parley_blob_store_owned'), 0, 'one process that refuses is told');
  const later = await metricsText(await addUpMetrics([values[0]!, growingMetrics(values[1]!)]));
  assert.deepEqual([seriesOf(later, created), seriesOf(later, idle)], [7, 5]);
});

test('the lag of event loops is that of the worst process', async () => {
  const name = 'nodejs_eventloop_lag_p99_seconds';
  const values = await Promise.all(
    [0.01, 0.7, 0.02].map(async (value) => {
      const all = await createMetrics().registry.getMetricsAsJSON();
      return all.map((one) => (one.name === name ? { ...one, values: [{ value, labels: {} }] } : one));
    }),
  );
  const own = await addUpMetrics(values.slice(0, 2));
  assert.equal(seriesOf(await metricsText(await addUpMetrics([own, values[2]!])), name), 0.7);
});
