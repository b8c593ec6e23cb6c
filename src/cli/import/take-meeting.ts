import type { Static } from 'typebox';
import type { Database } from '../../db/database.ts';
import type { Advice, MeetingOfFile } from '../../domain/meetings/files/meetings-of-file.ts';
import { type Taken, takeMeeting } from '../../domain/meetings/files/take-meeting.ts';
import { ingestMeetingEndpoint } from '../../endpoints/ingest-meeting.ts';
import { type IngestBody, toIncomingMeeting } from '../../endpoints/schemas/ingest-body.ts';
import { compileBodyCheck } from '../../http/check-body.ts';
import type { Queue } from '../../queue/queue.ts';

/** The options that supply what a file does not say. */
export const ADVICE: Advice = {
  host: '--host-email, or hostEmail in a manifest',
  start: '--date, or startTime in a manifest',
  end: '--duration, or endTime in a manifest',
  id: 'an externalId in a manifest',
};

/** Takes in one meeting. @throws Fault where it is not taken, and nothing is stored of it */
export type TakeMeeting = (found: MeetingOfFile, rules?: { mayUpdate?: boolean }) => Promise<Taken>;

/** Makes what takes meetings into an organization: checked as the ingest operation checks them. */
export function meetingTaker(
  parts: { db: Database; queue: Queue },
  organizationId: number,
  options: { dryRun?: boolean; processing?: boolean } = {},
): TakeMeeting {
  const check = compileBodyCheck(ingestMeetingEndpoint.body!);
  return async ({ body, sourceType, isNamedByFile }, { mayUpdate } = {}) => {
    const checked = check(body) as Static<typeof IngestBody>;
    const incoming = toIncomingMeeting(checked);
    const process = options.processing !== false && checked.processImportedMeeting !== false;
    const rules = { process, advice: ADVICE, dryRun: options.dryRun, mayUpdate };
    return takeMeeting(parts, organizationId, { incoming, sourceType, isNamedByFile }, rules);
  };
}
