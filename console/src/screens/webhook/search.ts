import { oneOf, searchOf, whole } from '../../search-params.ts';

/** A webhook: the outcome of the deliveries that are shown, and the one before which they begin. */
export const webhookSearch = searchOf({
  status: oneOf('succeeded', 'failed'),
  before: whole(1, Number.MAX_SAFE_INTEGER),
});

/** The parsed search of the webhook screen. */
export type WebhookSearch = ReturnType<typeof webhookSearch>;
