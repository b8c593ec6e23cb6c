import type { Database, Transaction } from '../../db/database.ts';
import { RetryLater } from '../../queue/define-job.ts';
import type { LoadedConversation } from '../conversations/load-conversation.ts';
import {
  type Aspect,
  isOpen,
  isSuperseded,
  type LockedRun,
  lockRun,
  lockSource,
  type RunState,
  settleFollowUps,
  settleSignals,
  settleSummary,
} from '../runs/run-queries.ts';
import type { Judgement } from '../signals/judge.ts';
import { storeEvaluations, storeFailures } from '../signals/store-evaluations.ts';
import { type Summarized, storeSummary } from '../summaries/summarize-meeting.ts';

/**
 * Results of a run are stored in one transaction that has locked its row and finds the part still open. Therefore only
 * one of several workers with the same run writes, and a superseded run writes nothing.
 */
type RunId = [organizationId: number, runId: number];

/**
 * Records the judgements of signals.
 * @param loaded undefined if there is nothing to judge any more
 * @param options.isComplete whether these are all, so that the run's signals are done
 * @returns the seconds since the conversation arrived, if the signals are done because it did
 */
export function recordJudgements(
  db: Database,
  id: RunId,
  loaded: LoadedConversation | undefined,
  judgements: readonly Judgement[],
  { isComplete }: { isComplete: boolean },
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const run = await lockOpen(tx, id, 'signals', loaded);
    if (!run) return undefined;
    if (loaded) await storeEvaluations(tx, id, run, loaded, judgements);
    if (!isComplete) return undefined;
    const signals = judgements.map(({ signal }) => signal).sort((a, b) => a.signalId - b.signalId);
    await settle(tx, id, run, 'signals', 'done', { signals });
    return run.lagSeconds ?? undefined;
  });
}

/**
 * Records a summary; without one, that there is nothing to summarize.
 * @returns the seconds since the conversation arrived, if the summary is done because it did
 */
export function recordSummary(
  db: Database,
  id: RunId,
  loaded: LoadedConversation | undefined,
  summarized: Summarized | undefined,
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const run = await lockOpen(tx, id, 'summary', loaded);
    if (!run) return undefined;
    if (loaded && summarized && run.meetingId !== null) {
      const made = { inputHash: loaded.inputHash, generatedAtMs: run.nowMs };
      await storeSummary(tx, id[0], run.meetingId, summarized, made);
    }
    await settle(tx, id, run, 'summary', 'done');
    return run.lagSeconds ?? undefined;
  });
}

/**
 * Records, in the transaction that gives its job up, that the open parts of a run will not be done.
 * @param reason for people; contains nothing of a provider's own words
 */
export async function failRun(
  tx: Transaction,
  id: RunId,
  reason: string,
  ai: { name: string; model: string },
): Promise<void> {
  const signals = await lockOpen(tx, id, 'signals');
  if (signals) {
    await storeFailures(tx, id, reason, { provider: ai.name, model: ai.model });
    await settle(tx, id, signals, 'signals', 'failed', { reason });
  }
  const summary = await lockOpen(tx, id, 'summary');
  if (summary) await settle(tx, id, summary, 'summary', 'failed', { reason });
}

/** Settles a superseded run, so that no model is called for it. */
export function giveWay(db: Database, id: RunId): Promise<void> {
  return db.transaction(async (tx) => {
    await lockOpen(tx, id, 'signals');
    await lockOpen(tx, id, 'summary');
  });
}

/**
 * Locks a run, and its conversation before it. A superseded run is settled by this.
 * @param loaded the conversation that was judged; undefined if no finding is to be stored
 * @returns the run, if that part of it is to be settled
 * @throws RetryLater if the conversation's text has changed since it was judged
 */
async function lockOpen(
  tx: Transaction,
  id: RunId,
  aspect: Aspect,
  loaded?: LoadedConversation,
): Promise<LockedRun | undefined> {
  const [source] = await tx.query<{ wordsHash: Buffer | null }>(lockSource, id);
  const [run] = await tx.query<LockedRun>(lockRun, id);
  if (!source || !run || !isOpen(run, aspect)) return undefined;
  if (isSuperseded(run, aspect)) {
    await settle(tx, id, run, aspect, 'superseded');
    return undefined;
  }
  if (loaded && !source.wordsHash?.equals(loaded.wordsHash)) throw new RetryLater(REPLACED, RETRY_AT_ONCE);
  return run;
}

const REPLACED = 'The conversation was replaced while it was judged';
/** The retry is not the run's fault, so it does not count as an attempt. */
const RETRY_AT_ONCE = { afterSeconds: 0, isCounted: false };

async function settle(
  tx: Transaction,
  id: RunId,
  run: LockedRun,
  aspect: Aspect,
  state: RunState,
  what: { signals?: { signalId: number; version: number }[]; reason?: string } = {},
): Promise<void> {
  const { signals, reason = null } = what;
  if (aspect === 'signals') {
    const ids = signals ? signals.map(({ signalId }) => signalId) : run.signalIds;
    const versions = signals ? signals.map(({ version }) => version) : run.signalVersions;
    await tx.query(settleSignals, [...id, state, ids, versions, reason]);
  } else {
    await tx.query(settleSummary, [...id, state, reason]);
  }
  // Remaps wait for the newer run, which settles them.
  if (run.meetingId === null || state === 'superseded') return;
  const outcome = state === 'failed' ? 'failed' : 'done';
  const settled = JSON.stringify({ [aspect]: outcome });
  await tx.query(settleFollowUps, [id[0], run.meetingId, aspect, settled, reason]);
}
