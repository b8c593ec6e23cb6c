import type { DemoCompany, DemoEmail, DemoMeeting } from '@parley/demo';
import { Fault } from '../../lib/faults.ts';
import { forEach } from '../../lib/for-each.ts';
import { parseDateTime } from '../../lib/time.ts';
import { domainOf } from '../conversations/attendees.ts';
import { compareWithStoredEmails } from '../emails/compare-with-stored.ts';
import type { IncomingEmail } from '../emails/incoming-email.ts';
import { ingestEmail } from '../emails/ingest-email.ts';
import { compareWithStoredMeetings } from '../meetings/compare-with-stored.ts';
import { asSourceType } from '../meetings/files/details.ts';
import type { IncomingMeeting } from '../meetings/incoming-meeting.ts';
import { ingestMeeting } from '../meetings/ingest-meeting.ts';
import { type LoadParts, type LoadRules, markConversation } from './load-demo.ts';

/** The number of conversations that a load stores concurrently. */
const CONCURRENCY = 4;

/** The outcome for the meetings or e-mails; `notBegun` counts those that a stop left out. */
export type LoadCounts = { created: number; updated: number; unchanged: number; notBegun: number };

type Outcome = Exclude<keyof LoadCounts, 'notBegun'>;

/** `meetingIds` maps the invented company's ids of meetings to the organization's. */
export type LoadedConversations = {
  meetings: LoadCounts;
  emails: LoadCounts;
  meetingIds: Map<string, number>;
};

/** The means to observe a load, and to stop it between two conversations. */
export type LoadWatch = { signal?: AbortSignal; onStep?: () => void };

/**
 * Ingests the meetings of the invented company and then its e-mails. Those that the organization already has are
 * compared, so that a load that was stopped continues.
 * @param loaded receives the outcome, even if the load fails
 * @throws Fault 507 if the quota is exceeded; LoadEnded if the sample data is no longer wanted
 */
export async function loadConversations(
  parts: LoadParts,
  rules: LoadRules,
  { organization, meetings, emails }: DemoCompany,
  { signal, onStep = () => {} }: LoadWatch,
  loaded: LoadedConversations,
): Promise<void> {
  const options = { concurrency: CONCURRENCY, ...(signal ? { signal } : {}) };
  await forEach(meetings, options, async (body) => {
    loaded.meetings.notBegun -= 1;
    const { outcome, meetingId } = await loadMeeting(parts, rules, body, organization.domains);
    loaded.meetings[outcome] += 1;
    loaded.meetingIds.set(body.meeting.id, Number(meetingId));
    onStep();
  });
  await forEach(emails, options, async (body) => {
    loaded.emails.notBegun -= 1;
    loaded.emails[await loadEmail(parts, rules, body)] += 1;
    onStep();
  });
}

/** Returns the outcome before anything is loaded. */
export function nothingLoaded({ meetings, emails }: DemoCompany): LoadedConversations {
  const countsOf = (all: readonly unknown[]): LoadCounts => {
    return { created: 0, updated: 0, unchanged: 0, notBegun: all.length };
  };
  return { meetings: countsOf(meetings), emails: countsOf(emails), meetingIds: new Map() };
}

async function loadMeeting(
  parts: LoadParts,
  rules: LoadRules,
  { meeting, processImportedMeeting }: DemoMeeting,
  ownDomains: readonly string[],
): Promise<{ outcome: Outcome; meetingId: string }> {
  const { organizationId, ...by } = rules.actor;
  const sourceType = asSourceType(meeting.sourceType) ?? 'USER_PROVIDED';
  const incoming = incomingMeeting(meeting, ownDomains);
  return unlessMeanwhileStored(async () => {
    const stored = await compareWithStoredMeetings(parts.db, organizationId, sourceType, incoming);
    if (stored && isKept(stored.changes, rules)) return { outcome: 'unchanged', meetingId: stored.meetingId };
    const { created, meetingId } = await ingestMeeting(parts, organizationId, incoming, {
      ...{ sourceType, by, cause: 'import', process: processImportedMeeting, mayUpdate: rules.mayUpdate },
      onCreate: markConversation('meeting', organizationId),
    });
    return { outcome: created ? 'created' : 'updated', meetingId };
  });
}

async function loadEmail(parts: LoadParts, rules: LoadRules, { email }: DemoEmail): Promise<Outcome> {
  const { organizationId, ...by } = rules.actor;
  const incoming = incomingEmail(email);
  return unlessMeanwhileStored(async () => {
    const stored = await compareWithStoredEmails(parts.db, organizationId, incoming);
    if (stored && isKept(stored.changes, rules)) return 'unchanged';
    const { created } = await ingestEmail(parts, organizationId, incoming, {
      ...{ by, cause: 'import', mayUpdate: rules.mayUpdate },
      onCreate: markConversation('email', organizationId),
    });
    return created ? 'created' : 'updated';
  });
}

function isKept(changes: readonly string[], { mayUpdate }: LoadRules): boolean {
  return changes.length === 0 || !mayUpdate;
}

/** Does the work, and repeats it once if somebody else stored the conversation after the look-up. */
async function unlessMeanwhileStored<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault && error.kind === 'conflict') return work();
    throw error;
  }
}

/**
 * Converts a meeting for the ingest. The domains of the invented company decide which attendees are internal, so that
 * the meeting looks the same in an organization with other domains, whose settings stay unchanged.
 */
function incomingMeeting(meeting: DemoMeeting['meeting'], ownDomains: readonly string[]): IncomingMeeting {
  const isOwn = (email: string) => {
    const domain = domainOf(email);
    return ownDomains.some((own) => domain === own || domain.endsWith(`.${own}`));
  };
  return {
    externalId: meeting.id,
    title: meeting.title,
    startMs: parseDateTime(meeting.startTime)!,
    endMs: parseDateTime(meeting.endTime)!,
    host: meeting.host,
    attendees: meeting.attendees.map((one) => ({ ...one, isInternal: one.isInternal ?? isOwn(one.email) })),
    accountId: meeting.salesforceAccountId,
    opportunityId: meeting.salesforceOpportunityId,
    externalIds: meeting.externalIds as IncomingMeeting['externalIds'],
    segments: meeting.transcript?.segments,
  };
}

function incomingEmail(email: DemoEmail['email']): IncomingEmail {
  return {
    externalId: email.id,
    subject: email.subject,
    sentMs: parseDateTime(email.sentAt)!,
    from: email.from,
    to: email.to,
    cc: email.cc,
    text: email.text,
    accountId: email.salesforceAccountId,
    opportunityId: email.salesforceOpportunityId,
  };
}
