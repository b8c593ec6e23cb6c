import { updateWebhook } from '../domain/webhooks/manage-webhooks.ts';
import { presentWebhook } from '../domain/webhooks/present-webhook.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ADMIN_BODY_BYTES } from './schemas/common.ts';
import {
  HIDDEN_TYPES,
  Webhook,
  WebhookChangesBody,
  webhookExample,
  webhookIdParam,
} from './schemas/webhook.ts';

export const updateWebhookEndpoint = defineEndpoint({
  operationId: 'updateWebhook',
  address: 'api',
  method: 'PATCH',
  path: '/admin/v1/webhooks/{id}',
  scope: 'admin',
  tag: 'Webhooks',
  summary: 'Change a webhook',
  description:
    'Sets the given fields and leaves the others unchanged; lists are replaced as a whole. The webhook goes on where it was. ' +
    'If its URL changes or it is enabled again, what failed before is sent at once.',
  params: { id: webhookIdParam },
  body: {
    schema: WebhookChangesBody,
    example: { description: 'Warehouse in Dublin', enabled: true },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    200: { description: 'The updated webhook.', schema: Webhook, example: webhookExample },
    403: HIDDEN_TYPES,
    404: { description: 'The organization has no such webhook or signal.' },
  },
  async handle({ params, body, caller, requestId }, { db, fetchAllow }) {
    const webhook = await updateWebhook(db, { ...caller, requestId }, params.id, body, fetchAllow);
    return { status: 200, body: presentWebhook(caller.organizationId, webhook) };
  },
});
