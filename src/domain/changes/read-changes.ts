import type { Queries, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { type ChangedField, type ChangeKind, ENTITY_TYPES, type EntityType } from '../events/record-event.ts';
import type { Cursor, FeedPlace } from './cursor.ts';
import { IS_LATE } from './late-changes.ts';

/** A change as the feed returns it. `at` is in milliseconds since the epoch. */
export type Change = {
  position: number;
  type: EntityType;
  id: number;
  change: ChangeKind;
  fields: readonly ChangedField[];
  at: number;
};

/**
 * A part of the feed. `next` is the cursor with which the reader continues; `isUpToDate` means that no change follows
 * yet.
 */
export type ChangePage = {
  changes: Change[];
  next: Cursor;
  isUpToDate: boolean;
  /** Whether committed changes wait for their positions for longer than usual, as while no worker runs. */
  isLate: boolean;
  /** Returns the cursor with which a reader continues that has read up to this change of the page. */
  cursorAfter(change: Change): Cursor;
};

/** The most changes that one statement examines for a reader that requests some types only. */
const MAX_SCANNED = 5000;

/** The columns of every row; those of a change are null if none is shown. */
type FeedRow = {
  lastPosition: number | null;
  forgottenPosition: number | null;
  hereAt: number | null;
  hereId: number | null;
  endPosition: number | null;
  endAt: number | null;
  endId: number | null;
  isLate: boolean;
} & (Change | { position: null });

const selectChanges: Statement = {
  name: 'select-changes',
  // Served by the primary keys. `ending` is the last change shown if the page is full, otherwise the last one examined,
  // so that a reader of few types skips all others.
  text: `with scanned as materialized (
      select position, entity_type, entity_id, change, fields, at from changes
      where organization_id = $1 and position > $2 order by position limit $5
    ), shown as materialized (
      select * from scanned where entity_type = any ($3::text[]) order by position limit $4
    ), ending as (
      select position, at, entity_id from scanned
      where (select count(*) from shown) < $4 or position <= (select max(position) from shown)
      order by position desc limit 1
    )
    select head.last_position as "lastPosition", head.forgotten_position as "forgottenPosition",
      here.at as "hereAt", here.entity_id as "hereId",
      ending.position as "endPosition", ending.at as "endAt", ending.entity_id as "endId",
      coalesce(ending.position, $2) >= coalesce(head.last_position, 0) and ${IS_LATE} as "isLate",
      shown.position, shown.entity_type as type, shown.entity_id as id, shown.change, shown.fields, shown.at
    from (select) as one
    left join change_heads head on head.organization_id = $1
    left join changes here on here.organization_id = $1 and here.position = $2
    left join ending on true
    left join shown on true
    order by shown.position`,
};

/**
 * Reads the changes after a place, in the order of their positions.
 * @param types the types that are shown; changes of other types are skipped
 * @throws Fault 410 if the place is no longer valid: the changes after it were removed, or this database never issued
 *   it
 */
export async function readChanges(
  db: Queries,
  organizationId: number,
  place: FeedPlace,
  { types, limit }: { types: readonly EntityType[]; limit: number },
): Promise<ChangePage> {
  const scanned = types.length === ENTITY_TYPES.length ? limit : Math.max(limit, MAX_SCANNED);
  const values = [organizationId, place.position, types, limit, scanned];
  const rows = await db.query<FeedRow>(selectChanges, values);
  const first = rows[0]!;
  refuseIfLost(place, first);
  const next =
    first.endPosition === null
      ? place
      : { position: first.endPosition, mark: markOf(first.endAt!, first.endId!) };
  return {
    changes: rows.filter((row): row is FeedRow & Change => row.position !== null),
    next,
    isUpToDate: next.position >= (first.lastPosition ?? 0),
    isLate: first.isLate,
    cursorAfter: ({ position, at, id }) => ({ position, mark: markOf(at, id) }),
  };
}

const selectHead: Statement = {
  name: 'select-change-head',
  // Served by the primary keys.
  text: `select head.last_position as "lastPosition", head.forgotten_position as "forgottenPosition",
           newest.at as "newestAt", newest.entity_id as "newestId", here.at as "hereAt", here.entity_id as "hereId",
           ${IS_LATE} as "isLate"
         from (select) as one
         left join change_heads head on head.organization_id = $1
         left join changes newest
           on newest.organization_id = $1 and newest.position = head.last_position
         left join changes here on here.organization_id = $1 and here.position = $2`,
};

/** The place after the newest change. */
export type FeedHead = { place: FeedPlace } & Pick<ChangePage, 'isLate'>;

/**
 * Reads how far the feed reaches.
 * @param from the reader's place, if it has begun already
 * @throws Fault 410 if that place is no longer valid
 */
export async function readFeedHead(db: Queries, organizationId: number, from?: FeedPlace): Promise<FeedHead> {
  type HeadRow = Seen & Pick<FeedRow, 'isLate'> & { newestAt: number | null; newestId: number | null };
  const [row] = await db.query<HeadRow>(selectHead, [organizationId, from?.position ?? 0]);
  const { lastPosition, newestAt, newestId, isLate } = row!;
  if (from) refuseIfLost(from, row!);
  const mark = newestAt === null ? 0 : markOf(newestAt, newestId!);
  return { place: { position: lastPosition ?? 0, mark }, isLate };
}

/** Reads the place after the newest change, as {@link readFeedHead} does. */
export async function readHead(db: Queries, organizationId: number, from?: FeedPlace): Promise<FeedPlace> {
  return (await readFeedHead(db, organizationId, from)).place;
}

type Seen = Pick<FeedRow, 'lastPosition' | 'forgottenPosition' | 'hereAt' | 'hereId'>;

function refuseIfLost({ position, mark }: FeedPlace, seen: Seen): void {
  const { lastPosition, forgottenPosition, hereAt, hereId } = seen;
  const isForgotten = position < (forgottenPosition ?? 0);
  const isUnknown = position > (lastPosition ?? 0);
  const isAnother = hereAt !== null && mark !== 0 && markOf(hereAt, hereId!) !== mark;
  if (!isForgotten && !isUnknown && !isAnother) return;
  throw new Fault(
    'gone',
    isForgotten
      ? 'The changes that follow this cursor are no longer kept; begin again with after=start'
      : 'This cursor is from another state of the database, as before a restore; begin again with after=start',
  );
}

/** Distinguishes changes to which different states of a database gave the same position. */
export function markOf(at: number, id: number): number {
  return at + id;
}
