import type { Statement } from '../../db/database.ts';

export const insertKey: Statement = {
  name: 'insert-key',
  text: `insert into api_keys (organization_id, name, hash, custom, scopes, expires_at)
         values ($1, $2, $3, $4, $5, $6)
         returning id, name, scopes, created_at as "createdAt", expires_at as "expiresAt",
                   revoked_at as "revokedAt", last_used_at as "lastUsedAt"`,
};

export const selectKeys: Statement = {
  name: 'select-keys',
  // Served by the primary key. Revoked keys stay listed: the audit names them.
  text: `select id, name, scopes, created_at as "createdAt", expires_at as "expiresAt",
                revoked_at as "revokedAt", last_used_at as "lastUsedAt"
         from api_keys where organization_id = $1 order by id`,
};

export const revokeKey: Statement = {
  name: 'revoke-key',
  text: `update api_keys set revoked_at = now()
         where organization_id = $1 and id = $2 and revoked_at is null returning name`,
};

export const selectKeyByHash: Statement = {
  name: 'select-key-by-hash',
  // Served by the unique index on hash.
  text: `select organization_id as "organizationId", id as "keyId", scopes,
                coalesce(last_used_at < now() - interval '1 minute', true) as "lastUseIsOld"
         from api_keys
         where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
};

export const touchKey: Statement = {
  name: 'touch-key',
  text: `update api_keys set last_used_at = now()
         where organization_id = $1 and id = $2
           and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
};

export const selectCustomKeyHashes: Statement = {
  name: 'select-custom-key-hashes',
  // Served by the partial index of custom keys: one row, or none.
  text: 'select hash from api_keys where custom',
};
