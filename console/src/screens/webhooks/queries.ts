import type { components } from '@parley/client';
import { queryOptions } from '@tanstack/react-query';
import { api, queryClient, unwrap } from '../../api.ts';

type Schemas = components['schemas'];

/** A webhook, without its secret. */
export type Webhook = Schemas['Webhook'];

/** A webhook whose key has just been made. */
export type WebhookWithSecret = Schemas['WebhookWithSecret'];

/** The interval at which the screens read the states of webhooks. */
export const REFRESH_MS = 5_000;

/** All webhooks. Every key of webhooks begins with `webhooks`. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/admin/v1/webhooks', { signal }))).webhooks,
  refetchInterval: REFRESH_MS,
});

/** A webhook. */
export const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: ['webhooks', id, 'one'],
    queryFn: ({ signal }) => unwrap(api.GET('/admin/v1/webhooks/{id}', { params: { path: { id } }, signal })),
    refetchInterval: REFRESH_MS,
  });

/** The settings that can be changed. */
export type WebhookChanges = Pick<Webhook, 'url' | 'types' | 'format'> &
  Required<Pick<Webhook, 'description' | 'signalIds'>>;

/** Changes a webhook, or only some of its settings. */
export async function changeWebhook(
  id: number,
  changes: Partial<WebhookChanges> & { enabled?: boolean },
): Promise<Webhook> {
  const params = { path: { id } };
  const webhook = await unwrap(api.PATCH('/admin/v1/webhooks/{id}', { params, body: changes }));
  queryClient.setQueryData(webhookQuery(id).queryKey, webhook);
  await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  return webhook;
}
