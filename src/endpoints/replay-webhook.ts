import { replayAfter } from '../domain/webhooks/manage-webhooks.ts';
import { presentWebhook } from '../domain/webhooks/present-webhook.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ADMIN_BODY_BYTES } from './schemas/common.ts';
import { HIDDEN_TYPES, ReplayBody, Webhook, webhookExample, webhookIdParam } from './schemas/webhook.ts';

export const replayWebhookEndpoint = defineEndpoint({
  operationId: 'replayWebhook',
  address: 'api',
  method: 'POST',
  path: '/admin/v1/webhooks/{id}/replay',
  scope: 'admin',
  tag: 'Webhooks',
  summary: 'Send changes again',
  description:
    'Sets the webhook back to a place in the feed of changes. Everything that follows is sent again, with the same `webhook-id` ' +
    'as before and with the data of now.',
  params: { id: webhookIdParam },
  body: {
    schema: ReplayBody,
    example: { after: webhookExample.cursor },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    202: { description: 'The webhook, set back.', schema: Webhook, example: webhookExample },
    403: HIDDEN_TYPES,
    404: { description: 'The organization has no such webhook.' },
    410: { description: 'What follows the cursor is no longer kept.' },
  },
  async handle({ params, body, caller, requestId }, { db }) {
    const webhook = await replayAfter(db, { ...caller, requestId }, params.id, body.after);
    return { status: 202, body: presentWebhook(caller.organizationId, webhook) };
  },
});
