import type { Transaction } from '../../../db/database.ts';
import { isOtherRecording } from '../../recordings/set-recording.ts';
import type { IncomingMeeting } from '../incoming-meeting.ts';
import type { StoredFields } from '../merge-meeting.ts';
import type { StoredMeeting } from '../queries.ts';
import type { MeetingId } from '../write-meeting.ts';
import { selectExternalIds } from './queries.ts';
import type { NextVersion } from './replace-version.ts';
import { areSameIds, CHANGES, type Change, changedFields, type ExternalId } from './version-fields.ts';

/**
 * The version that ingesting a stored meeting again makes. Only external ids and a source of the recording, where
 * they are given, take a query.
 * @param ids external ids where the ingest replaces them
 * @param by.rewritesTranscript whether the ingest writes the pieces of the transcript anew
 * @returns undefined where the ingest changes nothing
 */
export async function ingestedVersion(
  tx: Transaction,
  [organizationId, meetingId]: MeetingId,
  { stored, fields }: { stored: StoredMeeting; fields: StoredFields },
  { recordingUrl }: IncomingMeeting,
  ids: readonly ExternalId[] | undefined,
  by: { cause: NextVersion['cause']; keyId: number | undefined; rewritesTranscript: boolean },
): Promise<NextVersion | undefined> {
  const [hasOtherIds, hasOtherRecording] = await Promise.all([
    ids !== undefined && areOtherIds(tx, [organizationId, meetingId], ids),
    recordingUrl !== undefined && isOtherRecording(tx, organizationId, meetingId, recordingUrl),
  ]);
  const found = new Set<Change>(changedFields(stored, fields));
  if (hasOtherIds) found.add('externalIds');
  if (hasOtherRecording) found.add('recording');
  const changed = CHANGES.filter((change) => found.has(change));
  if (changed.length === 0) return undefined;
  const { cause, keyId, rewritesTranscript } = by;
  // The same words with the same attendees make the same pieces.
  const isOtherTranscript = rewritesTranscript && (found.has('transcript') || found.has('attendees'));
  const transcript = isOtherTranscript
    ? { current: stored.transcriptVersion, next: stored.version + 1 }
    : undefined;
  return { cause, changed, keyId, transcript };
}

async function areOtherIds(
  tx: Transaction,
  meeting: MeetingId,
  ids: readonly ExternalId[],
): Promise<boolean> {
  return !areSameIds(await tx.query<ExternalId>(selectExternalIds, [...meeting]), ids);
}
