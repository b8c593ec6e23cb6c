import { rotateWebhook } from '../domain/webhooks/manage-webhooks.ts';
import { presentWithSecret } from '../domain/webhooks/present-webhook.ts';
import { defineEndpoint } from './define-endpoint.ts';
import {
  HIDDEN_TYPES,
  WebhookWithSecret,
  webhookIdParam,
  webhookWithSecretExample,
} from './schemas/webhook.ts';

export const rotateWebhookEndpoint = defineEndpoint({
  operationId: 'rotateWebhook',
  address: 'api',
  method: 'POST',
  path: '/admin/v1/webhooks/{id}/rotate',
  scope: 'admin',
  tag: 'Webhooks',
  summary: 'Change the key of a webhook',
  description:
    'Gives the webhook a new key. For 24 hours every message bears a signature of the earlier key as well, so that the receiver ' +
    'can be changed in the meantime. A new secret is shown only in this response.',
  params: { id: webhookIdParam },
  answers: {
    200: { description: 'The webhook.', schema: WebhookWithSecret, example: webhookWithSecretExample },
    403: HIDDEN_TYPES,
    404: { description: 'The organization has no such webhook.' },
    409: {
      description: 'Five keys of the webhook sign already; the first of them ceases to within 24 hours.',
    },
  },
  async handle({ params, caller, requestId }, { db }) {
    const webhook = await rotateWebhook(db, { ...caller, requestId }, params.id);
    return { status: 200, body: presentWithSecret(caller.organizationId, webhook) };
  },
});
