import type { Queries, Statement } from '../../db/database.ts';
import { ENTITY_TYPES, type EntityType } from '../events/record-event.ts';
import type { Cursor, FeedPlace } from './cursor.ts';
import { type Change, type ChangePage, readFeedHead } from './read-changes.ts';

/** Served by the primary keys, and users by users_id; the statements return the entities that lists show, by id. */
const PRESENT: Record<EntityType, Statement> = {
  meeting: {
    name: 'select-present-meetings',
    text: `select id, now() as at from meetings where organization_id = $1 and id > $2 order by id limit $3`,
  },
  email: {
    name: 'select-present-emails',
    text: `select id, now() as at from emails where organization_id = $1 and id > $2 order by id limit $3`,
  },
  execution: {
    name: 'select-present-executions',
    text: `select execution.id, now() as at from signal_executions execution
           join signals signal on signal.organization_id = $1 and signal.id = execution.signal_id
             and signal.deleted_at is null
           where execution.organization_id = $1 and execution.id > $2 and execution.superseded_at is null
           order by execution.id limit $3`,
  },
  signal: {
    name: 'select-present-signals',
    text: `select id, now() as at from signals
           where organization_id = $1 and id > $2 and deleted_at is null order by id limit $3`,
  },
  user: {
    name: 'select-present-users',
    text: `select id, now() as at from users where organization_id = $1 and id > $2 order by id limit $3`,
  },
};

/**
 * Reads a part of the present state, with which a reader begins: every entity as created, at the position that was the
 * newest when the reader began. Later changes follow as changes, so that nothing is missed.
 * @param types the types that are shown
 * @param from the place from which the reader continues; undefined if it begins
 * @throws Fault 410 if the changes that follow can no longer be read
 */
export async function readPresentState(
  db: Queries,
  organizationId: number,
  from: Cursor | undefined,
  { types, limit }: { types: readonly EntityType[]; limit: number },
): Promise<ChangePage> {
  const { place: head, isLate } = await readFeedHead(db, organizationId, from);
  const start: FeedPlace = from ? { position: from.position, mark: from.mark } : head;
  const cursorAfter = ({ type, id }: Change) => ({ ...start, snapshot: { type, afterId: id } });
  const changes: Change[] = [];
  const first = from?.snapshot ? ENTITY_TYPES.indexOf(from.snapshot.type) : 0;
  for (const type of ENTITY_TYPES.slice(first)) {
    if (!types.includes(type)) continue;
    const afterId = type === from?.snapshot?.type ? from.snapshot.afterId : 0;
    const wanted = limit - changes.length;
    const rows = await readPresent(db, organizationId, { type, afterId }, wanted);
    for (const row of rows) {
      changes.push({ ...row, position: start.position, type, change: 'created', fields: [] });
    }
    if (rows.length < wanted) continue;
    const snapshot = { type, afterId: rows.at(-1)!.id };
    return { changes, next: { ...start, snapshot }, isUpToDate: false, isLate, cursorAfter };
  }
  const isUpToDate = head.position === start.position;
  return { changes, next: start, isUpToDate, isLate, cursorAfter };
}

function readPresent(
  db: Queries,
  organizationId: number,
  { type, afterId }: { type: EntityType; afterId: number },
  limit: number,
): Promise<{ id: number; at: number }[]> {
  return db.query(PRESENT[type], [organizationId, afterId, limit]);
}

/** Reads the next ids of the entities of a type that exist, in their order. */
export async function readPresentIds(
  db: Queries,
  organizationId: number,
  after: { type: EntityType; afterId: number },
  limit: number,
): Promise<number[]> {
  return (await readPresent(db, organizationId, after, limit)).map(({ id }) => id);
}
