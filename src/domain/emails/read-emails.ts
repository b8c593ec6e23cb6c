import type { Database, Queries, Statement } from '../../db/database.ts';
import type { Semaphore } from '../../lib/semaphore.ts';
import { emailKey } from '../../lib/text.ts';
import { formatDateTime, toPostgresTime } from '../../lib/time.ts';
import { findEmailsByWords } from './find-emails-by-words.ts';
import type { Mailbox } from './incoming-email.ts';
import {
  type PageRow,
  pageInWindow,
  pageOfAccount,
  pageOfFound,
  pageOfOpportunity,
  pageOfParticipants,
} from './page-queries.ts';
import { type EmailRow, selectEmail, selectEmails } from './queries.ts';

/** The filter of a list; bounds are inclusive, in milliseconds since the epoch. */
export type EmailFilter = {
  fromMs: number;
  toMs?: number;
  accountId?: string;
  opportunityId?: string;
  /** The e-mail has all of these as its sender or recipients. */
  participants?: readonly string[];
};

/** An e-mail as the API shows it, without absent values. */
export type ShownEmail = {
  id: string;
  subject: string;
  sentAt: string;
  from: Mailbox;
  to: Mailbox[];
  cc: Mailbox[];
  text: string;
  messageId?: string;
  crmAccountId?: string;
  crmOpportunityId?: string;
  crmLeadId?: string;
};

/**
 * Returns a page of e-mails by the time they were sent, then id.
 * @returns `total` rows that match, and the page's e-mails; those with large texts are fetched when they are sent
 */
export async function listEmails(
  db: Queries,
  organizationId: number,
  filter: EmailFilter,
  page: { limit: number; offset: number },
): Promise<{ total: number; emails: (ShownEmail | (() => Promise<ShownEmail>))[] }> {
  const [statement, values] = statementFor(filter);
  const until = filter.toMs === undefined ? 'infinity' : toPostgresTime(filter.toMs);
  const window = [organizationId, toPostgresTime(filter.fromMs), until, page.limit, page.offset];
  const rows = await db.query<PageRow>(statement, [...window, ...values]);
  return { total: rows[0]!.total, emails: eachEmail(db, organizationId, rows) };
}

/**
 * Returns a page of the e-mails that have the words of a query, in the same order.
 * @throws Fault 400 and 503, as findEmailsByWords does
 */
export async function searchEmails(
  deps: { db: Database; searches: Semaphore },
  organizationId: number,
  query: string,
  filter: EmailFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; emails: (ShownEmail | (() => Promise<ShownEmail>))[] }> {
  const ids = await findEmailsByWords(deps, organizationId, query, {
    from: toPostgresTime(filter.fromMs),
    to: filter.toMs === undefined ? 'infinity' : toPostgresTime(filter.toMs),
    accountId: filter.accountId ?? null,
    opportunityId: filter.opportunityId ?? null,
    participants: filter.participants ? [...new Set(filter.participants.map(emailKey))] : null,
  });
  const page = ids.slice(offset, offset + limit);
  const rows = await deps.db.query<PageRow>(pageOfFound, [organizationId, page, ids.length]);
  return { total: ids.length, emails: eachEmail(deps.db, organizationId, rows) };
}

/** Returns the statement for the filter's own index, and its values from the sixth on. */
function statementFor({ accountId, opportunityId, participants }: EmailFilter): [Statement, unknown[]] {
  if (participants) {
    const keys = [...new Set(participants.map(emailKey))];
    return [pageOfParticipants, [keys, accountId ?? null, opportunityId ?? null]];
  }
  if (accountId !== undefined) return [pageOfAccount, [accountId]];
  if (opportunityId !== undefined) return [pageOfOpportunity, [opportunityId]];
  return [pageInWindow, []];
}

/**
 * A fetch throws if the e-mail has been deleted in the meantime: the response then breaks off rather than omit it
 * silently.
 */
function eachEmail(db: Queries, organizationId: number, rows: PageRow[]) {
  return rows.flatMap(({ text, ...rest }): (ShownEmail | (() => Promise<ShownEmail>))[] => {
    const { id } = rest;
    if (id === null) return [];
    if (text !== null) return [shown({ ...rest, id, text })];
    return [
      async () => {
        const email = await readEmail(db, organizationId, id);
        if (!email) throw new Error(`e-mail ${id} was deleted while it was being read`);
        return email;
      },
    ];
  });
}

/** Returns one e-mail, or undefined if the organization has no such e-mail. */
export async function readEmail(
  db: Queries,
  organizationId: number,
  emailId: number,
): Promise<ShownEmail | undefined> {
  const [row] = await db.query<EmailRow>(selectEmail, [organizationId, emailId]);
  return row && shown(row);
}

/** Reads e-mails by id; those that do not exist are absent. */
export async function readEmailsById(
  db: Queries,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, ShownEmail>> {
  const rows = await db.query<EmailRow>(selectEmails, [organizationId, ids]);
  return new Map(rows.map((row) => [row.id, shown(row)]));
}

function shown(row: EmailRow): ShownEmail {
  return {
    id: `${row.id}`,
    subject: row.subject,
    sentAt: formatDateTime(row.sentMs),
    from: { ...(row.fromName === null ? {} : { name: row.fromName }), email: row.fromEmail },
    to: row.to,
    cc: row.cc,
    text: row.text,
    messageId: row.messageId ?? undefined,
    crmAccountId: row.accountId ?? undefined,
    crmOpportunityId: row.opportunityId ?? undefined,
    crmLeadId: row.leadId ?? undefined,
  };
}
