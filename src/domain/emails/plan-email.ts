import { isDeepStrictEqual } from 'node:util';
import { canonicalCrmId } from '../../lib/salesforce-id.ts';
import { emailKey } from '../../lib/text.ts';
import { accountDomains } from '../conversations/account-domains.ts';
import { resolveAttendees } from '../conversations/attendees.ts';
import { estimateFields } from '../storage/storage-quota.ts';
import { contentHash, type IncomingEmail, identities, identitiesOf } from './incoming-email.ts';
import type { StoredEmail } from './queries.ts';

/** The columns of an e-mail as they are to be written. */
export type EmailFields = Omit<StoredEmail, 'id' | 'contentHash'>;

/**
 * Planning an ingest is pure, in two steps: {@link draftEmail} merges the input with the stored row and determines what
 * else has to be read; {@link planEmail} then decides everything that is to be written.
 */
export type EmailDraft = {
  /** The stored row; undefined for a new e-mail. */
  stored: StoredEmail | undefined;
  merged: EmailFields;
  /** The domains whose common CRM account has to be read; empty if it does not matter. */
  accountOf: ReadonlySet<string>;
};

/** Everything that an ingest writes. */
export type EmailPlan = {
  /** The row. */
  fields: EmailFields;
  contentHash: Buffer;
  /** The addresses by which the e-mail is found. */
  participants: readonly string[];
  /** The growth in bytes compared with the stored e-mail; negative if it shrinks. */
  growth: number;
  /** The names of the fields of a stored e-mail that change; undefined for a new one. */
  changed: readonly string[] | undefined;
  /** True if subject or text are new. */
  hasNewWords: boolean;
  /** Whether the findings of the stored e-mail are no longer valid. */
  supersedesFindings: boolean;
  requestsRun: boolean;
};

/** Merges the input with the stored e-mail, and determines what has to be read before the plan is made. */
export function draftEmail(
  incoming: IncomingEmail,
  stored: StoredEmail | undefined,
  domains: readonly string[],
): EmailDraft {
  const merged = merge(incoming, stored);
  if (stored) return { stored, merged, accountOf: new Set() };
  const people = participants(merged).map((email) => ({ email }));
  return { stored, merged, accountOf: accountDomains(merged, resolveAttendees(people, domains)) };
}

/**
 * Decides everything that an ingest writes.
 * @param account the account that the draft asks for, if it is certain
 * @param rules.process whether signals run if the subject or the text is new
 */
export function planEmail(
  { stored, merged }: EmailDraft,
  account: string | undefined,
  { process }: { process: boolean },
): EmailPlan {
  const fields = stored || account === undefined ? merged : { ...merged, accountId: account };
  const hash = contentHash(fields);
  const hasNews = !stored?.contentHash.equals(hash);
  const hasWords = fields.subject.trim() !== '' || fields.text.trim() !== '';
  return {
    fields,
    contentHash: hash,
    participants: participants(fields),
    growth: bytesOf(fields) - (stored ? bytesOf(stored) : 0),
    changed: stored && changedFields(stored, fields),
    hasNewWords: hasNews,
    supersedesFindings: stored !== undefined && hasNews,
    requestsRun: process && hasNews && hasWords,
  };
}

/** Replaces the given fields as a whole; omitted fields keep their values. */
function merge(incoming: IncomingEmail, stored: StoredEmail | undefined): EmailFields {
  const { externalId, from } = incoming;
  const isSameSender = stored !== undefined && emailKey(stored.fromEmail) === emailKey(from.email);
  const crmId = (given: string | undefined, kept: string | null | undefined) =>
    given === undefined ? (kept ?? null) : canonicalCrmId(given);
  return {
    identity:
      externalId === undefined
        ? (stored?.identity ?? identitiesOf(incoming)[0]!)
        : identities.ofId(externalId),
    externalId: externalId ?? stored?.externalId ?? null,
    messageId: incoming.messageId ?? stored?.messageId ?? null,
    subject: incoming.subject,
    sentMs: incoming.sentMs,
    fromEmail: from.email,
    // The stored name is that of the stored sender; another sender does not receive it.
    fromName: from.name ?? (isSameSender ? stored.fromName : null),
    to: incoming.to,
    cc: incoming.cc ?? stored?.cc ?? [],
    text: incoming.text,
    accountId: crmId(incoming.accountId, stored?.accountId),
    opportunityId: crmId(incoming.opportunityId, stored?.opportunityId),
    leadId: crmId(incoming.leadId, stored?.leadId),
  };
}

function participants({ fromEmail, to, cc }: EmailFields): string[] {
  return [
    ...new Set([fromEmail, ...to.map(({ email }) => email), ...cc.map(({ email }) => email)].map(emailKey)),
  ];
}

function bytesOf({ subject, text, to, cc }: EmailFields): number {
  return Buffer.byteLength(text) + estimateFields(subject, to, cc);
}

/** Returns the names of the fields whose stored values differ. */
function changedFields(before: EmailFields, after: EmailFields): string[] {
  return (Object.keys(after) as (keyof EmailFields)[]).filter(
    // The value is compared as it is read from a JSON column.
    (name) => !isDeepStrictEqual(before[name], JSON.parse(JSON.stringify(after[name]))),
  );
}
