import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Config } from '../../src/config.ts';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { startService } from './service.ts';
import { sql } from './sql.ts';
import { until } from './until.ts';
import { type Received, startWebhookReceiver } from './webhook-receiver.ts';

/** A service and a receiver whose answers depend on the path, so that tests do not meet each other. */
export async function startWebhookTests(settings: Partial<Config> = {}) {
  const answers = new Map<string, (got: Received, response: ServerResponse) => void>();
  const receiver = await startWebhookReceiver();
  receiver.answerBy((got, response) => {
    const answer = answers.get(got.path);
    if (answer) answer(got, response);
    else response.writeHead(204).end();
  });
  const service = await startService({ fetchAllow: [parseNetwork('127.0.0.1')!], ...settings });
  let paths = 0;

  /** Makes a webhook of a new organization, with a path of its own. */
  async function subscribe(body: object = {}) {
    const tenant = await service.tenant();
    const path = `/hook-${++paths}`;
    const made = await tenant.client.post('/admin/v1/webhooks', { url: receiver.url(path), ...body });
    assert.equal(made.status, 201, made.text);
    const { id, secret, publicKey } = made.body;
    return {
      ...tenant,
      path,
      webhookId: id as string,
      secret: secret as string,
      publicKey: publicKey as string,
      received: () => receiver.received.filter((one) => one.path === path),
      get: async () => (await tenant.client.get(`/admin/v1/webhooks/${id}`)).body,
      deliveries: async (query: Record<string, string> = {}) =>
        (await tenant.client.get(`/admin/v1/webhooks/${id}/deliveries`, query)).body.deliveries,
      patch: (changes: object) =>
        tenant.client.send('PATCH', 'api', `/admin/v1/webhooks/${id}`, {
          raw: JSON.stringify(changes),
          headers: { 'Content-Type': 'application/json' },
        }),
    };
  }

  return {
    service,
    receiver,
    answers,
    subscribe,
    async stop() {
      await service.stop();
      receiver.close();
    },
  };
}

export type Subscribed = Awaited<ReturnType<Awaited<ReturnType<typeof startWebhookTests>>['subscribe']>>;

/** Waits until so many messages have arrived. */
export const arrived = (one: Subscribed, count: number) =>
  until(async () => (one.received().length >= count ? one.received() : undefined));

/**
 * Moves everything that a webhook waits for into the past, as if so much time had gone by. One statement does it, because a
 * worker that claimed the webhook between two would see only half of it.
 */
export async function letPass(
  databaseUrl: string,
  one: { id: number; webhookId: string },
  interval: string,
): Promise<void> {
  await until(async () => {
    const moved = await sql(
      databaseUrl,
      `with moved as (
         update webhook_progress set due_at = due_at - $3::interval, paused_until = paused_until - $3::interval,
           failing_since = failing_since - $3::interval
         where organization_id = $1 and webhook_id = $2 and (claimed_until is null or claimed_until < now()) returning 1
       ), pending as (
         update webhook_pending set due_at = due_at - $3::interval
         where organization_id = $1 and webhook_id = $2 and exists (select from moved)
       )
       select from moved`,
      [one.id, one.webhookId, interval],
    );
    return moved.length > 0 ? true : undefined;
  });
}
