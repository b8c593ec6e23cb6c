import type { Queries, Statement } from '../../db/database.ts';
import { toPostgresTime } from '../../lib/time.ts';

/** An audit record; the fields of the key are null if it belongs to another organization, or if no key was used. */
export type AuditRecord = {
  id: number;
  at: number;
  actorKeyId: number | null;
  ownKeyId: number | null;
  ownKeyName: string | null;
  requestId: string | null;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
};

/** The filter of a list; bounds are inclusive, in milliseconds since the epoch. */
export type AuditFilter = {
  /** A key of the organization. */
  actor?: number | undefined;
  action?: string | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
};

const COLUMNS = `a.id, a.at, a.actor_key_id as "actorKeyId", k.id as "ownKeyId", k.name as "ownKeyName",
  a.request_id as "requestId", a.action, a.subject, a.detail`;

/** An operator's key may belong to another organization. */
const RECORDS = `audit_records a
  left join api_keys k on k.organization_id = a.organization_id and k.id = a.actor_key_id`;

/** The conditions of a window of time, and of the records after a place in it. */
const WHERE = 'a.organization_id = $1 and a.at >= $2 and a.at <= $3 and (a.at, a.id) < ($4, $5)';

const ORDER = 'order by a.at desc, a.id desc limit $6';

const selectAudit: Statement = {
  name: 'select-audit',
  // Served by audit_records_at, backwards.
  text: `select ${COLUMNS} from ${RECORDS} where ${WHERE} ${ORDER}`,
};

const selectAuditOfActor: Statement = {
  name: 'select-audit-of-actor',
  // Served by audit_records_actor, backwards. A key of another organization matches no record.
  text: `select ${COLUMNS} from ${RECORDS} where ${WHERE} and a.actor_key_id = $7 and k.id = $7 ${ORDER}`,
};

const selectAuditOfAction: Statement = {
  name: 'select-audit-of-action',
  // Served by audit_records_action, backwards.
  text: `select ${COLUMNS} from ${RECORDS} where ${WHERE} and a.action = $7 ${ORDER}`,
};

const selectAuditOfActorAndAction: Statement = {
  name: 'select-audit-of-actor-and-action',
  // Served by audit_records_actor or audit_records_action, backwards.
  text: `select ${COLUMNS} from ${RECORDS}
         where ${WHERE} and a.actor_key_id = $7 and k.id = $7 and a.action = $8 ${ORDER}`,
};

const selectPlace: Statement = {
  name: 'select-audit-place',
  // Served by the primary key, backwards.
  text: 'select at, id from audit_records where organization_id = $1 and id <= $2 order by id desc limit 1',
};

/**
 * Lists the newest records of an organization, newest first.
 * @param before only records that are older than the one of this id
 */
export async function listAudit(
  db: Queries,
  organizationId: number,
  { actor, action, fromMs, toMs }: AuditFilter,
  limit: number,
  before?: number,
): Promise<AuditRecord[]> {
  const place = before === undefined ? BEGINNING : await placeOf(db, organizationId, before);
  if (!place) return [];
  const window = [
    fromMs === undefined ? '-infinity' : toPostgresTime(fromMs),
    toMs === undefined ? 'infinity' : toPostgresTime(toMs),
  ];
  const values = [organizationId, ...window, ...place, limit];
  if (actor !== undefined && action !== undefined) {
    return db.query(selectAuditOfActorAndAction, [...values, actor, action]);
  }
  if (actor !== undefined) return db.query(selectAuditOfActor, [...values, actor]);
  if (action !== undefined) return db.query(selectAuditOfAction, [...values, action]);
  return db.query(selectAudit, values);
}

type Place = readonly [at: string, id: number];

const BEGINNING: Place = ['infinity', 0];

/**
 * Returns the place of a record in the order of the list; for a record of another organization, the place that it would
 * have.
 */
async function placeOf(db: Queries, organizationId: number, id: number): Promise<Place | undefined> {
  const [found] = await db.query<{ at: number; id: number }>(selectPlace, [organizationId, id]);
  return found && [toPostgresTime(found.at), found.id === id ? id : found.id + 1];
}
