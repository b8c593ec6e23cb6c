import type { components } from '@parley/client';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../../api.ts';

type Listed = components['schemas']['Key'];

/** An API key, without its secret. */
export type Key = Listed & {
  /** The key that made it. */
  maker: Listed | undefined;
  /** The keys that it has made, directly or through other keys, and that are not revoked. */
  heirs: Listed[];
};

/** The keys of the organization, revoked ones too, newest first, each with its lineage. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => {
    const { keys } = await unwrap(api.GET('/admin/v1/keys', { signal }));
    return withLineage(keys).toSorted((a, b) => b.id - a.id);
  },
});

function withLineage(keys: readonly Listed[]): Key[] {
  const byId = new Map(keys.map((key): [number, Key] => [key.id, { ...key, maker: undefined, heirs: [] }]));
  for (const key of byId.values()) {
    key.maker = byId.get(key.createdBy ?? 0);
    if (key.revokedAt !== undefined) continue;
    let ancestor = byId.get(key.createdBy ?? 0);
    for (; ancestor; ancestor = byId.get(ancestor.createdBy ?? 0)) ancestor.heirs.push(key);
  }
  return [...byId.values()];
}

/** The states of a key. */
export type KeyState = 'active' | 'expires soon' | 'expired' | 'revoked';

const SOON_MS = 14 * 86_400_000;

/** Returns the state of a key. */
export function stateOf({ revokedAt, expiresAt }: Listed, nowMs = Date.now()): KeyState {
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt === undefined) return 'active';
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return 'expired';
  return leftMs < SOON_MS ? 'expires soon' : 'active';
}
