import { isDeepStrictEqual } from 'node:util';
import type { Database, Queries, Transaction } from '../../db/database.ts';
import { canonicalCrmId } from '../../lib/salesforce-id.ts';
import { emailKey } from '../../lib/text.ts';
import { toPostgresTime } from '../../lib/time.ts';
import type { Queue } from '../../queue/queue.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { domainOf, resolveAttendees } from '../conversations/attendees.ts';
import { certainAccount } from '../crm/crm-records.ts';
import { type Idempotency, once } from '../idempotency.ts';
import { ownDomains } from '../organizations/domains.ts';
import { requestRun } from '../runs/request-run.ts';
import { supersedeFindings } from '../runs/supersede-findings.ts';
import { estimateFields, NO_QUOTA, type StorageQuota, type TakeRoom } from '../storage/storage-quota.ts';
import { contentHash, type IncomingEmail, identities, writtenForms } from './incoming-email.ts';
import * as queries from './queries.ts';

export type IngestedEmail = { emailId: string; created: boolean };

/**
 * Takes in an e-mail: made, or updated where the organization knows its id, else its Message-ID, else what it says.
 * One transaction; when this returns, the e-mail is durable.
 * @param options.process whether signals run where subject or text are new
 * @throws Fault 409/422 for its Idempotency-Key, 507 over the quota
 */
export async function ingestEmail(
  { db, queue, quota = NO_QUOTA }: { db: Database; queue: Queue; quota?: StorageQuota },
  organizationId: number,
  incoming: IncomingEmail,
  options: {
    idempotency?: Idempotency;
    process?: boolean;
    cause?: 'ingest' | 'import';
    by?: Omit<Actor, 'organizationId'>;
  } = {},
): Promise<IngestedEmail> {
  const { idempotency, process = true, cause = 'ingest', by = {} } = options;
  const actor = { organizationId, ...by };
  return quota.within(organizationId, (take) =>
    db.transaction((tx) =>
      once(tx, organizationId, idempotency, () =>
        storeEmail({ tx, queue, take }, actor, incoming, { process, cause }),
      ),
    ),
  );
}

async function storeEmail(
  { tx, queue, take }: { tx: Transaction; queue: Queue; take: TakeRoom },
  actor: Actor,
  incoming: IncomingEmail,
  { process, cause }: { process: boolean; cause: 'ingest' | 'import' },
): Promise<IngestedEmail> {
  const { organizationId } = actor;
  // Whoever else takes in an e-mail of one of these identities waits, so that the two end as one. In one order for
  // all, or two that share two identities would wait for each other.
  for (const identity of identitiesOf(incoming).toSorted()) {
    await tx.query(queries.lockIdentity, [`${organizationId}/${identity}`]);
  }
  const found = await findStored(tx, organizationId, incoming);
  // Undefined too where it was deleted since it was found: then it is a new one.
  const [stored] = found
    ? await tx.query<queries.StoredEmail>(queries.selectForUpdate, [organizationId, found.id])
    : [];
  const domains = await ownDomains(tx, organizationId);
  const fields = stored
    ? merge(incoming, stored)
    : await associate(tx, organizationId, merge(incoming, undefined), domains);
  const hash = contentHash(fields);
  const written = [...columns(fields), hash];
  const growth = bytesOf(fields) - (stored ? bytesOf(stored) : 0);
  if (growth > 0) await take(growth);
  let id: number;
  if (stored) {
    id = stored.id;
    await tx.query(queries.updateEmail, [organizationId, id, ...written]);
    await tx.query(queries.deleteParticipants, [organizationId, id]);
  } else {
    const [inserted] = await tx.query<{ id: number }>(queries.insertEmail, [organizationId, ...written]);
    id = inserted!.id;
  }
  const sentAt = toPostgresTime(fields.sentMs);
  await tx.query(queries.insertParticipants, [organizationId, id, sentAt, participants(fields)]);
  const hasNews = !(stored && hash.equals(stored.contentHash));
  if (stored && hasNews) await supersedeFindings(tx, queue, organizationId, { emailId: id });
  const hasWords = fields.subject.trim() !== '' || fields.text.trim() !== '';
  if (process && hasNews && hasWords) {
    const request = { cause: 'ingest', signals: true, summary: false } as const;
    await requestRun(tx, queue, organizationId, { emailId: id }, request);
  }
  const changed = stored && changedFields(stored, fields);
  if (!changed || changed.length > 0) {
    const detail = changed ? { changed } : { created: true };
    await recordAudit(tx, actor, `email.${cause}`, `email ${id}`, detail);
  }
  return { emailId: `${id}`, created: stored === undefined };
}

