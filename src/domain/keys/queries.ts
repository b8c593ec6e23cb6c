import type { Statement } from '../../db/database.ts';

export const insertKey: Statement = {
  name: 'insert-key',
  text: `insert into api_keys (organization_id, name, hash, custom, scopes, expires_at, created_by)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning id, name, scopes, created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt",
                   revoked_at as "revokedAt", last_used_at as "lastUsedAt"`,
};

export const selectKeys: Statement = {
  name: 'select-keys',
  // Served by the primary key. Revoked keys stay listed, because audit records refer to them.
  text: `select id, name, scopes, created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt",
                revoked_at as "revokedAt", last_used_at as "lastUsedAt"
         from api_keys where organization_id = $1 order by id`,
};

/**
 * Serializes the creation and revocation of an organization's keys, so that each transaction sees the result of the
 * others. `no key` lets inserts that refer to the organization proceed. Every later statement compares with its own
 * start, because the transaction may have waited here.
 */
export const lockKeys: Statement = {
  name: 'lock-keys',
  // Served by the primary key.
  text: 'select 1 from organizations where id = $1 for no key update',
};

export const selectMaker: Statement = {
  name: 'select-maker',
  // Served by the primary key.
  text: `select scopes, expires_at as "expiresAt" from api_keys
         where organization_id = $1 and id = $2 and revoked_at is null
           and (expires_at is null or expires_at > statement_timestamp())`,
};

export const selectLineage: Statement = {
  name: 'select-lineage',
  // Served by the primary key; a key is always created after its creator.
  text: `select id, name, scopes, created_by as "createdBy", revoked_at is not null as "isRevoked",
                expires_at is not null and expires_at <= statement_timestamp() as "isExpired"
         from api_keys where organization_id = $1 order by id`,
};

export const revokeKeys: Statement = {
  name: 'revoke-keys',
  // Served by the primary key.
  text: `update api_keys set revoked_at = statement_timestamp()
         where organization_id = $1 and id = any($2::bigint[]) and revoked_at is null`,
};

export const deleteViewsOfKeys: Statement = {
  name: 'delete-views-of-keys',
  // Served by the primary key.
  text: 'delete from saved_views where organization_id = $1 and key_id = any($2::bigint[])',
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
