import { createWebhook, MAX_WEBHOOKS } from '../domain/webhooks/manage-webhooks.ts';
import { presentWithSecret } from '../domain/webhooks/present-webhook.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ADMIN_BODY_BYTES } from './schemas/common.ts';
import {
  HIDDEN_TYPES,
  NewWebhookBody,
  WebhookWithSecret,
  webhookWithSecretExample,
} from './schemas/webhook.ts';

export const createWebhookEndpoint = defineEndpoint({
  operationId: 'createWebhook',
  address: 'api',
  method: 'POST',
  path: '/admin/v1/webhooks',
  scope: 'admin',
  tag: 'Webhooks',
  summary: 'Create a webhook',
  description:
    'Creates a webhook: every change of the organization that follows is posted to its URL, signed, and repeated until it is ' +
    'answered with 2xx. The secret is shown only in this response.',
  body: {
    schema: NewWebhookBody,
    example: { url: 'https://hooks.example.com/parley', types: ['execution'], description: 'Warehouse' },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    201: { description: 'The webhook.', schema: WebhookWithSecret, example: webhookWithSecretExample },
    403: HIDDEN_TYPES,
    404: { description: 'The organization has no such signal.' },
    409: { description: `The organization already has ${MAX_WEBHOOKS} webhooks.` },
    410: { description: 'What follows the cursor is no longer kept.' },
  },
  async handle({ body, caller, requestId }, { db, fetchAllow }) {
    const webhook = await createWebhook(db, { ...caller, requestId }, body, fetchAllow);
    return { status: 201, body: presentWithSecret(caller.organizationId, webhook) };
  },
});
