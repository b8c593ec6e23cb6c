import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freshMetrics } from '../support/fresh-metrics.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { type Subscribed, startWebhookTests } from '../support/webhook-subscriptions.ts';

let tests: Awaited<ReturnType<typeof startWebhookTests>>;
before(async () => {
  tests = await startWebhookTests();
});
after(() => tests.stop());

const STATES = ['active', 'retrying', 'failing', 'disabled'];

/** Returns the numbers of webhooks, and the lags, in the order of the states. */
async function measured() {
  const page = await freshMetrics(tests.service.apiUrl);
  const metric = (name: string, state: string) =>
    Number(new RegExp(`^${name}\\{state="${state}"\\} (.+)$`, 'm').exec(page)?.[1]);
  return {
    counts: STATES.map((state) => metric('parley_webhooks', state)),
    lags: STATES.map((state) => metric('parley_webhook_lag_seconds', state)),
  };
}

test('metrics count the webhooks in each state and give the largest lag, of what is pending and of what is not read', async () => {
  const { service, answers, subscribe } = tests;
  assert.deepEqual(await measured(), { counts: [0, 0, 0, 0], lags: [0, 0, 0, 0] });
  const all: Subscribed[] = [];
  for (let count = 0; count < 4; count++) all.push(await subscribe({ types: ['user'] }));
  const [, retrying, failing, disabled] = all;
  for (const one of [retrying!, failing!]) {
    answers.set(one.path, (_got, response) => void response.writeHead(503).end());
  }
  await disabled!.patch({ enabled: false });
  for (const one of all) await one.client.put('/admin/v1/users', { users: [{ email: 'a@example.com' }] });
  await until(async () => {
    const states = await Promise.all(all.map((one) => one.get()));
    const isDone =
      states[0].lastSuccessAt &&
      states[0].behind === 0 &&
      states[1].failingSince &&
      states[2].failingSince &&
      states[3].behind === 1;
    return isDone ? true : undefined;
  });
  const { databaseUrl } = service;
  const hoursAgo = (table: string, hours: number, { id }: { id: number }) =>
    sql(databaseUrl, `update ${table} set at = now() - $1 * interval '1 hour' where organization_id = $2`, [
      hours,
      id,
    ]);
  await hoursAgo('changes', 1, retrying!);
  await hoursAgo('webhook_pending', 1, retrying!);
  await hoursAgo('webhook_pending', 2, failing!);
  await hoursAgo('changes', 3, disabled!);
  await sql(
    databaseUrl,
    `update webhook_progress set failing_since = now() - interval '6 days' where organization_id = $1`,
    [failing!.id],
  );
  const { counts, lags } = await until(async () => {
    const now = await measured();
    return now.counts[2] === 1 ? now : undefined;
  });
  assert.deepEqual(counts, [1, 1, 1, 1]);
  assert.equal(lags[0], 0, 'nothing is left of what was accepted');
  for (const [index, hours] of [1, 2, 3].entries()) {
    const over = lags[index + 1]! - hours * 3600;
    assert.ok(over >= 0 && over < 600, `${STATES[index + 1]}: ${lags[index + 1]} s`);
  }
});
