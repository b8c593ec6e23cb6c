import { presentAttempt } from '../domain/webhooks/attempts.ts';
import { testWebhook } from '../domain/webhooks/test-webhook.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Delivery, deliveryExample, webhookIdParam } from './schemas/webhook.ts';

export const testWebhookEndpoint = defineEndpoint({
  operationId: 'testWebhook',
  address: 'api',
  method: 'POST',
  path: '/admin/v1/webhooks/{id}/test',
  scope: 'admin',
  tag: 'Webhooks',
  summary: 'Send a test message',
  description:
    'Sends one signed message of the type `webhook.test`, also if the webhook is disabled, and returns how the receiver answered. ' +
    'It is sent once, and the state of the webhook stays as it is.',
  params: { id: webhookIdParam },
  answers: {
    200: {
      description: 'The attempt, which may have failed.',
      schema: Delivery,
      example: {
        id: '90211',
        messageId: 'msg_test_5f0c2a9e-7d0b-4a41-9d55-0f4a3c2b1e6d',
        type: 'webhook.test',
        attempt: 1,
        status: 'succeeded',
        httpStatus: 200,
        ms: 38,
        answer: deliveryExample.answer,
        at: deliveryExample.at,
      },
    },
    404: { description: 'The organization has no such webhook.' },
  },
  async handle({ params, caller, requestId, untilLeft }, { db, postWebhook: post }) {
    const attempt = await testWebhook({ db, post }, { ...caller, requestId }, params.id, untilLeft());
    return { status: 200, body: presentAttempt(attempt) };
  },
});
