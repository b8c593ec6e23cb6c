import { presentWebhook } from '../domain/webhooks/present-webhook.ts';
import { listWebhooks } from '../domain/webhooks/read-webhooks.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Webhook, webhookExample } from './schemas/webhook.ts';

export const listWebhooksEndpoint = defineEndpoint({
  operationId: 'listWebhooks',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/webhooks',
  scope: 'admin',
  tag: 'Webhooks',
  summary: 'List webhooks',
  description:
    'Returns every webhook of the organization with its state, in the order in which they were created.',
  answers: {
    200: {
      description: 'The webhooks.',
      schema: Type.Object({ webhooks: Type.Array(Webhook) }, { title: 'WebhookList' }),
      example: { webhooks: [webhookExample] },
    },
  },
  async handle({ caller: { organizationId } }, { db }) {
    const webhooks = await listWebhooks(db, organizationId);
    return { status: 200, body: { webhooks: webhooks.map((one) => presentWebhook(organizationId, one)) } };
  },
});
