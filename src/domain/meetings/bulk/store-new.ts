import type { Transaction } from '../../../db/database.ts';
import { toPostgresTime } from '../../../lib/time.ts';
import type { Queue } from '../../../queue/queue.ts';
import { readKnownDomains } from '../../conversations/known-domains.ts';
import type { TranscriptPiece } from '../../conversations/transcript-pieces.ts';
import { recordEvents } from '../../events/record-event.ts';
import { wantRecording } from '../../recordings/set-recording.ts';
import { requestRuns } from '../../runs/request-run.ts';
import { estimateFields, type TakeRoom } from '../../storage/storage-quota.ts';
import { bytesOfPieces, domainsOf, FULL_RUN, renderPieces } from '../ingest-meeting.ts';
import { draftPlan, type MeetingPlan, planMeeting } from '../plan-meeting.ts';
import type { SourceType } from '../source-types.ts';
import { columns, participants } from '../write-meeting.ts';
import * as queries from './queries.ts';
import type { MeetingFromThread } from './send-prepared.ts';

/** A meeting that the organization does not know, as far as has been seen. */
export type NewMeeting = {
  incoming: MeetingFromThread;
  sourceType: SourceType;
  /** The id by which it is recognized; no other meeting of the list has it. */
  identity: string;
  process: boolean;
  /** The request that ingests it, for the audit; not set at the command line. */
  requestId: string | undefined;
};

type Parts = { tx: Transaction; queue: Queue; take: TakeRoom };

/** `keyId` is not set at the command line. */
type Author = { cause: 'ingest' | 'import'; keyId: number | undefined };

/** The rows to be written for one meeting. */
type Planned = NewMeeting & { plan: MeetingPlan; pieces: readonly TranscriptPiece[] };

/** A meeting that was inserted, with its id. */
type Stored = Planned & { id: number };

/**
 * Stores new meetings in the caller's transaction, by some ten statements however many there are.
 * @returns the ids in the order of the meetings; undefined for each that somebody else has stored meanwhile, of which
 *   nothing is written
 */
export async function storeNewMeetings(
  { tx, queue, take }: Parts,
  organizationId: number,
  meetings: readonly NewMeeting[],
  author: Author,
): Promise<(number | undefined)[]> {
  const planned = await planAll(tx, organizationId, meetings, author);
  await take(planned.reduce((bytes, one) => bytes + storageOf(one), 0));
  const ids = await insertAll(tx, organizationId, planned, author);
  const stored = planned.flatMap((one, index) => {
    const id = ids[index];
    return id === undefined ? [] : [{ ...one, id }];
  });
  // The statements do not depend on each other's results: they are sent together, and executed in this order.
  await Promise.all([
    recordEvents(tx, { organizationId, type: 'meeting', ids: stored.map(({ id }) => id), change: 'created' }),
    insertPeople(tx, organizationId, stored),
    insertIds(tx, organizationId, stored),
    insertPieces(tx, organizationId, stored),
    insertWords(tx, organizationId, stored),
    requestRuns(tx, queue, organizationId, idsToProcess(stored), FULL_RUN),
  ]);
  for (const { id, plan } of stored) {
    const { recording } = plan;
    if (recording) await wantRecording(tx, queue, [organizationId, id], recording.url, recording.known);
  }
  return ids;
}

async function planAll(
  tx: Transaction,
  organizationId: number,
  meetings: readonly NewMeeting[],
  { cause, keyId }: Author,
): Promise<Planned[]> {
  const domains = new Set(meetings.flatMap(({ incoming }) => [...domainsOf(incoming)]));
  const known = await readKnownDomains(tx, organizationId, domains);
  const drafts = meetings.map(({ incoming, sourceType, process }) =>
    draftPlan(incoming, undefined, known.own, { sourceType, cause, keyId, process }),
  );
  const planned: Planned[] = [];
  for (const [index, draft] of drafts.entries()) {
    const plan = planMeeting(draft, { account: known.accountOf(draft.needs.accountOf) });
    const meeting = meetings[index]!;
    const pieces = meeting.incoming.piecesIfNew ?? (await renderPieces(plan)) ?? [];
    planned.push({ ...meeting, plan, pieces });
  }
  return planned;
}

