import type { Database, Queries, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { toPostgresTime } from '../../lib/time.ts';
import type { Queue } from '../../queue/queue.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { readKnownDomains } from '../conversations/known-domains.ts';
import { recordEvent } from '../events/record-event.ts';
import { type Idempotency, once } from '../idempotency.ts';
import { requestRun } from '../runs/request-run.ts';
import { supersedeFindings } from '../runs/supersede-findings.ts';
import { NO_QUOTA, type StorageQuota, type TakeRoom } from '../storage/storage-quota.ts';
import type { IndexedPart } from '../words/collect-terms.ts';
import { collectEmailWords, storeEmailWords } from '../words/email-words.ts';
import { findStored } from './find-stored.ts';
import { type IncomingEmail, identitiesOf } from './incoming-email.ts';
import { draftEmail, type EmailPlan, planEmail } from './plan-email.ts';
import * as queries from './queries.ts';

export type IngestedEmail = { emailId: string; created: boolean };

export type EmailParts = {
  db: Database;
  queue: Queue;
  quota?: StorageQuota;
  /** Answers reads that need not be part of the transaction, at a lower cost; if it is omitted, the transaction reads itself. */
  reads?: Queries | undefined;
};

/**
 * Ingests an e-mail: creates it, or updates the one that the organization knows by its id, otherwise by its Message-ID,
 * otherwise by its contents. One transaction; when this returns, the e-mail is durable.
 * @param options.process whether signals run if subject or text is new
 * @param options.mayUpdate false: an e-mail that exists is left alone
 * @param options.onCreate called in the transaction that creates the e-mail
 * @throws Fault 409/422 for its Idempotency-Key, 409 if it exists and may not be updated, 507 over the quota
 */
export async function ingestEmail(
  { db, queue, quota = NO_QUOTA, reads }: EmailParts,
  organizationId: number,
  incoming: IncomingEmail,
  options: Partial<Rules> & { idempotency?: Idempotency; by?: Omit<Actor, 'organizationId'> } = {},
): Promise<IngestedEmail> {
  const { idempotency, process = true, cause = 'ingest', by = {}, mayUpdate, onCreate } = options;
  const actor = { organizationId, ...by };
  const words = await collectEmailWords(incoming);
  return quota.within(organizationId, (take) =>
    db.transaction((tx) =>
      once(tx, organizationId, idempotency, () =>
        storeEmail({ tx, queue, take, words, reads: reads ?? tx }, actor, incoming, {
          process,
          cause,
          mayUpdate,
          onCreate,
        }),
      ),
    ),
  );
}

type Parts = { tx: Transaction; queue: Queue; take: TakeRoom; words: IndexedPart; reads: Queries };

type Rules = {
  process: boolean;
  cause: 'ingest' | 'import';
  mayUpdate?: boolean | undefined;
  onCreate?: ((tx: Transaction, emailId: number) => Promise<void>) | undefined;
};

/** Plans and stores the e-mail: as a new one, or in the stored one, whose row it locks. */
async function storeEmail(
  parts: Parts,
  actor: Actor,
  incoming: IncomingEmail,
  rules: Rules,
): Promise<IngestedEmail> {
  const { tx, reads } = parts;
  const { organizationId } = actor;
  // It is not known yet which of the domains are the organization's own, so all of them are asked for.
  const { accountOf } = draftEmail(incoming, undefined, []);
  // Other ingests of an e-mail with one of these identities wait, so that both result in one e-mail. All ingests lock
  // identities in the same order, which prevents deadlocks.
  const locks = identitiesOf(incoming)
    .toSorted()
    .map((identity) => tx.query(queries.lockIdentity, [`${organizationId}/${identity}`]));
  const [known] = await Promise.all([readKnownDomains(reads, organizationId, accountOf), ...locks]);
  const stored = await lockStored(tx, organizationId, incoming);
  if (stored && rules.mayUpdate === false) throw new Fault('conflict', 'There is such an e-mail already');
  const draft = draftEmail(incoming, stored, known.own);
  const plan = planEmail(draft, known.accountOf(draft.accountOf), rules);
  const id = await write(parts, actor, stored?.id, plan, rules);
  if (!stored) await rules.onCreate?.(tx, id);
  return { emailId: `${id}`, created: stored === undefined };
}

/** Returns the e-mail to update, with its row locked; undefined also if it has been deleted since it was found. */
async function lockStored(
  tx: Transaction,
  organizationId: number,
  incoming: IncomingEmail,
): Promise<queries.StoredEmail | undefined> {
  const found = await findStored(tx, organizationId, incoming);
  if (!found) return undefined;
  return (await tx.query<queries.StoredEmail>(queries.selectForUpdate, [organizationId, found.id]))[0];
}

/**
 * Writes the plan.
 * @param storedId of the e-mail to update; undefined for a new one
 * @returns the e-mail's id
 */
async function write(
  { tx, queue, take, words }: Parts,
  actor: Actor,
  storedId: number | undefined,
  plan: EmailPlan,
  { cause }: Rules,
): Promise<number> {
  const { organizationId } = actor;
  const { fields, changed } = plan;
  if (plan.growth > 0) await take(plan.growth);
  const id = storedId ?? (await insert(tx, organizationId, plan));
  const participants = [organizationId, id, toPostgresTime(fields.sentMs), plan.participants];
  const detail = changed ? { changed } : { created: true };
  // The statements do not depend on each other's results: they are sent together, and executed in this order.
  await Promise.all([
    storedId !== undefined && tx.query(queries.updateEmail, [organizationId, id, ...columns(plan)]),
    storedId !== undefined && tx.query(queries.deleteParticipants, [organizationId, id]),
    tx.query(queries.insertParticipants, participants),
    plan.hasNewWords && storeEmailWords(tx, organizationId, id, words),
    plan.supersedesFindings && supersedeFindings(tx, queue, organizationId, { emailId: id }),
    plan.requestsRun && requestRun(tx, queue, organizationId, { emailId: id }, SIGNALS_RUN),
    changed?.length !== 0 &&
      recordEvent(tx, { organizationId, type: 'email', id, change: changed ? 'updated' : 'created' }),
    changed?.length !== 0 && recordAudit(tx, actor, `email.${cause}`, `email ${id}`, detail),
  ]);
  return id;
}

const SIGNALS_RUN = { cause: 'ingest', signals: true, summary: false } as const;

async function insert(tx: Transaction, organizationId: number, plan: EmailPlan): Promise<number> {
  const [inserted] = await tx.query<{ id: number }>(queries.insertEmail, [organizationId, ...columns(plan)]);
  return inserted!.id;
}

/** Returns the values in the order of COLUMNS in queries.ts. */
function columns({ fields, contentHash }: EmailPlan): unknown[] {
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
    contentHash,
  ];
}
