import type { Static } from 'typebox';
import type { Database } from '../../db/database.ts';
import { compareWithStored } from '../../domain/meetings/compare-with-stored.ts';
import { refuseContradictions } from '../../domain/meetings/incoming-meeting.ts';
import { ingestMeeting } from '../../domain/meetings/ingest-meeting.ts';
import { ingestMeetingEndpoint } from '../../endpoints/ingest-meeting.ts';
import { type IngestBody, toIncomingMeeting } from '../../endpoints/schemas/ingest-body.ts';
import { compileBodyCheck } from '../../http/check-body.ts';
import { Fault } from '../../lib/faults.ts';
import type { Queue } from '../../queue/queue.ts';
import type { FoundMeeting } from './meetings-of-file.ts';

/** What became of a meeting; `changes` are the fields that an update changed. In a dry run: what would become. */
export type Taken = {
  outcome: 'created' | 'updated' | 'unchanged';
  meetingId?: string;
  changes?: string[];
};

/** Takes in one meeting. @throws Fault where it is not taken, and nothing is stored of it */
export type TakeMeeting = (found: FoundMeeting, rules?: { mayUpdate?: boolean }) => Promise<Taken>;

/**
 * Makes what takes meetings into an organization: checked as the ingest operation checks them, compared with what
 * is stored, and written only where that differs.
 */
export function meetingTaker(
  parts: { db: Database; queue: Queue },
  organizationId: number,
  options: { dryRun?: boolean; processing?: boolean } = {},
): TakeMeeting {
  const check = compileBodyCheck(ingestMeetingEndpoint.body!);
  return async ({ body, sourceType, isNamedByFile }, { mayUpdate = true } = {}) => {
    const checked = check(body) as Static<typeof IngestBody>;
    const incoming = toIncomingMeeting(checked);
    refuseContradictions(incoming);
    const stored = await compareWithStored(parts.db, organizationId, sourceType, incoming);
    if (stored?.changes.length === 0) return { outcome: 'unchanged', meetingId: stored.meetingId };
    if (stored && !mayUpdate) throw new Fault('conflict', 'the same meeting, with other content');
    const changes = stored?.changes;
    if (isNamedByFile && changes?.includes('startMs') && changes.includes('segments')) {
      throw new Fault(
        'conflict',
        `meeting ${stored!.meetingId} came from a file of this name, with another start and other words; give this ` +
          "one an externalId in a manifest (the file's own name updates that meeting)",
      );
    }
    const outcome = stored ? 'updated' : 'created';
    if (options.dryRun) return { outcome, meetingId: stored?.meetingId, changes };
    const process = options.processing !== false && checked.processImportedMeeting !== false;
    const ingested = await ingestMeeting(parts, organizationId, incoming, { sourceType, process });
    return { outcome: ingested.created ? 'created' : 'updated', meetingId: ingested.meetingId, changes };
  };
}
