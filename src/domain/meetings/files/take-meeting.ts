import type { Database, Queries, Transaction } from '../../../db/database.ts';
import { Fault } from '../../../lib/faults.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { Actor } from '../../audit/record-audit.ts';
import type { StorageQuota } from '../../storage/storage-quota.ts';
import { compareWithStoredMeetings, type StoredMeetingComparison } from '../compare-with-stored.ts';
import { type IncomingMeeting, refuseContradictions } from '../incoming-meeting.ts';
import { ingestMeeting } from '../ingest-meeting.ts';
import type { Advice, MeetingOfFile } from './meetings-of-file.ts';

/** The outcome for a meeting; `changes` are the fields that an update changed. In a dry run, it is the outcome that would result. */
export type Taken = {
  outcome: 'created' | 'updated' | 'unchanged';
  meetingId?: string;
  changes?: string[];
};

/** A meeting of a file, whose body has been validated as the ingest operation validates it. */
export type CheckedMeeting = Pick<MeetingOfFile, 'sourceType' | 'isNamedByFile'> & {
  incoming: IncomingMeeting;
};

/**
 * Ingests a file's meeting: compares it with the stored one, and writes it only if they differ.
 * @throws Fault if it is refused; nothing of it is stored then
 */
export async function takeMeeting(
  parts: { db: Database; queue: Queue; quota?: StorageQuota },
  organizationId: number,
  { incoming, sourceType, isNamedByFile }: CheckedMeeting,
  rules: { process: boolean; advice: Advice; by?: Omit<Actor, 'organizationId'> },
): Promise<Taken> {
  refuseContradictions(incoming);
  const { process, advice, by } = rules;
  const compare = async (db: Queries) => {
    const stored = await compareWithStoredMeetings(db, organizationId, sourceType, incoming);
    if (stored && isNamedByFile) refuseNamesake(stored, advice);
    return stored;
  };
  const stored = await compare(parts.db);
  if (stored?.changes.length === 0) return { outcome: 'unchanged', meetingId: stored.meetingId };
  const { created, changed, meetingId } = await ingestMeeting(parts, organizationId, incoming, {
    ...{ sourceType, process, by, cause: 'import' },
    // Somebody else may have stored or changed the meeting since it was compared.
    ...(isNamedByFile && { review: async (tx: Transaction) => void (await compare(tx)) }),
  });
  if (!changed) return { outcome: 'unchanged', meetingId };
  return { outcome: created ? 'created' : 'updated', meetingId, changes: stored?.changes };
}

/**
 * Refuses a file of which the name alone says that its meeting is the stored one.
 * @throws Fault 409 if start and words are others
 */
export function refuseNamesake({ meetingId, changes }: StoredMeetingComparison, advice: Advice): void {
  if (!changes.includes('startMs') || !changes.includes('segments')) return;
  throw new Fault(
    'conflict',
    `meeting ${meetingId} came from a file of this name, with another start and other words; give this ` +
      `one ${advice.id} (the file's own name updates that meeting)`,
  );
}
