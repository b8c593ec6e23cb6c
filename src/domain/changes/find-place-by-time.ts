import type { Queries, Statement } from '../../db/database.ts';
import { toPostgresTime } from '../../lib/time.ts';
import type { FeedPlace } from './cursor.ts';

/** Changes are numbered after their commits, so that one may be older than another that precedes it, by this at most. */
const MAX_DISORDER_MS = 60_000;

const selectPlace: Statement = {
  name: 'select-change-place-by-time',
  // Positions have no gaps: halving the distance takes one look-up in the primary key for each power of two.
  text: `with recursive search (low, high) as (
      select forgotten_position, last_position + 1 from change_heads where organization_id = $1
      union all
      select case when c.at < $2 then c.position else search.low end,
        case when c.at < $2 then search.high else c.position end
      from search
      join changes c on c.organization_id = $1 and c.position = (search.low + search.high) / 2
      where search.high - search.low > 1
    )
    select low as position from search order by high - low limit 1`,
};

/**
 * Finds the place in the feed before the changes since a time. Some that are older by up to a minute may follow the place.
 * If the changes of that time are no longer kept, it is the place before the oldest one that is.
 */
export async function findPlaceByTime(
  db: Queries,
  organizationId: number,
  sinceMs: number,
): Promise<FeedPlace> {
  const values = [organizationId, toPostgresTime(sinceMs - MAX_DISORDER_MS)];
  const [row] = await db.query<{ position: number }>(selectPlace, values);
  return { position: row?.position ?? 0, mark: 0 };
}
