import type { Statement, Transaction } from '../../db/database.ts';

/** The kinds of entities whose changes are recorded. */
export const ENTITY_TYPES = ['meeting', 'email', 'execution', 'signal', 'user'] as const;

export type EntityType = (typeof ENTITY_TYPES)[number];

/** An execution that is superseded counts as deleted: lists do not show it any more. */
export type ChangeKind = 'created' | 'updated' | 'deleted';

/** The parts of an entity that can change on their own. Only meetings have several. */
export type ChangedField = 'details' | 'transcript' | 'crm' | 'recording' | 'summary';

export type DomainEvent = {
  organizationId: number;
  type: EntityType;
  id: number;
  change: ChangeKind;
  /** The parts that an update changed. */
  fields?: readonly ChangedField[];
};

const insertEvents: Statement = {
  name: 'insert-events',
  text: `insert into event_outbox (organization_id, entity_type, entity_id, change, fields)
         select $1, $2, id, $4, $5 from unnest($3::bigint[]) as id`,
};

/** Records that the meeting in `inserted`, of the organization in $1, was created: a part of the statement that stores it. */
export const RECORD_INSERTED_MEETING = `insert into event_outbox (organization_id, entity_type, entity_id, change, fields)
  select $1, 'meeting', id, 'created', '{}' from inserted`;

/**
 * Records that an entity changed, in the transaction that changes it. The caller has locked the entity's row before, so
 * that events of one entity are recorded in the order in which its transactions commit. The change becomes readable at
 * a position of its own once the transaction has committed (changes/sequence-changes.ts).
 */
export function recordEvent(tx: Transaction, { id, ...event }: DomainEvent): Promise<void> {
  return recordEvents(tx, { ...event, ids: [id] });
}

/** Records events for several entities of one type; does nothing if there are none. */
export async function recordEvents(
  tx: Transaction,
  { organizationId, type, ids, change, fields = [] }: Omit<DomainEvent, 'id'> & { ids: readonly number[] },
): Promise<void> {
  if (ids.length > 0) await tx.query(insertEvents, [organizationId, type, ids, change, fields]);
}

/** Records that parts of a meeting changed. */
export function recordMeetingUpdate(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
  fields: readonly ChangedField[],
): Promise<void> {
  return recordEvent(tx, { organizationId, type: 'meeting', id: meetingId, change: 'updated', fields });
}
