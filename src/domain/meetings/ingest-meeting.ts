import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../db/database.ts';
import { runYielding } from '../../lib/event-loop.ts';
import { Fault } from '../../lib/faults.ts';
import type { NewPiece } from '../../lib/gzip-pieces.ts';
import { emailKey } from '../../lib/text.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { Queue } from '../../queue/queue.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import {
  domainOf,
  identifySteps,
  speakerResolver,
  speakerResolverSteps,
} from '../conversations/attendees.ts';
import { hasTranscript, loadTranscript, storeTranscript } from '../conversations/stored-transcript.ts';
import { hashTranscriptSteps, renderTranscript, type Segment } from '../conversations/transcript-pieces.ts';
import { certainAccount } from '../crm/crm-records.ts';
import { type Idempotency, once } from '../idempotency.ts';
import { ownDomains } from '../organizations/domains.ts';
import { wantRecording } from '../recordings/set-recording.ts';
import { requestRun } from '../runs/request-run.ts';
import { supersedeFindings } from '../runs/supersede-findings.ts';
import { estimateFields, NO_QUOTA, type StorageQuota, type TakeRoom } from '../storage/storage-quota.ts';
import { type IncomingMeeting, refuseContradictions } from './incoming-meeting.ts';
import { columns, type HashedMeeting, mergeMeeting, type StoredFields } from './merge-meeting.ts';
import * as queries from './queries.ts';
import type { SourceType } from './source-types.ts';
import { ingestedVersion } from './versions/ingested-version.ts';
import { replaceVersion } from './versions/replace-version.ts';
import { type MeetingId, storeExternalIds, storeParticipants } from './write-meeting.ts';

export type Ingested = { meetingId: string; created: boolean };

/**
 * Takes in a meeting: made, or updated where the organization knows its external id from the same source. One
 * transaction; when this returns, the meeting is durable.
 * @param options.process whether summary and signals run where title or transcript are new
 * @throws Fault 422 where its details contradict each other, 409/422 for its Idempotency-Key, 507 over the quota
 */
export async function ingestMeeting(
  { db, queue, quota = NO_QUOTA }: { db: Database; queue: Queue; quota?: StorageQuota },
  organizationId: number,
  incoming: IncomingMeeting,
  options: Partial<Rules> & { idempotency?: Idempotency } = {},
): Promise<Ingested> {
  refuseContradictions(incoming);
  const { sourceType = 'USER_PROVIDED', idempotency, process = true, cause = 'ingest', by = {} } = options;
  const ready = await makeReady(incoming);
  const rules = { sourceType, process, cause, by };
  return quota.within(organizationId, (take) =>
    db.transaction((tx) =>
      once(tx, organizationId, idempotency, () =>
        storeMeeting({ tx, queue, take }, organizationId, rules, ready),
      ),
    ),
  );
}

type Rules = {
  sourceType: SourceType;
  process: boolean;
  cause: 'ingest' | 'import';
  /** The key and request that asked for it; neither is set at the command line. */
  by: Omit<Actor, 'organizationId'>;
};

/** What takes time is done before the transaction, which holds a connection and the meeting's row. */
async function makeReady(incoming: IncomingMeeting): Promise<HashedMeeting> {
  const { segments, attendees } = incoming;
  const transcriptHash = segments && (await runYielding(hashTranscriptSteps(segments)));
  const people = attendees && (await runYielding(identifySteps(attendees)));
  const resolver = segments && people && (await runYielding(speakerResolverSteps(people)));
  const pieces = segments && resolver && (await renderTranscript(segments, resolver));
  return { ...incoming, transcriptHash, people, pieces };
}

async function storeMeeting(
  { tx, queue, take }: { tx: Transaction; queue: Queue; take: TakeRoom },
  organizationId: number,
  { sourceType, process, cause, by }: Rules,
  incoming: HashedMeeting,
): Promise<Ingested> {
  const externalId = incoming.externalId ?? derivedExternalId(incoming);
  const identity: Identity = [organizationId, sourceType, externalId];
  const [domains, found] = await Promise.all([ownDomains(tx, organizationId), find(tx, identity)]);
  const source = { ...by, cause };
  const { id, stored, fields } = await claim(tx, identity, found, incoming, domains, source);
  const isWorthIt = process && (await isWorthProcessing(tx, organizationId, fields, incoming, stored));
  const meeting: MeetingId = [organizationId, id];
  const pieces = await piecesOf(tx, meeting, fields, incoming, stored);
  const ids = externalIdsOf(incoming, sourceType);
  const replacesIds = stored !== undefined && incoming.externalIds !== undefined;
  const next =
    stored &&
    (await ingestedVersion(tx, meeting, { stored, fields }, incoming, replacesIds ? ids : undefined, {
      keyId: by.keyId,
      cause,
      rewritesTranscript: pieces !== undefined,
    }));
  // An ingest that changes nothing takes no room.
  if (!stored || next) await take(bytesOf(pieces) + estimateFields(fields.title, fields.attendees));
  // None of these waits for another's answer: they are sent together, and done in this order.
  await Promise.all([
    next && replaceVersion(tx, meeting, next),
    stored && tx.query(queries.updateMeeting, [organizationId, id, ...columns(fields)]),
    storeParticipants(tx, meeting, fields, { isNew: !stored }),
    storeExternalIds(tx, meeting, ids, { replaces: replacesIds }),
    pieces && storeTranscript(tx, meeting, pieces, { replaces: Boolean(stored?.transcriptHash) }),
    next &&
      recordAudit(tx, { organizationId, ...by }, `meeting.${cause}`, `meeting ${id}`, {
        changed: next.changed,
      }),
    isTranscriptReplaced(incoming, stored) && supersedeFindings(tx, queue, organizationId, { meetingId: id }),
    isWorthIt &&
      requestRun(
        tx,
        queue,
        organizationId,
        { meetingId: id },
        { cause: 'ingest', signals: true, summary: true },
      ),
  ]);
  if (incoming.recordingUrl !== undefined) {
    await wantRecording(tx, queue, organizationId, id, incoming.recordingUrl);
  }
  return { meetingId: `${id}`, created: stored === undefined };
}

