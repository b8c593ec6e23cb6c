import { presentWebhook } from '../domain/webhooks/present-webhook.ts';
import { readWebhook } from '../domain/webhooks/read-webhooks.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Webhook, webhookExample, webhookIdParam } from './schemas/webhook.ts';

export const getWebhookEndpoint = defineEndpoint({
  operationId: 'getWebhook',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/webhooks/{id}',
  scope: 'admin',
  tag: 'Webhooks',
  summary: 'Get a webhook',
  description: 'Returns the webhook with its state.',
  params: { id: webhookIdParam },
  answers: {
    200: { description: 'The webhook.', schema: Webhook, example: webhookExample },
    404: { description: 'The organization has no such webhook.' },
  },
  async handle({ params, caller: { organizationId } }, { db }) {
    const webhook = await readWebhook(db, organizationId, params.id);
    return { status: 200, body: presentWebhook(organizationId, webhook) };
  },
});
