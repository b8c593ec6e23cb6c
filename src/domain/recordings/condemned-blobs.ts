import type { Queries, Statement } from '../../db/database.ts';

export const condemnBlobs: Statement = {
  name: 'condemn-blobs',
  text: `insert into condemned_blobs (blob_key) select unnest($1::text[]) on conflict (blob_key) do nothing
         returning blob_key as "blobKey"`,
};

export const pardonBlobs: Statement = {
  name: 'pardon-blobs',
  // Served by the primary key.
  text: 'delete from condemned_blobs where blob_key = any($1::text[])',
};

export const selectCondemned: Statement = {
  name: 'select-condemned-blobs',
  // Served by condemned_blobs_age. The database's clock also wrote the times.
  text: `select blob_key as "blobKey" from condemned_blobs
         where condemned_at <= clock_timestamp() - make_interval(secs => $1) order by condemned_at limit $2`,
};

const selectQuarantine: Statement = {
  name: 'select-quarantine',
  // Served by condemned_blobs_age.
  text: `select blob_key as "blobKey", condemned_at as "condemnedAt" from condemned_blobs
         order by condemned_at, blob_key limit $1`,
};

/** Lists the blobs that are marked for deletion, the next one first. Times are milliseconds since the epoch. */
export function listCondemned(
  db: Queries,
  limit: number,
): Promise<{ blobKey: string; condemnedAt: number }[]> {
  return db.query(selectQuarantine, [limit]);
}