function bytesOf({ subject, text, to, cc }: StoredFields): number {
  return Buffer.byteLength(text) + estimateFields(subject, to, cc);
}

/** Which fields differ, as they are stored. */
function changedFields(before: StoredFields, after: StoredFields): string[] {
  return (Object.keys(after) as (keyof StoredFields)[]).filter(
    // As the value comes back from a column of JSON.
    (name) => !isDeepStrictEqual(before[name], JSON.parse(JSON.stringify(after[name]))),
  );
}

/** Under what the e-mail may be known, best first. */
function identitiesOf(incoming: IncomingEmail): string[] {
  const { externalId, messageId } = incoming;
  if (externalId === undefined && messageId === undefined) return [identities.ofContent(incoming)];
  return [
    ...(externalId === undefined ? [] : [identities.ofId(externalId)]),
    ...(messageId === undefined ? [] : [identities.ofMessageId(messageId)]),
  ];
}

/** The e-mail that ingesting this one would update. */
export async function findStored(
  db: Queries,
  organizationId: number,
  incoming: IncomingEmail,
): Promise<queries.StoredEmail | undefined> {
  for (const identity of identitiesOf(incoming)) {
    const [found] = await db.query<queries.StoredEmail>(queries.selectByIdentity, [organizationId, identity]);
    if (found) return found;
  }
  const { externalId, messageId } = incoming;
  // An id of its own is another e-mail's than the ids that are stored with the same Message-ID.
  if (externalId !== undefined || messageId === undefined) return undefined;
  const values = [organizationId, writtenForms(messageId)];
  return (await db.query<queries.StoredEmail>(queries.selectByMessageId, values))[0];
}

type StoredFields = Omit<queries.StoredEmail, 'id' | 'contentHash'>;

/** Fields given replace the old ones whole; fields left out stay. */
function merge(incoming: IncomingEmail, stored: queries.StoredEmail | undefined): StoredFields {
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
    // The name stays with the person: another sender does not get it.
    fromName: from.name ?? (isSameSender ? stored.fromName : null),
    to: incoming.to,
    cc: incoming.cc ?? stored?.cc ?? [],
    text: incoming.text,
    accountId: crmId(incoming.accountId, stored?.accountId),
    opportunityId: crmId(incoming.opportunityId, stored?.opportunityId),
    leadId: crmId(incoming.leadId, stored?.leadId),
  };
}

/** A new e-mail without any CRM id gets the account that everybody outside the organization certainly belongs to. */
async function associate(
  tx: Transaction,
  organizationId: number,
  fields: StoredFields,
  ownDomains: readonly string[],
): Promise<StoredFields> {
  if (fields.accountId !== null || fields.opportunityId !== null || fields.leadId !== null) return fields;
  const people = participants(fields).map((email) => ({ email }));
  const external = resolveAttendees(people, ownDomains).filter(({ isInternal }) => !isInternal);
  const domains = new Set(external.map(({ email }) => domainOf(email!)));
  return { ...fields, accountId: (await certainAccount(tx, organizationId, domains)) ?? null };
}

/** Everybody whose address finds the e-mail. */
function participants({ fromEmail, to, cc }: StoredFields): string[] {
  return [
    ...new Set([fromEmail, ...to.map(({ email }) => email), ...cc.map(({ email }) => email)].map(emailKey)),
  ];
}

/** In the order of COLUMNS in queries.ts, but for the hash. */
function columns(fields: StoredFields): unknown[] {
  return [
    fields.identity,
    fields.externalId,
    fields.messageId,
    fields.subject,
    toPostgresTime(fields.sentMs),
    fields.fromEmail,
    fields.fromName,
    JSON.stringify(fields.to),
    JSON.stringify(fields.cc),
    fields.text,
    fields.accountId,
    fields.opportunityId,
    fields.leadId,
  ];
}
