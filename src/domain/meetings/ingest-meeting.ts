import type { Database, Queries, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import type { Queue } from '../../queue/queue.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { accountDomains } from '../conversations/account-domains.ts';
import { speakerResolver } from '../conversations/attendees.ts';
import { type KnownDomains, readKnownDomains } from '../conversations/known-domains.ts';
import { hasTranscript, loadTranscript, storeTranscript } from '../conversations/stored-transcript.ts';
import { renderTranscript, type TranscriptPiece } from '../conversations/transcript-pieces.ts';
import { recordEvent } from '../events/record-event.ts';
import { type Idempotency, once } from '../idempotency.ts';
import { processRunJob } from '../jobs.ts';
import { lockRecording, wantRecording } from '../recordings/set-recording.ts';
import { requestRun } from '../runs/request-run.ts';
import { supersedeFindings } from '../runs/supersede-findings.ts';
import { estimateFields, NO_QUOTA, type StorageQuota, type TakeRoom } from '../storage/storage-quota.ts';
import { storeTranscriptWords } from '../words/transcript-words.ts';
import { type IncomingMeeting, refuseContradictions } from './incoming-meeting.ts';
import { canBeWhole, insertWholeMeeting } from './insert-whole-meeting.ts';
import { draftPlan, type MeetingPlan, type Needs, planMeeting, type Read } from './plan-meeting.ts';
import { identityOf, type PreparedMeeting, prepareMeeting } from './prepare-meeting.ts';
import * as queries from './queries.ts';
import type { SourceType } from './source-types.ts';
import { selectExternalIds } from './versions/queries.ts';
import { replaceVersion } from './versions/replace-version.ts';
import type { ExternalId } from './versions/version-fields.ts';
import { columns, type MeetingId, storeExternalIds, storeParticipants } from './write-meeting.ts';
import { canBeTogether, type Identity, insertTogether } from './write-parts-together.ts';

export type Ingested = {
  meetingId: string;
  created: boolean;
  /** Whether the ingest changed the meeting or created it, as was seen under the lock of its row. */
  changed: boolean;
};

/**
 * Ingests a meeting: creates it, or updates the one that the organization knows by its external id from the same
 * source. One transaction; when this returns, the meeting is durable.
 * @param options.process whether summary and signals run if title or transcript is new
 * @param options.mayUpdate false: a meeting that exists is left alone
 * @param options.onCreate called in the transaction that creates the meeting
 * @throws Fault 422 if its details contradict each other, 409/422 for its Idempotency-Key, 409 if it exists and may not be
 *   updated, 507 over the quota
 */
export async function ingestMeeting(
  parts: IngestParts,
  organizationId: number,
  incoming: IncomingMeeting,
  options: IngestOptions = {},
): Promise<Ingested> {
  refuseContradictions(incoming);
  return ingestPrepared(parts, organizationId, await prepareMeeting(incoming), options);
}

export type IngestParts = {
  db: Database;
  queue: Queue;
  quota?: StorageQuota;
  /** Answers reads that need not be part of the transaction, at a lower cost; if it is omitted, the transaction reads itself. */
  reads?: Queries | undefined;
};

export type IngestOptions = Partial<Rules> & { idempotency?: Idempotency };

/** Does the same with a meeting that is prepared, and whose details do not contradict each other. */
export async function ingestPrepared(
  { db, queue, quota = NO_QUOTA, reads }: IngestParts,
  organizationId: number,
  prepared: PreparedMeeting,
  options: IngestOptions,
): Promise<Ingested> {
  const { sourceType = 'USER_PROVIDED', idempotency, process = true, cause = 'ingest', by = {} } = options;
  const { mayUpdate, review, onCreate } = options;
  const rules = { sourceType, process, cause, by, mayUpdate, review, onCreate };
  const ingested = await quota.within(organizationId, (take) =>
    db.transaction((tx) =>
      once(tx, organizationId, idempotency, () =>
        storeMeeting({ tx, queue, take, reads: reads ?? tx }, organizationId, rules, prepared),
      ),
    ),
  );
  if (ingested.created) db.statistics.noteNew(1);
  return ingested;
}

type Rules = {
  sourceType: SourceType;
  process: boolean;
  cause: 'ingest' | 'import';
  /** The key and the request that ingest the meeting; neither is set at the command line. */
  by: Omit<Actor, 'organizationId'>;
  mayUpdate?: boolean | undefined;
  /** Is called while the row of the stored meeting is locked, before it is changed; what it throws refuses the ingest. */
  review?: ((tx: Transaction) => Promise<void>) | undefined;
  onCreate?: ((tx: Transaction, meetingId: number) => Promise<void>) | undefined;
};

type Parts = { tx: Transaction; queue: Queue; take: TakeRoom; reads: Queries };

/** A round is repeated only if one request stores the same meeting first and another one deletes it again. */
const MAX_CLAIM_ROUNDS = 10;

/**
 * Plans and stores the meeting: as a new one, or in the stored one, whose row it locks.
 * @throws Fault 503 if others stored and deleted the meeting in every round
 */
async function storeMeeting(
  parts: Parts,
  organizationId: number,
  { sourceType, process, cause, by, mayUpdate = true, review, onCreate }: Rules,
  incoming: PreparedMeeting,
): Promise<Ingested> {
  const { tx, reads } = parts;
  const identity: Identity = [organizationId, sourceType, identityOf(incoming)];
  const rules = { sourceType, process, cause, keyId: by.keyId };
  // Most meetings are new. On a Citus cluster the look for a stored one costs as much as the insert, so the insert comes first.
  let [known, stored] = await Promise.all([
    readKnownDomains(reads, organizationId, domainsOf(incoming)),
    tx.isDistributed ? undefined : findForUpdate(tx, identity),
  ]);
  for (let round = 0; round < MAX_CLAIM_ROUNDS; round++) {
    if (stored && !mayUpdate) throw new Fault('conflict', 'There is such a meeting already');
    if (stored) await review?.(tx);
    const draft = draftPlan(incoming, stored, known.own, rules);
    const plan = planMeeting(draft, await read(tx, organizationId, stored?.id, draft.needs, known));
    const pieces = await renderPieces(plan);
    const areTogether = !stored && (tx.isDistributed ? canBeTogether(pieces) : canBeWhole(plan, pieces));
    const isNew = stored === undefined;
    const written: Written | undefined =
      stored ?? (await insert(tx, identity, plan, pieces, { ...by, cause, areTogether }));
    if (written) {
      const { id, runId } = written;
      await write(parts, [organizationId, id], plan, pieces, { isNew, cause, by, areTogether, runId });
      if (isNew) await onCreate?.(tx, id);
      return { meetingId: `${id}`, created: isNew, changed: isNew || plan.version !== undefined };
    }
    stored = await findForUpdate(tx, identity);
  }
  throw new Fault('unavailable', 'The meeting is being changed by other requests; try again', 1);
}

/** Returns the domains whose accounts may have to be read: which of them are the organization's own is not known yet. */
export function domainsOf({ people, accountId, opportunityId }: PreparedMeeting): ReadonlySet<string> {
  const ids = { accountId: accountId ?? null, opportunityId: opportunityId ?? null, leadId: null };
  return accountDomains(ids, people ?? []);
}

/** Returns the stored meeting of that identity, with its row locked. */
async function findForUpdate(
  tx: Transaction,
  identity: Identity,
): Promise<queries.StoredMeeting | undefined> {
  return (await tx.query<queries.StoredMeeting>(queries.selectForUpdate, identity))[0];
}

/**
 * Reads the data that the plan needs, in one round trip.
 * @param id of the stored meeting; for a new one only the account matters
 */
async function read(
  tx: Transaction,
  organizationId: number,
  id: number | undefined,
  needs: Needs,
  known: KnownDomains,
): Promise<Read> {
  if (id === undefined) return { account: known.accountOf(needs.accountOf) };
  const meeting: MeetingId = [organizationId, id];
  const [externalIds, recording, transcript, has] = await Promise.all([
    needs.externalIds ? tx.query<ExternalId>(selectExternalIds, [...meeting]) : undefined,
    needs.recording ? lockRecording(tx, ...meeting) : undefined,
    needs.transcript ? loadTranscript(tx, ...meeting) : undefined,
    needs.hasTranscript ? hasTranscript(tx, ...meeting) : undefined,
  ]);
  return { externalIds, recording, transcript, hasTranscript: has };
}

/** A meeting that is stored, and the run over it if that has been stored with it. */
type Written = { id: number; runId?: number | undefined };

/**
 * Inserts the meeting, on a single server with its audit record.
 * @param how.areTogether whether all that belongs to it is stored by the same statement
 * @returns undefined if another request has stored the meeting in the meantime
 */
async function insert(
  tx: Transaction,
  identity: Identity,
  plan: MeetingPlan,
  pieces: readonly TranscriptPiece[] | undefined,
  how: Rules['by'] & { cause: Rules['cause']; areTogether: boolean },
): Promise<Written | undefined> {
  if (how.areTogether) {
    return (tx.isDistributed ? insertTogether : insertWholeMeeting)(tx, identity, plan, pieces, how);
  }
  const values = [...identity, how.keyId, how.cause, ...columns(plan.fields)];
  const [inserted] = tx.isDistributed
    ? await tx.query<{ id: number }>(queries.insertMeeting, values)
    : await tx.query<{ id: number }>(queries.insertAuditedMeeting, [...values, how.requestId]);
  return inserted;
}

/**
 * Writes the plan.
 * @param how.isNew whether the row has been inserted already
 * @param how.areTogether whether all that belongs to it has been inserted with it
 * @param how.runId the run over it that has been inserted with it
 */
async function write(
  { tx, queue, take }: Parts,
  meeting: MeetingId,
  plan: MeetingPlan,
  pieces: readonly TranscriptPiece[] | undefined,
  how: { isNew: boolean; areTogether: boolean; runId: number | undefined } & Pick<Rules, 'cause' | 'by'>,
): Promise<void> {
  const { fields, version, recording } = plan;
  const { isNew, areTogether, runId } = how;
  // An ingest that changes nothing reserves no storage.
  if (isNew || version) await take(bytesOfPieces(pieces) + estimateFields(fields.title, fields.attendees));
  if (areTogether) await announce({ tx, queue }, meeting, runId);
  else await writeEach({ tx, queue }, meeting, plan, pieces, how);
  if (recording) await wantRecording(tx, queue, meeting, recording.url, recording.known);
}

/** Enqueues the run over a meeting that was stored by one statement, which on a Citus cluster does not record its event. */
async function announce(
  { tx, queue }: Pick<Parts, 'tx' | 'queue'>,
  [organizationId, id]: MeetingId,
  runId: number | undefined,
): Promise<void> {
  await Promise.all([
    tx.isDistributed && recordEvent(tx, { organizationId, type: 'meeting', id, change: 'created' }),
    runId !== undefined && queue.enqueue(tx, processRunJob, organizationId, { runId }),
  ]);
}

/** Writes the plan, each table by a statement of its own. */
async function writeEach(
  { tx, queue }: Pick<Parts, 'tx' | 'queue'>,
  meeting: MeetingId,
  plan: MeetingPlan,
  pieces: readonly TranscriptPiece[] | undefined,
  { isNew, cause, by }: { isNew: boolean } & Pick<Rules, 'cause' | 'by'>,
): Promise<void> {
  const [organizationId, meetingId] = meeting;
  const { fields, version, externalIds } = plan;
  // The statement that inserts a meeting writes its audit record, except on a Citus cluster.
  const isAuditedHere = isNew && tx.isDistributed;
  // The statements do not depend on each other's results: they are sent together, and executed in this order.
  await Promise.all([
    isNew && recordEvent(tx, { organizationId, type: 'meeting', id: meetingId, change: 'created' }),
    version && replaceVersion(tx, meeting, version),
    !isNew && tx.query(queries.updateMeeting, [...meeting, ...columns(fields)]),
    storeParticipants(tx, meeting, fields, { isNew }),
    storeExternalIds(tx, meeting, externalIds.ids, externalIds),
    pieces && storeTranscript(tx, meeting, pieces, { replaces: plan.replacesTranscript }),
    plan.words && storeTranscriptWords(tx, meeting, plan.words, { replaces: plan.replacesTranscript }),
    (version || isAuditedHere) &&
      recordAudit(
        tx,
        { organizationId, ...by },
        `meeting.${cause}`,
        `meeting ${meetingId}`,
        version ? { changed: version.changed } : { created: true },
      ),
    plan.supersedesFindings && supersedeFindings(tx, queue, organizationId, { meetingId }),
    plan.requestsRun && requestRun(tx, queue, organizationId, { meetingId }, FULL_RUN),
  ]);
}

/** The run that is requested over an ingested meeting. */
export const FULL_RUN = { cause: 'ingest', signals: true, summary: true } as const;

/** Returns the pieces of the transcript that the plan writes; undefined if it writes none. */
export async function renderPieces({
  transcript,
}: MeetingPlan): Promise<readonly TranscriptPiece[] | undefined> {
  if (!transcript || 'pieces' in transcript) return transcript?.pieces;
  return renderTranscript(transcript.segments, speakerResolver(transcript.people));
}

/** Returns the storage that the pieces of a transcript take. */
export function bytesOfPieces(pieces: readonly TranscriptPiece[] = []): number {
  return pieces.reduce(
    (sum, { deflated, endSeconds }) => sum + deflated.length + (endSeconds?.length ?? 0),
    0,
  );
}
