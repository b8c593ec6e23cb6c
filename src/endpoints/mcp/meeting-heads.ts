import type { Queries } from '../../db/database.ts';
import { type CrmRecordKey, readCrmNames } from '../../domain/crm/crm-records.ts';
import type { Pieces } from '../../lib/gzip-pieces.ts';
import { count } from '../../lib/text.ts';
import { label, meetingLine } from './lines.ts';

/** A meeting as GET by id shows it without its transcript. */
export type MeetingHead = {
  id: string;
  title: string;
  startTime: string;
  endTime: string;
  host: { email: string; name?: string };
  attendees: { name?: string; email?: string; isInternal?: boolean }[];
  crmAccountId?: string;
  crmOpportunityId?: string;
  crmLeadId?: string;
  crmCaseId?: string;
  hasTranscript: boolean;
};

const MINUTE_MS = 60_000;

/** Returns a meeting of a list without transcripts, which consists of texts alone. */
export function headOf(pieces: Pieces): MeetingHead {
  return JSON.parse((pieces as readonly string[]).join(''));
}

/** Returns the CRM records of a meeting. */
export function crmKeysOf(head: MeetingHead): CrmRecordKey[] {
  const { crmAccountId, crmOpportunityId, crmLeadId, crmCaseId } = head;
  return [
    ...(crmAccountId === undefined ? [] : [{ type: 'ACCOUNT', id: crmAccountId } as const]),
    ...(crmOpportunityId === undefined ? [] : [{ type: 'OPPORTUNITY', id: crmOpportunityId } as const]),
    ...(crmLeadId === undefined ? [] : [{ type: 'LEAD', id: crmLeadId } as const]),
    ...(crmCaseId === undefined ? [] : [{ type: 'CASE', id: crmCaseId } as const]),
  ];
}

/** Returns a line for each meeting: its title, account, length, host and number of attendees. */
export async function meetingLines(
  db: Queries,
  organizationId: number,
  heads: readonly MeetingHead[],
): Promise<string[]> {
  const accounts = heads.flatMap((head) => crmKeysOf(head).filter(({ type }) => type === 'ACCOUNT'));
  const nameOf = await readCrmNames(db, organizationId, accounts);
  return heads.map((head) => {
    const { id, title, startTime, endTime, host, attendees, crmAccountId, hasTranscript } = head;
    const startMs = Date.parse(startTime);
    const account = crmAccountId && (nameOf({ type: 'ACCOUNT', id: crmAccountId }) ?? crmAccountId);
    const about = [
      account && label(account),
      `${Math.round((Date.parse(endTime) - startMs) / MINUTE_MS)} min`,
      `host ${label(host.name ?? host.email)}`,
      attendees.length > 0 && count(attendees.length, 'attendee'),
      !hasTranscript && 'no transcript',
    ];
    return `- ${meetingLine(id, startMs, title)} (${about.filter(Boolean).join(', ')})`;
  });
}
