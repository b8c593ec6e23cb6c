import { formatDateTime } from '../../lib/time.ts';
import type { Attendee } from '../conversations/attendees.ts';

/** The stored fields of a meeting that all its writers have. */
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
 * Renders the meeting as the API shows it (SPEC 2.1), except id, transcript and download URL, as JSON text. Only this
 * function renders it, when the meeting is written; reads splice the text.
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
