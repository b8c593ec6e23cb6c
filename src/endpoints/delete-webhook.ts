import { deleteWebhook } from '../domain/webhooks/manage-webhooks.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { webhookIdParam } from './schemas/webhook.ts';

export const deleteWebhookEndpoint = defineEndpoint({
  operationId: 'deleteWebhook',
  address: 'api',
  method: 'DELETE',
  path: '/admin/v1/webhooks/{id}',
  scope: 'admin',
  tag: 'Webhooks',
  summary: 'Delete a webhook',
  description:
    'Nothing is sent any more, and the keys of the webhook are deleted. To keep its place in the feed, disable it instead.',
  params: { id: webhookIdParam },
  answers: {
    204: { description: 'The webhook is deleted.' },
    404: { description: 'The organization has no such webhook.' },
  },
  async handle({ params, caller, requestId }, { db }) {
    await deleteWebhook(db, { ...caller, requestId }, params.id);
    return { status: 204 };
  },
});
