import type { AiProvider } from '../../ai/types.ts';
import type { Database, Queries, Transaction } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import { hasTranscript } from '../conversations/stored-transcript.ts';
import { lockCrmIds, setCrmIds } from '../meetings/crm-ids.ts';
import { readCurrentFindings } from '../runs/current-findings.ts';
import { type Requested, requestRun } from '../runs/request-run.ts';
import {
  type CrmIds,
  type FollowUpState,
  markApplied,
  markRemapFailed,
  type RemapRow,
  selectAccepted,
} from './queries.ts';

/**
 * Applies every accepted remap of a meeting, in the order of acceptance. The meeting's row is locked, so that the jobs
 * of two remaps cannot overtake each other; a repeated job finds nothing to do.
 * @param requestId the remap of this job: if it failed and an operator retries the job, it is applied unless a later
 *   one has been applied since
 */
export function applyRemaps(
  { db, queue, ai }: { db: Database; queue: Queue; ai: AiProvider },
  organizationId: number,
  meetingId: number,
  requestId: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockCrmIds(tx, organizationId, meetingId);
    // The remaps of a deleted meeting have been deleted with it.
    if (!before) return;
    let ids = before;
    const accepted = await tx.query<RemapRow>(selectAccepted, [organizationId, meetingId, requestId]);
    // The ids are written first, so that later judgements use them.
    const asked = await findFollowUps(tx, ai, [organizationId, meetingId], accepted, before);
    const requested = await requestFollowUps(tx, queue, organizationId, meetingId, asked);
    for (const remap of accepted) {
      const after = { ...ids, ...remap.wanted };
      await finish(tx, organizationId, remap, { before: ids, after, requested });
      ids = after;
    }
    if (accepted.length > 0) await setCrmIds(tx, organizationId, meetingId, ids);
  });
}

/** Records that an accepted remap could not be applied within the permitted attempts. */
export async function failRemap(db: Queries, organizationId: number, requestId: string): Promise<void> {
  await db.query(markRemapFailed, [organizationId, requestId, 'The remap could not be applied']);
}

/**
 * Returns the follow-ups that any of the remaps requests. Remaps that change no id do not request findings that are
 * current.
 */
async function findFollowUps(
  tx: Transaction,
  ai: AiProvider,
  meeting: [organizationId: number, meetingId: number],
  remaps: readonly RemapRow[],
  before: CrmIds,
): Promise<Requested> {
  const signals = remaps.some(({ triggerSignals }) => triggerSignals);
  const summary = remaps.some(({ triggerSummary }) => triggerSummary);
  if ((!signals && !summary) || remaps.some(({ wanted }) => changes(wanted, before)))
    return { signals, summary };
  const current = await readCurrentFindings(tx, ...meeting, ai);
  return { signals: signals && !current.signals, summary: summary && !current.summary };
}

function changes(wanted: Partial<CrmIds>, ids: CrmIds): boolean {
  return (Object.keys(wanted) as (keyof CrmIds)[]).some((name) => wanted[name] !== ids[name]);
}

/** Requests one run for all of them; a meeting without a transcript has nothing to judge. */
async function requestFollowUps(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  meetingId: number,
  { signals, summary }: Requested,
): Promise<Requested> {
  if (!signals && !summary) return { signals, summary };
  if (!(await hasTranscript(tx, organizationId, meetingId))) return { signals: false, summary: false };
  return requestRun(tx, queue, organizationId, { meetingId }, { cause: 'remap', signals, summary });
}

/** Completes a remap immediately if it has no open follow-ups. */
async function finish(
  tx: Transaction,
  organizationId: number,
  { requestId, triggerSummary, triggerSignals }: RemapRow,
  { before, after, requested }: { before: CrmIds; after: CrmIds; requested: Requested },
): Promise<void> {
  const followUps: { summary?: FollowUpState; signals?: FollowUpState } = {};
  if (triggerSummary) followUps.summary = requested.summary ? 'pending' : 'skipped';
  if (triggerSignals) followUps.signals = requested.signals ? 'pending' : 'skipped';
  const status = Object.values(followUps).includes('pending') ? 'applied' : 'completed';
  const values = [status, JSON.stringify(before), JSON.stringify(after), JSON.stringify(followUps)];
  await tx.query(markApplied, [organizationId, requestId, ...values]);
}
