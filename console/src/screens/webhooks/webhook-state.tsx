import { Status } from '../../parts/index.ts';
import type { Webhook } from './queries.ts';
import { stateOf } from './words.ts';

/** The state of a webhook in a word. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { name, tone } = stateOf(webhook);
  return <Status tone={tone}>{name}</Status>;
}
