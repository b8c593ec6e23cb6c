import type { Queries } from '../../db/database.ts';
import { readEmailsById } from '../emails/read-emails.ts';
import type { EntityType } from '../events/record-event.ts';
import { readMeetingHeads } from '../meetings/read-meeting-heads.ts';
import { readExecutionsById } from '../signals/list-all-executions.ts';
import { listSignals } from '../signals/list-signals.ts';
import { presentSignal } from '../signals/present-signal.ts';
import { presentUser } from '../users/present-user.ts';
import { readUsersById } from '../users/users.ts';

type Read = (db: Queries, organizationId: number, ids: readonly number[]) => Promise<Map<number, string>>;

export type Entity = { type: EntityType; id: number };

/** The functions that read the entities of each type, as JSON texts by id. Entities that do not exist are absent. */
const READERS: Record<EntityType, Read> = {
  meeting: readMeetingHeads,
  execution: readExecutionsById,
  async email(...asked) {
    return mapValues(await readEmailsById(...asked), (email) => JSON.stringify(email));
  },
  async signal(db, organizationId, ids) {
    const signals = (await listSignals(db, organizationId)).filter(({ id }) => ids.includes(id));
    return new Map(signals.map((signal) => [signal.id, JSON.stringify(presentSignal(signal))]));
  },
  async user(...asked) {
    return mapValues(await readUsersById(...asked), (user, id) =>
      JSON.stringify({ id: `${id}`, ...presentUser(user) }),
    );
  },
};

/** Reads entities as GET by id shows them, meetings without their transcripts. @returns JSON texts by type and id */
export async function readEntities(
  db: Queries,
  organizationId: number,
  wanted: readonly Entity[],
): Promise<(one: Entity) => string | undefined> {
  const ids = Map.groupBy(wanted, ({ type }) => type);
  const found = await Promise.all(
    [...ids].map(async ([type, ones]) => {
      const distinct = [...new Set(ones.map(({ id }) => id))];
      return [type, await READERS[type](db, organizationId, distinct)] as const;
    }),
  );
  const byType = new Map(found);
  return ({ type, id }) => byType.get(type)?.get(id);
}

function mapValues<Value>(
  map: ReadonlyMap<number, Value>,
  render: (value: Value, id: number) => string,
): Map<number, string> {
  return new Map([...map].map(([id, value]) => [id, render(value, id)]));
}
