import type { Statement } from '../../db/database.ts';
import type { Mailbox } from './incoming-email.ts';

/** An e-mail's row as its writers and readers use it. Times are milliseconds since the epoch. */
export type EmailRow = {
  id: number;
  messageId: string | null;
  subject: string;
  sentMs: number;
  fromEmail: string;
  fromName: string | null;
  to: Mailbox[];
  cc: Mailbox[];
  text: string;
  accountId: string | null;
  opportunityId: string | null;
  leadId: string | null;
};

/** The columns that only the writer of e-mails reads: the identities of the e-mail, and the hash of the judged text. */
export type StoredEmail = EmailRow & { identity: string; externalId: string | null; contentHash: Buffer };

const SELECTED = `id, message_id as "messageId", subject, sent_at as "sentMs", from_email as "fromEmail",
  from_name as "fromName", to_addresses as "to", cc_addresses as cc, text, account_id as "accountId",
  opportunity_id as "opportunityId", lead_id as "leadId"`;

const FOUND = `select ${SELECTED}, identity, external_id as "externalId", content_hash as "contentHash" from emails`;

export const lockIdentity: Statement = {
  name: 'lock-email-identity',
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 4203318865))',
};

export const selectByIdentity: Statement = {
  name: 'select-email-by-identity',
  // Served by emails_identity.
  text: `${FOUND} where organization_id = $1 and identity = $2`,
};

export const selectByMessageId: Statement = {
  name: 'select-email-by-message-id',
  // Served by emails_message_id; the oldest of several e-mails with different external ids.
  text: `${FOUND} where organization_id = $1 and message_id = any($2::text[]) order by id limit 1`,
};

export const selectForUpdate: Statement = {
  name: 'select-email-for-update',
  // Served by the primary key. The row is locked, so that omitted fields keep the values of the last writer.
  text: `${FOUND} where organization_id = $1 and id = $2 for update`,
};

const COLUMNS = `identity, external_id, message_id, subject, sent_at, from_email, from_name, to_addresses,
  cc_addresses, text, account_id, opportunity_id, lead_id, content_hash`;

export const insertEmail: Statement = {
  name: 'insert-email',
  text: `insert into emails (organization_id, words_hash, ${COLUMNS})
         values ($1, $15, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
};

export const updateEmail: Statement = {
  name: 'update-email',
  // A transaction that changes subject or text also stores their words.
  text: `update emails set words_hash = case when content_hash is distinct from $16 then $16 else words_hash end,
           (${COLUMNS}, updated_at) =
           ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, now())
         where organization_id = $1 and id = $2`,
};

export const deleteParticipants: Statement = {
  name: 'delete-email-participants',
  // Served by email_participants_email.
  text: 'delete from email_participants where organization_id = $1 and email_id = $2',
};

export const insertParticipants: Statement = {
  name: 'insert-email-participants',
  text: `insert into email_participants (organization_id, email_id, sent_at, email_key)
         select $1, $2, $3, unnest($4::text[])`,
};

export const selectEmail: Statement = {
  name: 'select-email',
  // Served by the primary key.
  text: `select ${SELECTED} from emails where organization_id = $1 and id = $2`,
};

export const selectEmails: Statement = {
  name: 'select-emails-by-id',
  // Served by the primary key.
  text: `select ${SELECTED} from emails where organization_id = $1 and id = any ($2::bigint[])`,
};
