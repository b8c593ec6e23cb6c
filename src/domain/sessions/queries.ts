import type { Statement } from '../../db/database.ts';

export const insertSession: Statement = {
  name: 'insert-session',
  // Served by the primary key of api_keys. The key is checked again, because it may just have been revoked.
  text: `insert into sessions (organization_id, key_id, hash, expires_at)
         select organization_id, id, $3, least(now() + make_interval(secs => $4), expires_at)
         from api_keys
         where organization_id = $1 and id = $2 and revoked_at is null and (expires_at is null or expires_at > now())
         returning id, expires_at as "expiresAtMs", floor(extract(epoch from expires_at - now()))::int as "maxAgeSeconds"`,
};

export const deleteOldSessions: Statement = {
  name: 'delete-old-sessions',
  // Served by the primary key: an organization has few sessions, at most the bound times the number of its keys.
  text: `delete from sessions
         where organization_id = $1 and id in (
           select id from sessions
           where organization_id = $1 and (expires_at <= now() or (key_id = $2 and id not in (
             select id from sessions where organization_id = $1 and key_id = $2 order by id desc limit $3
           )))
           for update skip locked
         )`,
};

export const deleteSession: Statement = {
  name: 'delete-session',
  // Served by the unique index on hash.
  text: `delete from sessions where hash = $1
         returning organization_id as "organizationId", id, key_id as "keyId"`,
};

export const selectSessionByHash: Statement = {
  name: 'select-session-by-hash',
  // Served by the unique index on hash and the primary key of api_keys.
  text: `select s.organization_id as "organizationId", s.id as "sessionId", s.expires_at as "expiresAtMs",
                k.id as "keyId", k.scopes, coalesce(k.last_used_at < now() - interval '1 minute', true) as "lastUseIsOld"
         from sessions s
         join api_keys k on k.organization_id = s.organization_id and k.id = s.key_id
         where s.hash = $1 and s.expires_at > now()
           and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
};

export const selectNames: Statement = {
  name: 'select-session-names',
  // Served by the primary keys.
  text: `select o.name as "organizationName", k.name as "keyName"
         from organizations o join api_keys k on k.organization_id = o.id
         where o.id = $1 and k.id = $2`,
};

export const selectEndedKey: Statement = {
  name: 'select-ended-key',
  // Served by the unique index on hash.
  text: `select organization_id as "organizationId", id as "keyId",
                case when revoked_at is not null then 'revoked' else 'expired' end as reason
         from api_keys where hash = $1 and (revoked_at is not null or expires_at <= now())`,
};
