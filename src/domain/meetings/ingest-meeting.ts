import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../db/database.ts';
import { canonicalCrmId } from '../../lib/salesforce-id.ts';
import { emailKey } from '../../lib/text.ts';
import { formatDateTime, toPostgresTime } from '../../lib/time.ts';
import { type Idempotency, once } from '../idempotency.ts';
import { type Attendee, resolveAttendees, speakerResolver } from './attendees.ts';
import { type IncomingMeeting, refuseContradictions, type Segment } from './incoming-meeting.ts';
import * as queries from './queries.ts';
import { type MeetingFields, renderHead } from './render-head.ts';
import type { SourceType } from './source-types.ts';
import { hashTranscript, readTranscript, renderTranscript } from './transcript-pieces.ts';

export type Ingested = { meetingId: string; created: boolean };

/**
 * Takes in a meeting: made, or updated where the organization knows its external id from the same source. One
 * transaction; when this returns, the meeting is durable.
 * @throws Fault 422 where its details contradict each other, or 409/422 for its Idempotency-Key
 */
export async function ingestMeeting(
  db: Database,
  organizationId: number,
  incoming: IncomingMeeting,
  options: { sourceType?: SourceType; idempotency?: Idempotency } = {},
): Promise<Ingested> {
  refuseContradictions(incoming);
  const { sourceType = 'USER_PROVIDED', idempotency } = options;
  return db.transaction((tx) =>
    once(tx, organizationId, idempotency, () => storeMeeting(tx, organizationId, sourceType, incoming)),
  );
}

async function storeMeeting(
  tx: Transaction,
  organizationId: number,
  sourceType: SourceType,
  incoming: IncomingMeeting,
): Promise<Ingested> {
  const externalId = incoming.externalId ?? derivedExternalId(incoming);
  const identity = [organizationId, sourceType, externalId];
  const [organization] = await tx.query<{ domains: string[] }>(queries.selectDomains, [organizationId]);
  const find = async () => (await tx.query<queries.StoredMeeting>(queries.selectForUpdate, identity))[0];

  let stored = await find();
  let fields = merge(incoming, stored, organization!.domains);
  let id: number;
  if (stored === undefined) {
    const [inserted] = await tx.query<{ id: number }>(queries.insertMeeting, [
      ...identity,
      ...columns(fields),
    ]);
    if (inserted === undefined) {
      // Another ingest of the same meeting was first: wait for it, then update what it stored.
      stored = await find();
      fields = merge(incoming, stored, organization!.domains);
    }
    id = inserted?.id ?? stored!.id;
  } else {
    id = stored.id;
  }
  if (stored !== undefined) {
    await tx.query(queries.updateMeeting, [organizationId, id, ...columns(fields)]);
    await tx.query(queries.deleteParticipants, [organizationId, id]);
  }
  await tx.query(queries.insertParticipants, [
    organizationId,
    id,
    toPostgresTime(fields.startMs),
    participants(fields),
  ]);
  await storeExternalIds(tx, organizationId, id, incoming, sourceType);
  await storeTranscript(tx, organizationId, id, fields, incoming, stored);
  return { meetingId: `${id}`, created: stored === undefined };
}

/** Identity of a meeting without an id: the same host, title, start and end are the same meeting. */
function derivedExternalId({ host, title, startMs, endMs }: IncomingMeeting): string {
  const parts = [emailKey(host.email), title, formatDateTime(startMs), formatDateTime(endMs)];
  return `sha256:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}

type StoredFields = MeetingFields & {
  callUrl: string | null;
  recordingUrl: string | null;
  transcriptHash: Buffer | null;
};

/** Fields given replace the old ones whole; fields left out stay. */
function merge(
  incoming: IncomingMeeting,
  stored: queries.StoredMeeting | undefined,
  domains: readonly string[],
): StoredFields {
  const { accountId, opportunityId, segments } = incoming;
  return {
    title: incoming.title,
    startMs: incoming.startMs,
    endMs: incoming.endMs,
    hostEmail: incoming.host.email,
    hostName: incoming.host.name ?? null,
    attendees: incoming.attendees
      ? resolveAttendees(incoming.attendees, domains)
      : ((stored?.attendees as Attendee[] | undefined) ?? []),
    accountId: accountId === undefined ? (stored?.accountId ?? null) : canonicalCrmId(accountId),
    opportunityId:
      opportunityId === undefined ? (stored?.opportunityId ?? null) : canonicalCrmId(opportunityId),
    leadId: stored?.leadId ?? null,
    caseId: stored?.caseId ?? null,
    callUrl: incoming.callUrl ?? stored?.callUrl ?? null,
    recordingUrl: incoming.recordingUrl ?? stored?.recordingUrl ?? null,
    transcriptHash: segments ? hashTranscript(segments) : (stored?.transcriptHash ?? null),
  };
}

/** In the order of COLUMNS in queries.ts. */
function columns(fields: StoredFields): unknown[] {
  return [
    fields.title,
    toPostgresTime(fields.startMs),
    toPostgresTime(fields.endMs),
    fields.hostEmail,
    fields.hostName,
    JSON.stringify(fields.attendees),
    fields.accountId,
    fields.opportunityId,
    fields.leadId,
    fields.caseId,
    fields.callUrl,
    fields.recordingUrl,
    fields.transcriptHash,
    renderHead(fields),
  ];
}

/** Everybody whose address finds the meeting. */
function participants({ hostEmail, attendees }: MeetingFields): string[] {
  const emails = attendees.map(({ email }) => email).filter((email) => email !== undefined);
  return [...new Set([hostEmail, ...emails].map(emailKey))];
}

async function storeExternalIds(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
  incoming: IncomingMeeting,
  sourceType: SourceType,
): Promise<void> {
  const own = incoming.externalId === undefined ? [] : [{ type: sourceType, id: incoming.externalId }];
  const ids = [...own, ...(incoming.externalIds ?? [])];
  if (ids.length === 0) return;
  const types = ids.map(({ type }) => type);
  await tx.query(queries.insertExternalIds, [organizationId, meetingId, types, ids.map(({ id }) => id)]);
}

/** A transcript is written anew where it is given, or where the attendees that its speakers point to are. */
async function storeTranscript(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
  fields: StoredFields,
  incoming: IncomingMeeting,
  stored: queries.StoredMeeting | undefined,
): Promise<void> {
  const id = [organizationId, meetingId];
  let segments: Segment[] | undefined = incoming.segments;
  if (!segments && incoming.attendees && stored?.transcriptHash) {
    segments = readTranscript(await tx.query<{ deflated: Buffer }>(queries.selectTranscript, id));
  }
  if (!segments) return;
  if (stored?.transcriptHash) await tx.query(queries.deleteTranscript, id);
  const pieces = await renderTranscript(segments, speakerResolver(fields.attendees));
  for (const [number, { deflated, crc32, rawLength }] of pieces.entries()) {
    await tx.query(queries.insertTranscriptPiece, [...id, number, deflated, crc32, rawLength]);
  }
}
