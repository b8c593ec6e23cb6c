import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { call, signalsOf } from '../processing/conversations.ts';
import { meeting } from '../support/meetings.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import type { Received } from '../support/webhook-receiver.ts';
import { type Subscribed, startWebhookTests } from '../support/webhook-subscriptions.ts';

let tests: Awaited<ReturnType<typeof startWebhookTests>>;
before(async () => {
  tests = await startWebhookTests();
});
after(() => tests.stop());

const QUIET = { processImportedMeeting: false };

/** A receiver that repeats what it is sent. */
const echo = (got: Received, response: ServerResponse) => void response.end(got.text);

type Delivery = { type: string; entityId: string; status: string; answer?: string };

const deliveriesAbout = async (one: Subscribed, entityId: string, type: string): Promise<Delivery[]> =>
  (await one.deliveries({ pageSize: '50' })).filter(
    (done: Delivery) => done.entityId === entityId && done.type.startsWith(`${type}.`),
  );

/** Waits until so many attempts about an entity are in the log, and as many of them have an answer. */
const logged = (one: Subscribed, [type, id]: [string, string], attempts: number, answers: number) =>
  until(async () => {
    const found = await deliveriesAbout(one, id, type);
    const answered = found.filter(({ answer }) => answer !== undefined);
    return found.length === attempts && answered.length === answers ? found : undefined;
  });

test('the answers about an entity are removed once it is deleted, and those about others stay', async () => {
  const one = await tests.subscribe({ types: ['meeting', 'user'] });
  const { client } = one;
  tests.answers.set(one.path, echo);
  const deleted = await client.ingest(meeting({ id: 'deleted', title: 'Acme' }), QUIET);
  const kept = await client.ingest(meeting({ id: 'kept', title: 'Acme' }), QUIET);
  await logged(one, ['meeting', deleted], 1, 1);
  await client.ingest(meeting({ id: 'deleted', title: 'Acme 2' }), QUIET);
  await logged(one, ['meeting', deleted], 2, 2);
  await logged(one, ['meeting', kept], 1, 1);
  // An entity of another type may have the same id.
  const [user] = await sql<{ id: string }>(
    tests.service.databaseUrl,
    `insert into users (organization_id, email_key, email, id) overriding system value
     values ($1, 'same@example.com', 'same@example.com', $2)
     returning id::text`,
    [one.id, deleted],
  );
  await sql(
    tests.service.databaseUrl,
    `insert into event_outbox (organization_id, entity_type, entity_id, change, fields) values ($1, 'user', $2, 'created', '{}')`,
    [one.id, user!.id],
  );
  await logged(one, ['user', deleted], 1, 1);

  assert.equal((await client.delete(`/v1/meetings/${deleted}`)).status, 204);
  const attempts = await logged(one, ['meeting', deleted], 3, 0);
  assert.deepEqual(
    attempts.map(({ type, status }) => [type, status]),
    [
      ['meeting.deleted', 'succeeded'],
      ['meeting.updated', 'succeeded'],
      ['meeting.created', 'succeeded'],
    ],
  );
  await logged(one, ['meeting', kept], 1, 1);
  await logged(one, ['user', deleted], 1, 1);
  const [stored] = await sql<{ count: string }>(
    tests.service.databaseUrl,
    `select count(*) from webhook_attempts where organization_id = $1 and answer like '%Acme 2%'`,
    [one.id],
  );
  assert.equal(stored!.count, '0');
});

test('answers are removed as well if the webhook was deleted before the entity', async () => {
  const one = await tests.subscribe({ types: ['meeting'] });
  tests.answers.set(one.path, echo);
  const id = await one.client.ingest(meeting({ id: 'outlived', title: 'Acme' }), QUIET);
  await logged(one, ['meeting', id], 1, 1);
  assert.equal((await one.client.delete(`/admin/v1/webhooks/${one.webhookId}`)).status, 204);
  assert.equal((await one.client.delete(`/v1/meetings/${id}`)).status, 204);
  await until(async () => {
    const rows = await sql<{ answer: string | null }>(
      tests.service.databaseUrl,
      'select answer from webhook_attempts where organization_id = $1',
      [one.id],
    );
    assert.equal(rows.length, 1);
    return rows[0]!.answer === null ? true : undefined;
  });
});

test('the deletion of a signal removes the answers about its executions', async () => {
  const one = await tests.subscribe({ types: ['execution'] });
  tests.answers.set(one.path, echo);
  const { signal } = signalsOf(one.client);
  const phrases = ['the renewal'];
  const [deleted, kept] = [await signal({ phrases }), await signal({ phrases })];
  await one.client.ingest(
    call({ id: 'two-signals', transcript: { segments: [{ text: 'Now the renewal.' }] } }),
  );
  const executions = await until(async () => {
    const { body } = await one.client.get('/v2/executions', { executionFrom: '2000-01-01T00:00:00Z' });
    return body.signals.length === 2 ? body.signals : undefined;
  });
  const executionOf = (id: number) =>
    `${executions.find(({ signalId }: { signalId: number }) => signalId === id).executionId}`;
  for (const id of [deleted, kept]) await logged(one, ['execution', executionOf(id)], 1, 1);
  assert.equal((await one.client.delete(`/admin/v1/signals/${deleted}`)).status, 204);
  await logged(one, ['execution', executionOf(deleted)], 1, 0);
  await logged(one, ['execution', executionOf(kept)], 1, 1);
});

test('an answer that comes after the deletion is not stored', async () => {
  const one = await tests.subscribe({ types: ['meeting'] });
  const { client } = one;
  const held: (() => void)[] = [];
  tests.answers.set(one.path, (got, response) => {
    if (got.body.type === 'meeting.created') held.push(() => echo(got, response));
    else response.writeHead(204).end();
  });
  const id = await client.ingest(meeting({ id: 'late-answer', title: 'Acme' }), QUIET);
  await until(async () => (held.length === 1 ? true : undefined));
  assert.equal((await client.delete(`/v1/meetings/${id}`)).status, 204);
  // The pass that removes answers has seen the deletion.
  await until(async () => {
    const done = await sql(
      tests.service.databaseUrl,
      `select from webhook_answers_forgotten where organization_id = $1 and position = 2`,
      [one.id],
    );
    return done.length === 1 ? true : undefined;
  });
  held[0]!();
  const [, created] = await until(async () => {
    const found = await deliveriesAbout(one, id, 'meeting');
    return found.length === 2 ? found : undefined;
  });
  assert.equal(created!.type, 'meeting.created');
  assert.equal(created!.status, 'succeeded');
  assert.equal(created!.answer, undefined);
});
