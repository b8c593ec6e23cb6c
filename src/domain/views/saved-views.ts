import type { Database, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { invalidKey } from '../keys/invalid-key.ts';

/** The lists whose filters and sorting can be saved. */
export const VIEW_LISTS = ['meetings'] as const;

/** The most views of a key. */
export const MAX_VIEWS = 50;

/** The longest name of a view, in characters. */
export const MAX_VIEW_NAME_CHARACTERS = 80;

/** The longest query of a view, in characters. */
export const MAX_VIEW_QUERY_CHARACTERS = 4000;

/** The filters and the order that are saved under a name. */
export type ViewContent = { list: (typeof VIEW_LISTS)[number]; name: string; query: string };

/** A saved view; times are milliseconds since the epoch. */
export type SavedView = ViewContent & { id: string; createdAt: number; updatedAt: number };

/** The key whose views they are. */
type Owner = Actor & { keyId: number };

const selectViews: Statement = {
  name: 'select-views',
  // Served by the primary key; a key has at most MAX_VIEWS.
  text: `select id, list, name, query, created_at as "createdAt", updated_at as "updatedAt" from saved_views
         where organization_id = $1 and key_id = $2 order by list, name_key`,
};

/** Returns the views of a key, by name. */
export function listViews(
  db: Database,
  { organizationId, keyId }: Pick<Owner, 'organizationId' | 'keyId'>,
): Promise<SavedView[]> {
  return db.query<SavedView>(selectViews, [organizationId, keyId]);
}

const lockKey: Statement = {
  name: 'lock-key-of-views',
  // Served by the primary key. The views of a key change one after the other, and never after its revocation.
  text: `select 1 from api_keys where organization_id = $1 and id = $2 and revoked_at is null for no key update`,
};

const selectPresent: Statement = {
  name: 'select-present-views',
  // Served by the primary key.
  text: `select count(*) filter (where id <> $3)::int as others, coalesce(bool_or(id = $3), false) as "isKnown",
           coalesce(bool_or(id <> $3 and list = $4 and name_key = $5), false) as "isTaken"
         from saved_views where organization_id = $1 and key_id = $2`,
};

const upsertView: Statement = {
  name: 'upsert-view',
  text: `insert into saved_views as known (organization_id, key_id, id, list, name_key, name, query)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (organization_id, key_id, id) do update set list = excluded.list, name_key = excluded.name_key,
           name = excluded.name, query = excluded.query, updated_at = excluded.updated_at
         returning id, list, name, query, created_at as "createdAt", updated_at as "updatedAt"`,
};

/**
 * Saves a view of the key under an id, which may be new.
 * @throws Fault 401 if the key has been revoked in the meantime, 409 if another view of the list has the name, or if the
 *   key has too many views
 */
export function saveView(
  db: Database,
  actor: Owner,
  id: string,
  { list, name, query }: ViewContent,
): Promise<{ view: SavedView; created: boolean }> {
  const { organizationId, keyId } = actor;
  const nameKey = name.normalize('NFKC').toLowerCase();
  return db.transaction(async (tx) => {
    const [key] = await tx.query(lockKey, [organizationId, keyId]);
    if (!key) throw invalidKey();
    const [present] = await tx.query<Present>(selectPresent, [organizationId, keyId, id, list, nameKey]);
    const { others, isKnown, isTaken } = present!;
    if (isTaken) throw new Fault('conflict', 'Another view has this name');
    if (others >= MAX_VIEWS) {
      throw new Fault('conflict', `A key can have at most ${MAX_VIEWS} views; delete one first`);
    }
    const values = [organizationId, keyId, id, list, nameKey, name, query];
    const [view] = await tx.query<SavedView>(upsertView, values);
    await recordAudit(tx, actor, isKnown ? 'view.update' : 'view.create', `view ${id}`, { list, name });
    return { view: view!, created: !isKnown };
  });
}

type Present = { others: number; isKnown: boolean; isTaken: boolean };

const deleteRow: Statement = {
  name: 'delete-view',
  // Served by the primary key.
  text: 'delete from saved_views where organization_id = $1 and key_id = $2 and id = $3 returning name',
};

/**
 * Deletes a view of the key.
 * @throws Fault 404 if the key has no such view
 */
export function deleteView(db: Database, actor: Owner, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [deleted] = await tx.query<{ name: string }>(deleteRow, [actor.organizationId, actor.keyId, id]);
    if (!deleted) throw new Fault('missing', 'There is no such view');
    await recordAudit(tx, actor, 'view.delete', `view ${id}`, { name: deleted.name });
  });
}
