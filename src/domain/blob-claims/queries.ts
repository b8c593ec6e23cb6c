import type { Statement } from '../../db/database.ts';

export const selectClaim: Statement = {
  name: 'select-blob-store-claim',
  // The table has one row.
  text: `select database_id as "databaseId", place, server_started_at as "serverStartedAt", tokens::text[] as tokens,
                beaten_at as "beatenAt", waiting_for as "waitingFor", waiting_since as "waitingSince"
         from blob_store_claims`,
};

export const selectPlace: Statement = {
  name: 'select-place-of-database',
  text: `select oid::text as "databaseOid", pg_postmaster_start_time()::text as "serverStartedAt",
                (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs"
         from pg_database where datname = current_database()`,
};

export const selectCluster: Statement = {
  name: 'select-cluster',
  // Every role may execute it unless the operator has revoked that.
  text: 'select system_identifier::text as "systemIdentifier" from pg_control_system()',
};

export const takeClaim: Statement = {
  name: 'take-blob-store',
  // Several processes may claim the store at once, and any of them may write the marker last; therefore the tokens of
  // the same running server remain known. Those of another server do not, because this may be a copy of its database.
  text: `insert into blob_store_claims as held (database_id, place, server_started_at, tokens)
         values ($1, $2, $3, array[$4::uuid])
         on conflict (is_only) do update set
           database_id = case when held.place = $2 and held.server_started_at = $3 then held.database_id else $1 end,
           tokens = case when held.place = $2 and held.server_started_at = $3
                         then ($4::uuid || held.tokens)[1:8] else array[$4::uuid] end,
           place = $2, server_started_at = $3, beaten_at = clock_timestamp(), waiting_for = null, waiting_since = null
         returning database_id as "databaseId"`,
};

export const advanceToken: Statement = {
  name: 'advance-blob-store-token',
  // If several processes beat at once, one of them advances the token. The last 8 tokens are kept for writes that
  // arrive late.
  text: `update blob_store_claims set tokens = ($2::uuid || tokens)[1:8], server_started_at = $3, place = $4,
           beaten_at = clock_timestamp(), waiting_for = null, waiting_since = null
         where tokens[1] = $1::uuid returning is_only`,
};

export const moveClaim: Statement = {
  name: 'move-blob-store-claim',
  // The database itself was moved, not copied: what was its place is given up.
  text: 'update blob_store_claims set place = $2 where place = $1',
};

export const beginWaiting: Statement = {
  name: 'begin-waiting-for-blob-store',
  text: `update blob_store_claims set waiting_for = $1, waiting_since = clock_timestamp()
         where waiting_for is distinct from $1`,
};

export const pardonAll: Statement = {
  name: 'pardon-all-blobs',
  // The marks of an earlier claim are no longer valid.
  text: 'delete from condemned_blobs',
};