function storageOf({ pieces, plan: { fields } }: Planned): number {
  return bytesOfPieces(pieces) + estimateFields(fields.title, fields.attendees);
}

async function insertAll(
  tx: Transaction,
  organizationId: number,
  planned: readonly Planned[],
  { cause, keyId }: Author,
): Promise<(number | undefined)[]> {
  const rows = planned.map(({ sourceType, identity, plan }) => [
    sourceType,
    identity,
    ...columns(plan.fields),
  ]);
  const lists = rows[0]!.map((_, column) => rows.map((row) => row[column]));
  const inserted = await tx.query<{ id: number; sourceType: string; externalId: string }>(
    queries.insertMeetings,
    [organizationId, keyId, cause, planned.map(({ requestId }) => requestId), ...lists],
  );
  const ids = new Map(inserted.map(({ id, sourceType, externalId }) => [`${sourceType} ${externalId}`, id]));
  return planned.map(({ sourceType, identity }) => ids.get(`${sourceType} ${identity}`));
}

function idsToProcess(stored: readonly Stored[]): number[] {
  return stored.filter(({ plan }) => plan.requestsRun).map(({ id }) => id);
}

/** Turns rows into lists of the values of each column; as many lists as there are columns, if there are no rows. */
function columnsOf(rows: readonly (readonly unknown[])[], count: number): unknown[][] {
  return Array.from({ length: count }, (_, column) => rows.map((row) => row[column]));
}

async function insertPeople(tx: Transaction, organizationId: number, stored: readonly Stored[]) {
  const rows = stored.flatMap(({ id, plan: { fields } }) =>
    participants(fields).map((email) => [id, toPostgresTime(fields.startMs), email]),
  );
  await tx.query(queries.insertAllParticipants, [organizationId, ...columnsOf(rows, 3)]);
}

async function insertIds(tx: Transaction, organizationId: number, stored: readonly Stored[]) {
  const rows = stored.flatMap(({ id, plan }) => plan.externalIds.ids.map((one) => [id, one.type, one.id]));
  if (rows.length > 0) await tx.query(queries.insertAllExternalIds, [organizationId, ...columnsOf(rows, 3)]);
}

async function insertPieces(tx: Transaction, organizationId: number, stored: readonly Stored[]) {
  const joined = joinBytes();
  const rows = stored.flatMap(({ id, pieces }) =>
    pieces.map(({ deflated, crc32, rawLength, firstEntry, endSeconds }, number) => [
      ...[id, number, ...joined.add(deflated), crc32, rawLength, firstEntry, endSeconds],
    ]),
  );
  if (rows.length === 0) return;
  await tx.query(queries.insertAllPieces, [organizationId, joined.bytes(), ...columnsOf(rows, 8)]);
}

async function insertWords(tx: Transaction, organizationId: number, stored: readonly Stored[]) {
  const joined = joinBytes();
  const rows = stored.flatMap(({ id, plan: { words = [] } }) =>
    words.map(({ language, firstEntry, entryCount, terms, pairs, triples }, part) => [
      ...[id, part, language, firstEntry, entryCount, terms, ...joined.add(pairs), ...joined.add(triples)],
    ]),
  );
  if (rows.length === 0) return;
  await tx.query(queries.insertAllWords, [organizationId, joined.bytes(), ...columnsOf(rows, 10)]);
}

/** Joins values of bytes. `add` returns the place of the value, counted from 1 as PostgreSQL does, and its length. */
function joinBytes() {
  const parts: Buffer[] = [];
  let length = 0;
  return {
    add(bytes: Buffer): [start: number, length: number] {
      parts.push(bytes);
      length += bytes.length;
      return [length - bytes.length + 1, bytes.length];
    },
    bytes: () => Buffer.concat(parts, length),
  };
}
