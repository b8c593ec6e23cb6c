import { canonicalLanguage } from '../../lib/language.ts';
import { canonicalCrmId } from '../../lib/salesforce-id.ts';
import { emailKey } from '../../lib/text.ts';
import { withInternal } from '../conversations/attendees.ts';
import { sourceMark } from '../recordings/set-recording.ts';
import type { PreparedMeeting } from './prepare-meeting.ts';
import type { StoredMeeting } from './queries.ts';
import type { MeetingFields } from './render-head.ts';

/** The columns of a meeting as they are to be written. */
export type StoredFields = MeetingFields & {
  callUrl: string | null;
  /** The mark of its URL. */
  recordingUrl: string | null;
  transcriptHash: Buffer | null;
  transcriptEndsHash: Buffer | null;
  transcriptLanguage: string | null;
};

/** Replaces the given fields as a whole; omitted fields keep their values. */
export function mergeMeeting(
  incoming: PreparedMeeting,
  stored: StoredMeeting | undefined,
  domains: readonly string[],
): StoredFields {
  const { accountId, opportunityId, host } = incoming;
  const isSameHost = stored !== undefined && emailKey(stored.hostEmail) === emailKey(host.email);
  return {
    title: incoming.title,
    startMs: incoming.startMs,
    endMs: incoming.endMs,
    hostEmail: host.email,
    // The stored name is that of the stored host; another host does not receive it.
    hostName: host.name ?? (isSameHost ? stored.hostName : null),
    attendees: incoming.people ? withInternal(incoming.people, domains) : (stored?.attendees ?? []),
    accountId: accountId === undefined ? (stored?.accountId ?? null) : canonicalCrmId(accountId),
    opportunityId:
      opportunityId === undefined ? (stored?.opportunityId ?? null) : canonicalCrmId(opportunityId),
    leadId: stored?.leadId ?? null,
    caseId: stored?.caseId ?? null,
    callUrl: incoming.callUrl ?? stored?.callUrl ?? null,
    recordingUrl:
      incoming.recordingUrl === undefined
        ? (stored?.recordingUrl ?? null)
        : sourceMark(incoming.recordingUrl),
    ...mergeTranscript(incoming, stored),
  };
}

/** A given transcript replaces the stored one together with its ends and its language. */
function mergeTranscript(
  { transcriptHash, transcriptEndsHash = null, transcriptLanguage }: PreparedMeeting,
  stored: StoredMeeting | undefined,
): Pick<StoredFields, 'transcriptHash' | 'transcriptEndsHash' | 'transcriptLanguage'> {
  if (transcriptHash) {
    const language = transcriptLanguage === undefined ? undefined : canonicalLanguage(transcriptLanguage);
    return { transcriptHash, transcriptEndsHash, transcriptLanguage: language ?? null };
  }
  return {
    transcriptHash: stored?.transcriptHash ?? null,
    transcriptEndsHash: stored?.transcriptEndsHash ?? null,
    transcriptLanguage: stored?.transcriptLanguage ?? null,
  };
}
