import type { Database, Statement } from '../../db/database.ts';
import type { Cursor } from '../changes/cursor.ts';
import { readHead } from '../changes/read-changes.ts';
import { ENTITY_TYPES, type EntityType } from '../events/record-event.ts';
import type { ExportPlace } from './export-place.ts';
import { beginChanges } from './read-pages.ts';

const countEntities: Statement = {
  name: 'count-entities-to-export',
  // Served by the primary keys, whose first column is the organization; only the types in $2 are counted.
  text: `select case when 'meeting' = any ($2::text[])
      then (select count(*) from meetings where organization_id = $1) else 0 end
    + case when 'email' = any ($2) then (select count(*) from emails where organization_id = $1) else 0 end
    + case when 'execution' = any ($2)
      then (select count(*) from signal_executions where organization_id = $1 and superseded_at is null) else 0 end
    + case when 'signal' = any ($2)
      then (select count(*) from signals where organization_id = $1 and deleted_at is null) else 0 end
    + case when 'user' = any ($2) then (select count(*) from users where organization_id = $1) else 0 end as total`,
};

/**
 * Returns the place where an export begins: the present state, or what changed after a cursor.
 * @param after the place of a reader of the feed, whose copy the export brings up to date
 * @throws Fault 410 if the changes after it are no longer kept
 */
export async function beginExport(
  db: Database,
  organizationId: number,
  types: readonly EntityType[],
  after: Cursor | undefined,
): Promise<ExportPlace> {
  // The place in the feed is read before the first entity, so that no later change is missed.
  const start = await readHead(db, organizationId, after);
  const first = after ? firstAfter(after, types) : { type: types[0]!, afterId: 0 };
  const begun = { start: after ? { position: after.position, mark: after.mark } : start, examined: 0 };
  if (!first) return beginChanges({ db, organizationId, types }, { ...begun, total: 0 });
  const left = types.slice(types.indexOf(first.type));
  const [count] = await db.patient.query<{ total: number }>(countEntities, [organizationId, left]);
  return { ...begun, total: count!.total, stage: 'present', ...first };
}

/** Returns what is left of the present state for a reader that has not received all of it. */
function firstAfter({ snapshot }: Cursor, types: readonly EntityType[]) {
  if (!snapshot) return undefined;
  const rest = ENTITY_TYPES.slice(ENTITY_TYPES.indexOf(snapshot.type));
  const type = rest.find((one) => types.includes(one));
  return type && { type, afterId: type === snapshot.type ? snapshot.afterId : 0 };
}
