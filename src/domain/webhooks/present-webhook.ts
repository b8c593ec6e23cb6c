import { formatDateTime } from '../../lib/time.ts';
import { formatCursor } from '../changes/cursor.ts';
import { markOf } from '../changes/read-changes.ts';
import type { WebhookKey, WebhookRow } from './queries.ts';
import { formatPublicKey, formatSecret } from './webhook-keys.ts';

/** The time after which a webhook whose attempts have all failed is `failing`. */
export const FAILING_AFTER_MS = 5 * 86_400_000;

export const STATES = ['active', 'retrying', 'failing', 'disabled'] as const;

export type WebhookState = (typeof STATES)[number];

/** A webhook with its keys, the newest one first. */
export type Webhook = WebhookRow & { keys: readonly WebhookKey[] };

/** Returns the webhook as the API shows it, without its secret. */
export function presentWebhook(organizationId: number, webhook: Webhook) {
  const time = (ms: number | null | undefined) => (ms == null ? undefined : formatDateTime(ms));
  const [newest, ...earlier] = webhook.keys;
  const isEd25519 = webhook.signing === 'ed25519';
  const { position, reachedAt, reachedId, now } = webhook;
  const mark = reachedAt === null ? 0 : markOf(reachedAt, reachedId!);
  const isPaused = webhook.pausedUntil !== null && webhook.pausedUntil > now;
  return {
    id: `${webhook.id}`,
    url: webhook.url,
    description: webhook.description ?? undefined,
    types: webhook.types,
    signalIds: webhook.signalIds.length > 0 ? webhook.signalIds : undefined,
    format: webhook.format,
    signing: webhook.signing,
    publicKey: isEd25519 ? formatPublicKey(newest!.secret) : undefined,
    previousPublicKeys:
      isEd25519 && earlier.length > 0 ? earlier.map(({ secret }) => formatPublicKey(secret)) : undefined,
    previousKeysUntil: time(earlier[0]?.expiresAt),
    enabled: webhook.enabled,
    state: stateOf(webhook),
    reason: webhook.disabledReason ?? (webhook.failures > 0 ? (webhook.lastError ?? undefined) : undefined),
    cursor: formatCursor(organizationId, { position, mark }),
    behind: webhook.behind,
    pending: webhook.pending,
    lagSeconds: webhook.oldestAt === null ? 0 : Math.max(0, Math.round((now - webhook.oldestAt) / 1000)),
    missed:
      webhook.missed > 0
        ? { changes: webhook.missed, at: formatDateTime(webhook.missedAt!), message: MISSED }
        : undefined,
    pausedUntil: isPaused ? time(webhook.pausedUntil) : undefined,
    failingSince: time(webhook.failingSince),
    lastSuccessAt: time(webhook.lastSuccessAt),
    lastFailureAt: time(webhook.lastFailureAt),
    createdAt: formatDateTime(webhook.createdAt),
    updatedAt: formatDateTime(webhook.updatedAt),
  };
}

/** Returns the webhook as it is shown once, after its key was made. */
export function presentWithSecret(organizationId: number, webhook: Webhook) {
  const secret = webhook.signing === 'hmac' ? formatSecret(webhook.keys[0]!.secret) : undefined;
  return { ...presentWebhook(organizationId, webhook), secret };
}

const MISSED =
  'The changes were no longer kept when they could have been sent; GET /v1/changes with after=start gives the present state.';

function stateOf({ enabled, failingSince, now }: WebhookRow): WebhookState {
  if (!enabled) return 'disabled';
  if (failingSince === null) return 'active';
  return now - failingSince >= FAILING_AFTER_MS ? 'failing' : 'retrying';
}
