import type { Database, Statement, Transaction } from '../../../db/database.ts';
import { runYielding } from '../../../lib/event-loop.ts';
import { Fault } from '../../../lib/faults.ts';
import type { Queue } from '../../../queue/queue.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { lockMeeting } from '../../conversations/meeting-exists.ts';
import { hasTranscript, loadTranscript } from '../../conversations/stored-transcript.ts';
import { restoreRecording } from '../../recordings/restore-recording.ts';
import { requestRun, wasProcessed } from '../../runs/request-run.ts';
import { supersedeFindings } from '../../runs/supersede-findings.ts';
import { estimateFields, NO_QUOTA, type StorageQuota, type TakeRoom } from '../../storage/storage-quota.ts';
import { collectTranscriptWords, storeTranscriptWords } from '../../words/transcript-words.ts';
import { updateMeeting } from '../queries.ts';
import { columns, type MeetingId, storeExternalIds, storeParticipants } from '../write-meeting.ts';
import * as queries from './queries.ts';
import type { MeetingVersionRow } from './read-versions.ts';
import { type MadeVersion, replaceVersion } from './replace-version.ts';
import {
  areSameIds,
  CHANGES,
  changedFields,
  FIELDS,
  isSameHash,
  TRANSCRIPT_IDENTITY,
  type TranscriptIdentity,
  type VersionChange,
  type VersionFields,
} from './version-fields.ts';

/** The complete state of a version. */
type VersionState = TranscriptIdentity & {
  version: number;
  fields: VersionFields;
  transcriptVersion: number;
  recordingId: string | null;
};

const selectCurrent: Statement = {
  name: 'select-current-meeting-version',
  // Served by the primary keys. This must be a statement after the one that locks: a statement that waited for a lock
  // sees the current locked row, but the recording and the external ids as they were before it waited.
  text: `select m.version, coalesce(m.version_at, m.created_at) as "atMs", m.version_key_id as "keyId",
                m.version_cause as cause, m.version_changed as changed, ${FIELDS} as fields, ${TRANSCRIPT_IDENTITY},
                m.transcript_version as "transcriptVersion",
                (select r.recording_id from recordings r
                 where r.organization_id = $1 and r.meeting_id = $2) as "recordingId"
         from meetings m where m.organization_id = $1 and m.id = $2`,
};

const lockReplaced: Statement = {
  name: 'lock-replaced-meeting-version',
  // Served by the primary key. The clean-up skips a version that is being restored.
  text: `select version, fields, ${TRANSCRIPT_IDENTITY}, transcript_version as "transcriptVersion",
                recording_id as "recordingId"
         from meeting_versions where organization_id = $1 and meeting_id = $2 and version = $3::bigint for update`,
};

/**
 * Makes an earlier version of a meeting the current one again: its fields, its transcript and its recording. The result
 * is a new version, and the replaced one can be restored in turn. Restoring a state that the meeting already has
 * changes nothing.
 * @returns the version that is current now
 * @throws Fault 404 if the organization has no such meeting, or the meeting no such version, 507 over the quota
 */
export function restoreVersion(
  { db, queue, quota = NO_QUOTA }: { db: Database; queue: Queue; quota?: StorageQuota },
  actor: Actor,
  meetingId: number,
  version: number,
): Promise<MeetingVersionRow> {
  const meeting: MeetingId = [actor.organizationId, meetingId];
  const work = (take: TakeRoom) =>
    db.transaction(async (tx) => {
      const [, [current]] = await Promise.all([
        lockMeeting(tx, ...meeting),
        tx.query<VersionState & MeetingVersionRow>(selectCurrent, [...meeting]),
      ]);
      if (!current) throw new Fault('missing', 'There is no such meeting');
      if (current.version === version) return current;
      const [wanted] = await tx.query<VersionState>(lockReplaced, [...meeting, version]);
      if (!wanted) throw new Fault('missing', 'The meeting has no such version');
      const changed = changesBetween(current, wanted);
      if (changed.length === 0) return current;
      await take(estimateFields(current.fields.title, current.fields.attendees));
      const made = await restore({ tx, queue }, actor, meeting, { current, wanted, changed });
      const detail = { version: made.version, restored: version, changed };
      await recordAudit(tx, actor, 'meeting.restore', `meeting ${meetingId}`, detail);
      return { ...made, keyId: actor.keyId ?? null, cause: 'restore' as const, changed };
    });
  return quota.within(actor.organizationId, work);
}

function changesBetween(current: VersionState, wanted: VersionState): VersionChange[] {
  const found = new Set(changedFields(fieldsOf(current), fieldsOf(wanted)));
  if (current.recordingId !== wanted.recordingId) found.add('recording');
  if (!areSameIds(current.fields.externalIds, wanted.fields.externalIds)) found.add('externalIds');
  return CHANGES.filter((change) => found.has(change));
}

function fieldsOf({ fields, transcriptHash, transcriptEndsHash, transcriptLanguage }: VersionState) {
  return { ...fields, transcriptHash, transcriptEndsHash, transcriptLanguage };
}

async function restore(
  { tx, queue }: { tx: Transaction; queue: Queue },
  { keyId, organizationId }: Actor,
  meeting: MeetingId,
  { current, wanted, changed }: { current: VersionState; wanted: VersionState; changed: VersionChange[] },
): Promise<MadeVersion> {
  const [, meetingId] = meeting;
  const transcript =
    current.transcriptVersion === wanted.transcriptVersion
      ? undefined
      : { current: current.transcriptVersion, next: wanted.transcriptVersion };
  const fields = fieldsOf(wanted);
  // The statements are sent together and executed in this order.
  const [made] = await Promise.all([
    replaceVersion(tx, meeting, { cause: 'restore', changed, keyId, transcript }),
    transcript && tx.query(queries.bringBackTranscript, [...meeting, transcript.next]),
    tx.query(updateMeeting, [...meeting, ...columns(fields)]),
    storeParticipants(tx, meeting, fields, { isNew: false }),
    storeExternalIds(tx, meeting, wanted.fields.externalIds, { replaces: true }),
  ]);
  if (transcript) await restoreWords(tx, meeting, fields.transcriptLanguage);
  if (changed.includes('recording')) await restoreRecording(tx, queue, meeting, wanted.recordingId);
  const hasOtherWords = !isSameHash(current.transcriptHash, wanted.transcriptHash);
  if (hasOtherWords) await supersedeFindings(tx, queue, organizationId, { meetingId });
  if (hasOtherWords || changed.includes('title')) await judgeAnew(tx, queue, meeting);
  return made;
}

/** Indexes the words of the transcript that is current now. */
async function restoreWords(tx: Transaction, meeting: MeetingId, language: string | null): Promise<void> {
  const segments = await loadTranscript(tx, ...meeting);
  const words = segments ? await runYielding(collectTranscriptWords(segments, language)) : [];
  await storeTranscriptWords(tx, meeting, words, { replaces: true });
}

/**
 * Requests a run, as an ingest with another text does; a meeting that was never to be processed is not processed now
 * either.
 */
async function judgeAnew(tx: Transaction, queue: Queue, meeting: MeetingId): Promise<void> {
  const [organizationId, meetingId] = meeting;
  if (!(await wasProcessed(tx, organizationId, meetingId))) return;
  if (!(await hasTranscript(tx, organizationId, meetingId))) return;
  const request = { cause: 'ingest', signals: true, summary: true } as const;
  await requestRun(tx, queue, organizationId, { meetingId }, request);
}
