import type { NewPiece } from '../../lib/gzip-pieces.ts';
import { canonicalCrmId } from '../../lib/salesforce-id.ts';
import { emailKey } from '../../lib/text.ts';
import { toPostgresTime } from '../../lib/time.ts';
import { type Attendee, withInternal } from '../conversations/attendees.ts';
import { sourceMark } from '../recordings/set-recording.ts';
import type { IncomingMeeting } from './incoming-meeting.ts';
import type { StoredMeeting } from './queries.ts';
import { type MeetingFields, renderHead } from './render-head.ts';

/** A meeting as it comes in, with all that is known of it without the database. */
export type HashedMeeting = IncomingMeeting & {
  transcriptHash: Buffer | undefined;
  /** The attendees with their ids; whether they are internal depends on the organization's domains. */
  people: Attendee[] | undefined;
  /** Of the transcript, where its speakers can be told without what is stored. */
  pieces: NewPiece[] | undefined;
};

/** A meeting's row as it is to be written. */
export type StoredFields = MeetingFields & {
  callUrl: string | null;
  /** Its mark. */
  recordingUrl: string | null;
  transcriptHash: Buffer | null;
};

/** Fields given replace the old ones whole; fields left out stay. */
export function mergeMeeting(
  incoming: HashedMeeting,
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
    // The name stays with the person: another host does not get it.
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
    transcriptHash: incoming.transcriptHash ?? stored?.transcriptHash ?? null,
  };
}

/** In the order of COLUMNS in queries.ts. */
export function columns(fields: StoredFields): unknown[] {
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
export function participants({ hostEmail, attendees }: MeetingFields): string[] {
  const emails = attendees.map(({ email }) => email).filter((email) => email !== undefined);
  return [...new Set([hostEmail, ...emails].map(emailKey))];
}