type Identity = [organizationId: number, sourceType: SourceType, externalId: string];

/** The meeting of that identity; its row is locked. */
async function find(tx: Transaction, identity: Identity): Promise<queries.StoredMeeting | undefined> {
  return (await tx.query<queries.StoredMeeting>(queries.selectForUpdate, identity))[0];
}

/** In each round another request stores the same meeting first and a further one deletes it again. */
const MAX_CLAIM_ROUNDS = 10;

/**
 * Inserts a meeting, or locks the stored one that the ingest updates.
 * @param found what a first look-up gave
 * @throws Fault 503 where others stored and deleted the meeting in every round
 */
async function claim(
  tx: Transaction,
  identity: Identity,
  found: queries.StoredMeeting | undefined,
  incoming: HashedMeeting,
  domains: readonly string[],
  { keyId, requestId, cause }: Rules['by'] & { cause: Rules['cause'] },
): Promise<{ id: number; stored: queries.StoredMeeting | undefined; fields: StoredFields }> {
  let stored = found;
  for (let round = 0; round < MAX_CLAIM_ROUNDS; round++) {
    if (stored) return { id: stored.id, stored, fields: mergeMeeting(incoming, stored, domains) };
    const fields = await associate(tx, identity[0], mergeMeeting(incoming, undefined, domains));
    const values = [...identity, keyId, cause, requestId, ...columns(fields)];
    const [inserted] = await tx.query<{ id: number }>(queries.insertMeeting, values);
    if (inserted) return { id: inserted.id, stored: undefined, fields };
    stored = await find(tx, identity);
  }
  throw new Fault('unavailable', 'The meeting is being changed by other requests; try again', 1);
}

/** Whether findings of the stored transcript would no longer stand in what the meeting says now. */
function isTranscriptReplaced(
  { transcriptHash }: HashedMeeting,
  stored: queries.StoredMeeting | undefined,
): boolean {
  return Boolean(transcriptHash && stored?.transcriptHash && !transcriptHash.equals(stored.transcriptHash));
}

/** Whether there are words, and they are new or stand under a new title. */
async function isWorthProcessing(
  tx: Transaction,
  organizationId: number,
  { title, transcriptHash }: StoredFields,
  { segments }: IncomingMeeting,
  stored: queries.StoredMeeting | undefined,
): Promise<boolean> {
  if (transcriptHash === null) return false;
  const isNew =
    !stored ||
    stored.title !== title ||
    !stored.transcriptHash ||
    !transcriptHash.equals(stored.transcriptHash);
  if (!isNew) return false;
  return segments ? segments.length > 0 : hasTranscript(tx, organizationId, stored!.id);
}

/** A new meeting without any CRM id gets the account that all of its external attendees certainly belong to. */
async function associate(
  tx: Transaction,
  organizationId: number,
  fields: StoredFields,
): Promise<StoredFields> {
  if (fields.accountId !== null || fields.opportunityId !== null || fields.leadId !== null) return fields;
  const external = fields.attendees.filter(({ email, isInternal }) => email !== undefined && !isInternal);
  const domains = new Set(external.map(({ email }) => domainOf(email!)));
  return { ...fields, accountId: (await certainAccount(tx, organizationId, domains)) ?? null };
}

/** Identity of a meeting without an id: the same host, title, start and end are the same meeting. */
function derivedExternalId({ host, title, startMs, endMs }: IncomingMeeting): string {
  const parts = [emailKey(host.email), title, formatDateTime(startMs), formatDateTime(endMs)];
  return `sha256:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}

/** Its own id, and those that other systems know it by. */
function externalIdsOf(
  { externalId, externalIds = [] }: IncomingMeeting,
  sourceType: SourceType,
): { type: string; id: string }[] {
  return externalId === undefined ? externalIds : [{ type: sourceType, id: externalId }, ...externalIds];
}

/**
 * A transcript is written anew where it is given, or where the attendees that its speakers point to are.
 * @returns undefined where the stored one stays
 */
async function piecesOf(
  tx: Transaction,
  meeting: MeetingId,
  { attendees }: StoredFields,
  incoming: HashedMeeting,
  stored: queries.StoredMeeting | undefined,
): Promise<NewPiece[] | undefined> {
  if (incoming.pieces) return incoming.pieces;
  let segments: Segment[] | undefined = incoming.segments;
  if (!segments && incoming.attendees && stored?.transcriptHash) {
    segments = await loadTranscript(tx, ...meeting);
  }
  return segments && renderTranscript(segments, speakerResolver(attendees));
}

function bytesOf(pieces: readonly NewPiece[] = []): number {
  return pieces.reduce((sum, { deflated }) => sum + deflated.length, 0);
}
