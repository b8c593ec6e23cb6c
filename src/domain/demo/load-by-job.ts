import type { BlobStore } from '../../blobs/types.ts';
import { Fault, type FaultKind } from '../../lib/faults.ts';
import { type Attempt, NoMoreTries } from '../../queue/define-job.ts';
import type { Actor } from '../audit/record-audit.ts';
import { resume, selectKeys } from './demo-queries.ts';
import { inventedCompany } from './invented-company.ts';
import { loadConversations, nothingLoaded } from './load-conversations.ts';
import {
  LoadEnded,
  type LoadParts,
  type LoadRules,
  loadCrmRecords,
  loadSignals,
  loadUsers,
} from './load-demo.ts';
import { loadRecordings } from './load-recordings.ts';
import { finishDemoLoad } from './request-demo.ts';

/** The bound is higher than the number of meetings of the invented company. */
const MAX_MEETINGS = 10_000;

/** The faults that persist until somebody resolves them. */
const LASTING: readonly FaultKind[] = ['over quota', 'conflict'];

/**
 * Loads the invented company, or the rest of it. Records that the organization already has stay unchanged.
 * A load that is no longer wanted ends without an error.
 * @throws NoMoreTries if the quota is exceeded, or if there are too many signals
 */
export async function loadByJob(
  parts: LoadParts & { blobs: BlobStore },
  actor: Actor,
  { signal }: Pick<Attempt, 'signal'>,
): Promise<void> {
  const { db } = parts;
  const { organizationId } = actor;
  if ((await db.query(resume, [organizationId, 'loaded'])).length === 0) return;
  try {
    await loadAll(parts, { actor, mayUpdate: false }, signal);
    await finishDemoLoad(db, organizationId);
  } catch (error) {
    if (error instanceof LoadEnded) return;
    if (!(error instanceof Fault && LASTING.includes(error.kind))) throw error;
    throw new NoMoreTries(error.message, { cause: error });
  }
}

async function loadAll(
  parts: LoadParts & { blobs: BlobStore },
  rules: LoadRules,
  signal: AbortSignal,
): Promise<void> {
  const company = await inventedCompany();
  signal.throwIfAborted();
  await loadUsers(parts, rules, company.users);
  await loadCrmRecords(parts, rules, company.crmRecords);
  await loadSignals(parts, rules, company.signals);
  const loaded = nothingLoaded(company);
  await loadConversations(parts, rules, company, { signal }, loaded);
  signal.throwIfAborted();
  await loadRecordings(parts, rules, await ownOnly(parts, rules, loaded.meetingIds));
}

/** Returns the meetings that a load has created; others receive no recording. */
async function ownOnly(
  { db }: LoadParts,
  { actor }: LoadRules,
  meetingIds: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const rows = await db.query<{ key: string }>(selectKeys, [actor.organizationId, 'meeting', MAX_MEETINGS]);
  const keys = new Set(rows.map(({ key }) => key));
  return new Map([...meetingIds].filter(([, id]) => keys.has(`${id}`)));
}
