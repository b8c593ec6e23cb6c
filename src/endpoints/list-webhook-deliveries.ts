import { listAttempts, OUTCOMES, presentAttempt } from '../domain/webhooks/attempts.ts';
import { readWebhook } from '../domain/webhooks/read-webhooks.ts';
import { pagingParams } from '../http/paging.ts';
import { integer, oneOf } from '../http/params.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';
import { Delivery, deliveryExample, webhookIdParam } from './schemas/webhook.ts';

export const listWebhookDeliveriesEndpoint = defineEndpoint({
  operationId: 'listWebhookDeliveries',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/webhooks/{id}/deliveries',
  scope: 'admin',
  tag: 'Webhooks',
  summary: 'List attempts to deliver',
  description: 'Returns the attempts of the last 7 days, newest first.',
  params: { id: webhookIdParam },
  query: {
    status: oneOf({ description: 'Only attempts with this outcome.', values: OUTCOMES }),
    pageSize: pagingParams.pageSize,
    before: integer({
      description: 'Only attempts that are older than this one; use nextBefore of the previous page.',
      minimum: 1,
      maximum: MAX_ID,
      example: 90210,
    }),
  },
  answers: {
    200: {
      description: 'A page of attempts.',
      schema: Type.Object(
        {
          deliveries: Type.Array(Delivery),
          nextBefore: Type.Optional(
            Type.String({ description: 'Requests the next page; omitted on the last one.' }),
          ),
        },
        { title: 'WebhookDeliveries' },
      ),
      example: { deliveries: [deliveryExample], nextBefore: deliveryExample.id },
    },
    404: { description: 'The organization has no such webhook.' },
  },
  async handle({ params, query, caller: { organizationId, scopes } }, { db }) {
    const { status, pageSize, before = MAX_ID } = query;
    await readWebhook(db, organizationId, params.id);
    // One row more than requested tells whether there is a next page.
    const filter = { status, before, limit: pageSize + 1 };
    const found = await listAttempts(db, [organizationId, params.id], filter);
    const deliveries = found.slice(0, pageSize).map((row) => presentAttempt(row, scopes));
    return {
      status: 200,
      body: { deliveries, nextBefore: found.length > pageSize ? deliveries.at(-1)!.id : undefined },
    };
  },
});
