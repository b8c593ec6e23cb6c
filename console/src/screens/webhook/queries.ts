import type { components } from '@parley/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { REFRESH_MS } from '../webhooks/queries.ts';
import type { WebhookSearch } from './search.ts';

/** An attempt to deliver a message. */
export type Delivery = components['schemas']['WebhookDelivery'];

const PAGE_SIZE = 25;

/** The key of all deliveries of a webhook. */
export const deliveriesKey = (id: number) => ['webhooks', id, 'deliveries'];

/** A page of the attempts, newest first. The newest page is read again and again, as attempts are made. */
export function deliveriesQuery(id: number, { status, before }: WebhookSearch) {
  const query = {
    pageSize: PAGE_SIZE,
    ...(status === undefined ? {} : { status }),
    ...(before === undefined ? {} : { before }),
  };
  return queryOptions({
    queryKey: [...deliveriesKey(id), status, before],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/admin/v1/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: before === undefined ? REFRESH_MS : false,
  });
}
