import { formatDateTime } from '../../lib/time.ts';

/**
 * A fired signal with its conversation, as both were at the time of the judgement. Null and undefined mean absent. The
 * source's id and the answers to follow-ups are stored separately, because the two versions of the API show them
 * differently.
 */
export type ExecutionFields = {
  signalId: number;
  signalName: string;
  /** The time of the judgement in milliseconds since the epoch. */
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
  /** The host of a meeting or the sender of an e-mail. */
  hostEmail: string;
  /** Addresses of a meeting's attendees, or of an e-mail's recipients, To and Cc. */
  attendeeEmails: readonly string[];
};

/**
 * Renders the execution as the API shows it (SPEC 2.4, 2.5), except sourceId, executionId and follow-ups, as JSON text.
 * Only this function renders it, when the signal fires; reads splice the text: a JSON object with at least one field
 * and no white space around it.
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
