import { createHash } from 'node:crypto';
import type { Conversation, Entry } from '../../ai/types.ts';
import type { Queries, Statement } from '../../db/database.ts';
import { emailKey } from '../../lib/text.ts';
import { formatDateTime } from '../../lib/time.ts';
import { ownDomains } from '../organizations/domains.ts';
import { type Attendee, internalByDomain, speakerResolver } from './attendees.ts';
import { paragraphsOf } from './paragraphs.ts';
import { sideFinder, sideOf } from './person-of-speaker.ts';
import type { Source } from './source.ts';
import { loadTranscript } from './stored-transcript.ts';

/** A conversation to judge, with the current data that its executions show. */
export type LoadedConversation = {
  conversation: Conversation;
  /** SHA-256 of the text that is judged, with a meeting's title. */
  inputHash: Buffer;
  /** The hash of the transcript or of the e-mail: findings are valid as long as the stored hash is the same. */
  wordsHash: Buffer;
  hostEmail: string;
  attendeeEmails: string[];
  crm: CrmNames;
};

/** The CRM records of a conversation, with their names if they are known. */
export type CrmNames = {
  accountId: string | null;
  accountName: string | null;
  opportunityId: string | null;
  opportunityName: string | null;
  leadId: string | null;
  leadName: string | null;
};

const CRM_COLUMNS = `c.account_id as "accountId", a.name as "accountName", c.opportunity_id as "opportunityId",
  o.name as "opportunityName", c.lead_id as "leadId", l.name as "leadName"`;

// Served by the primary key of crm_records.
const CRM_JOINS = `
  left join crm_records a on a.organization_id = c.organization_id and a.type = 'ACCOUNT' and a.id = c.account_id
  left join crm_records o on o.organization_id = c.organization_id and o.type = 'OPPORTUNITY' and o.id = c.opportunity_id
  left join crm_records l on l.organization_id = c.organization_id and l.type = 'LEAD' and l.id = c.lead_id`;

type MeetingRow = CrmNames & {
  title: string;
  startMs: number;
  hostEmail: string;
  hostName: string | null;
  attendees: Attendee[];
  transcriptHash: Buffer | null;
};

const selectMeeting: Statement = {
  name: 'select-meeting-to-judge',
  text: `select c.title, c.start_time as "startMs", c.host_email as "hostEmail", c.host_name as "hostName",
           c.attendees, c.transcript_hash as "transcriptHash", ${CRM_COLUMNS}
         from meetings c ${CRM_JOINS} where c.organization_id = $1 and c.id = $2`,
};

type Address = { email: string; name?: string };

type EmailRow = CrmNames & {
  subject: string;
  sentMs: number;
  fromEmail: string;
  fromName: string | null;
  to: Address[];
  cc: Address[];
  text: string;
  contentHash: Buffer;
};

const selectEmail: Statement = {
  name: 'select-email-to-judge',
  text: `select c.subject, c.sent_at as "sentMs", c.from_email as "fromEmail", c.from_name as "fromName",
           c.to_addresses as "to", c.cc_addresses as cc, c.text, c.content_hash as "contentHash", ${CRM_COLUMNS}
         from emails c ${CRM_JOINS} where c.organization_id = $1 and c.id = $2`,
};

/** @returns undefined if it has been deleted, or has nothing to judge */
export async function loadConversation(
  db: Queries,
  organizationId: number,
  source: Source,
): Promise<LoadedConversation | undefined> {
  const loaded =
    source.meetingId === undefined
      ? await loadEmail(db, organizationId, source.emailId)
      : await loadMeeting(db, organizationId, source.meetingId);
  if (!loaded) return undefined;
  const { kind, title, entries } = loaded.conversation;
  // An e-mail may consist of a subject only.
  const hasWords = entries.length > 0 || (kind === 'email' && title.trim() !== '');
  return hasWords ? loaded : undefined;
}

async function loadMeeting(
  db: Queries,
  organizationId: number,
  meetingId: number,
): Promise<LoadedConversation | undefined> {
  const [meeting] = await db.query<MeetingRow>(selectMeeting, [organizationId, meetingId]);
  if (!meeting || meeting.transcriptHash === null) return undefined;
  const segments = await loadTranscript(db, organizationId, meetingId);
  if (!segments) return undefined;
  const { title, startMs, hostEmail, hostName, attendees } = meeting;
  const people = { host: { email: hostEmail, name: hostName }, attendees };
  const findSide = sideFinder(people, await ownDomains(db, organizationId));
  const attendeeIdOf = speakerResolver(attendees);
  const entries = segments.map(({ text, speaker, timestampSeconds }): Entry => {
    const entry: Entry = { text };
    if (speaker?.name !== undefined) {
      const attendeeId = attendeeIdOf(speaker.name);
      const side = findSide({ name: speaker.name, ...(attendeeId === undefined ? {} : { attendeeId }) });
      entry.speaker = speaker.name;
      if (side !== undefined) entry.side = side;
    }
    if (timestampSeconds !== undefined) entry.timestampSeconds = timestampSeconds;
    return entry;
  });
  const host: Address = hostName === null ? { email: hostEmail } : { email: hostEmail, name: hostName };
  return {
    conversation: {
      kind: 'meeting',
      title,
      startedAt: formatDateTime(startMs),
      participants: [host, ...attendees].map(nameOf),
      entries,
    },
    inputHash: createHash('sha256').update(title).update('\0').update(meeting.transcriptHash).digest(),
    wordsHash: meeting.transcriptHash,
    hostEmail,
    attendeeEmails: distinct(attendees.flatMap(({ email }) => email ?? [])),
    crm: meeting,
  };
}

async function loadEmail(
  db: Queries,
  organizationId: number,
  emailId: number,
): Promise<LoadedConversation | undefined> {
  const [email] = await db.query<EmailRow>(selectEmail, [organizationId, emailId]);
  if (!email) return undefined;
  const { subject, sentMs, fromEmail, fromName, to, cc, text, contentHash } = email;
  const from: Address = fromName === null ? { email: fromEmail } : { email: fromEmail, name: fromName };
  const side = sideOf(internalByDomain(fromEmail, await ownDomains(db, organizationId)));
  const said = { speaker: fromName ?? fromEmail, ...(side === undefined ? {} : { side }) };
  return {
    conversation: {
      kind: 'email',
      title: subject,
      ...(side === undefined ? {} : { authorSide: side }),
      startedAt: formatDateTime(sentMs),
      participants: [from, ...to, ...cc].map(nameOf),
      entries: paragraphsOf(text).map((paragraph) => ({ text: paragraph, ...said })),
    },
    inputHash: contentHash,
    wordsHash: contentHash,
    hostEmail: fromEmail,
    attendeeEmails: distinct([...to, ...cc].map((address) => address.email)),
    crm: email,
  };
}

/** Returns each address once, in its first spelling. */
function distinct(emails: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const email of emails) if (!byKey.has(emailKey(email))) byKey.set(emailKey(email), email);
  return [...byKey.values()];
}

/** Returns `Ada Park <ada@acme.example>`, or the part of it that is known. */
function nameOf({ name, email }: { name?: string; email?: string }): string {
  if (email === undefined) return name ?? '';
  return name === undefined ? email : `${name} <${email}>`;
}
