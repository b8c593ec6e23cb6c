import type { components } from '@parley/client';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../../api.ts';

/** An API key, without its secret. */
export type Key = components['schemas']['Key'];

/** The keys of the organization, revoked ones too, newest first. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => {
    const { keys } = await unwrap(api.GET('/admin/v1/keys', { signal }));
    return keys.toSorted((a, b) => b.id - a.id);
  },
});

/** Where a key stands. */
export type KeyState = 'works' | 'expires soon' | 'expired' | 'revoked';

const SOON_MS = 14 * 86_400_000;

/** Whether a key still works. */
export function stateOf({ revokedAt, expiresAt }: Key, nowMs = Date.now()): KeyState {
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt === undefined) return 'works';
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return 'expired';
  return leftMs < SOON_MS ? 'expires soon' : 'works';
}
