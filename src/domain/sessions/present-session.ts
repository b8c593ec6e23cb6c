import type { Queries } from '../../db/database.ts';
import { formatDateTime } from '../../lib/time.ts';
import { namesOf, type SessionHolder } from './sessions.ts';

/** Returns the session as the API shows it, without its token. */
export async function presentSession(db: Queries, holder: SessionHolder) {
  const { organizationName, keyName } = await namesOf(db, holder);
  return {
    organization: { id: holder.organizationId, name: organizationName },
    keyId: holder.keyId,
    keyName,
    scopes: [...holder.scopes],
    expiresAt: formatDateTime(holder.expiresAtMs),
  };
}
