import { formatDateTime } from '../../lib/time.ts';

/**
 * A fired signal with its conversation, as both were at the moment of judging. Null and undefined are absent. Whose
 * execution it is, and what its follow-ups answered, stands beside it: the two versions of the API differ there.
 */
export type ExecutionFields = {
  signalId: number;
  signalName: string;
  /** When it was judged: milliseconds since the epoch. */
  triggeredAtMs: number;
  /** A meeting's title or an e-mail's subject. */
  sourceTitle: string;
  /** The prompt of the version that judged. */
  prompt: string;
  reason: string;
  crmAccountId?: string | null;
  crmAccountName?: string | null;
  crmOpportunityId?: string | null;
  crmOpportunityName?: string | null;
  crmLeadId?: string | null;
  crmLeadName?: string | null;
  sourceType: 'meeting' | 'email';
  /** A meeting's host or an e-mail's sender. */
  hostEmail: string;
  /** Addresses of a meeting's attendees, or of an e-mail's recipients, to and cc. */
  attendeeEmails: readonly string[];
};

/**
 * The execution as the API shows it (SPEC 2.4, 2.5), but for sourceId, executionId and follow-ups, as JSON text. It
 * is rendered when the signal fires, by this one function, and spliced when it is read: it is a JSON object with at
 * least one field and no white space around it.
 */
export function renderExecution(fields: ExecutionFields): string {
  return JSON.stringify({
    signalId: fields.signalId,
    signalName: fields.signalName,
    triggeredAt: formatDateTime(fields.triggeredAtMs),
    sourceType: fields.sourceType,
    sourceTitle: fields.sourceTitle,
    prompt: fields.prompt,
    reason: fields.reason,
    hostEmail: fields.hostEmail,
    attendeeEmails: fields.attendeeEmails,
    crmAccountId: fields.crmAccountId ?? undefined,
    crmAccountName: fields.crmAccountName ?? undefined,
    crmOpportunityId: fields.crmOpportunityId ?? undefined,
    crmOpportunityName: fields.crmOpportunityName ?? undefined,
    crmLeadId: fields.crmLeadId ?? undefined,
    crmLeadName: fields.crmLeadName ?? undefined,
  });
}
