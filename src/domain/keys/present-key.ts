import { formatDateTime } from '../../lib/time.ts';
import type { KeyRow } from './manage-keys.ts';

/** Returns the key as the API shows it, without its secret. */
export function presentKey(row: KeyRow) {
  const time = (ms: number | null) => (ms === null ? undefined : formatDateTime(ms));
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdBy: row.createdBy ?? undefined,
    createdAt: formatDateTime(row.createdAt),
    expiresAt: time(row.expiresAt),
    revokedAt: time(row.revokedAt),
    lastUsedAt: time(row.lastUsedAt),
  };
}
