/**
 * The placement of each table on a Citus cluster ([decision 0033](../../../docs/decisions/0033-citus.md)): its rows are with
 * their organization on one of the nodes, unless the table is in one of the lists below.
 */

/** A table that every node has a copy of, because foreign keys of distributed tables refer to it. */
const REFERENCE: ReadonlySet<string> = new Set(['organizations']);

/**
 * The tables that stay on the coordinator, of which Citus knows nothing: they are found without the organization, or are worked
 * through across organizations under row locks. The value is the writes that may be part of a transaction which writes to
 * distributed tables as well.
 */
const ON_COORDINATOR: ReadonlyMap<string, string> = new Map([
  // Keys and sessions are found by their hash.
  ['api_keys', 'insert or update or delete'],
  ['sessions', 'insert or delete'],
  ['saved_views', 'insert or update or delete'],
  ['signing_keys', 'insert or delete'],
  // Jobs are claimed across organizations, in turns. Claims and heartbeats are transactions of their own.
  ['jobs', 'insert or update of losses'],
  ['job_schedules', 'insert'],
  // The changes of all organizations are numbered by one statement, and delivered from there.
  ['event_outbox', 'insert'],
  ['changes', 'insert'],
  ['change_heads', 'insert'],
  ['change_sequencing', 'insert'],
  ['webhooks', 'insert or update or delete'],
  ['webhook_keys', 'insert or update or delete'],
  ['webhook_progress', 'insert or update or delete'],
  ['webhook_pending', 'insert or update or delete'],
  ['webhook_answers_forgotten', 'insert or update'],
  ['exports', 'insert or update or delete'],
  ['export_files', 'insert or delete'],
  ['blob_store_claims', 'insert or update'],
  ['condemned_blobs', 'insert or delete'],
  ['schema_migrations', 'insert'],
  // These tables record backups and the retention of the audit.
  ['backups', 'insert or delete'],
  ['restored_backups', 'insert or update'],
  ['audit_retention', 'insert or update or delete'],
]);

export type Placement =
  | { where: 'everywhere' | 'by organization' }
  | { where: 'coordinator'; writes: string };

/** Returns the placement of a table. A table that no list names is distributed by its column organization_id. */
export function placementOf(table: string): Placement {
  if (REFERENCE.has(table)) return { where: 'everywhere' };
  const writes = ON_COORDINATOR.get(table);
  return writes === undefined ? { where: 'by organization' } : { where: 'coordinator', writes };
}
