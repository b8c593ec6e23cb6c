import { formatDateTime } from '../../lib/time.ts';
import type { Attendee } from '../conversations/attendees.ts';

/** A meeting's stored fields, as every writer of meetings holds them. */
export type MeetingFields = {
  title: string;
  startMs: number;
  endMs: number;
  hostEmail: string;
  hostName: string | null;
  attendees: Attendee[];
  accountId: string | null;
  opportunityId: string | null;
  leadId: string | null;
  caseId: string | null;
};

/**
 * The meeting as the API shows it (SPEC 2.1), but for id, transcript and download URL, as JSON text. It is rendered
 * when the meeting is written, by this one function, and spliced when it is read.
 */
export function renderHead(meeting: MeetingFields): string {
  return JSON.stringify({
    title: meeting.title,
    startTime: formatDateTime(meeting.startMs),
    endTime: formatDateTime(meeting.endMs),
    host: { email: meeting.hostEmail, name: meeting.hostName ?? undefined },
    attendees: meeting.attendees,
    crmAccountId: meeting.accountId ?? undefined,
    crmLeadId: meeting.leadId ?? undefined,
    crmCaseId: meeting.caseId ?? undefined,
    crmOpportunityId: meeting.opportunityId ?? undefined,
  });
}
