import type { AiProvider, SaidBy } from '../../../ai/types.ts';
import type { Database, Statement, Transaction } from '../../../db/database.ts';
import { every } from '../../../lib/every.ts';
import type { Log } from '../../../lib/log.ts';
import type { Attempt } from '../../../queue/define-job.ts';
import type { Queue } from '../../../queue/queue.ts';
import { createMeter } from '../../ai-usage/meter.ts';
import { waitFor } from '../../ai-usage/waiting.ts';
import { loadConversation } from '../../conversations/load-conversation.ts';
import { runBacktestJob } from '../../jobs.ts';
import { calibrationOf } from '../labels/calibrate.ts';
import { type Draft, loadVersion } from './draft.ts';
import { judgeBoth, nothingToJudge, type Outcomes } from './judge-both.ts';

/** The dependencies of backtests. `tokensPerDay` is each organization's budget; undefined is none. */
export type BacktestDeps = {
  db: Database;
  queue: Queue;
  ai: AiProvider;
  tokensPerDay: number | undefined;
  log: Log;
};

/** A part of a backtest; parts are counted from 0. */
export type BacktestPart = { organizationId: number; backtestId: number; part: number };

type OpenBacktest = {
  signalId: number | null;
  version: number | null;
  prompt: string;
  phrases: string[];
  saidBy: SaidBy;
};

const openPart: Statement = {
  name: 'open-backtest-part',
  // A failed backtest is reopened when an operator retries its job. The note about an earlier wait is cleared.
  text: `update backtests set state = 'running', finished_at = null, note = null
         where organization_id = $1 and id = $2 and part = $3 and state <> 'done'
         returning signal_id as "signalId", version, prompt, phrases, said_by as "saidBy"`,
};

const selectWaiting: Statement = {
  name: 'select-waiting-backtest-meetings',
  // Served by backtest_meetings_waiting.
  text: `select meeting_id as "meetingId" from backtest_meetings
         where organization_id = $1 and backtest_id = $2 and part = $3 and draft_state is null
         order by meeting_id desc`,
};

const selectIsWaiting: Statement = {
  name: 'select-backtest-meeting-waits',
  // Served by the primary key.
  text: `select 1 from backtest_meetings
         where organization_id = $1 and backtest_id = $2 and meeting_id = $3 and draft_state is null`,
};

const noteOnBacktest: Statement = {
  name: 'note-on-backtest',
  text: `update backtests set note = $3
         where organization_id = $1 and id = $2 and note is distinct from $3 and state = 'running'`,
};

/**
 * Does the rest of a part, then enqueues the next one. Repeated or concurrent processing has a single effect: the first
 * result of a meeting is kept, and only one job enqueues the next part.
 * @throws RetryLater if the provider or the budget makes it wait
 */
export async function runBacktest(deps: BacktestDeps, at: BacktestPart, attempt: Attempt): Promise<void> {
  const { db } = deps;
  const { organizationId, backtestId, part } = at;
  const [row] = await db.query<OpenBacktest>(openPart, [organizationId, backtestId, part]);
  // It has been deleted, or another job has finished this part.
  if (!row) return;
  const { signalId, version, prompt, phrases, saidBy } = row;
  const current = signalId === null ? undefined : await loadVersion(db, organizationId, signalId, version!);
  try {
    await judgePart(deps, at, { prompt, phrases, saidBy, current }, attempt.signal);
  } catch (error) {
    const wait = waitFor(error, attempt.number);
    if (wait) await db.query(noteOnBacktest, [organizationId, backtestId, wait.message]);
    throw wait ?? error;
  }
  await moveOn(deps, at);
}

/** The interval at which a call in progress checks whether its result is still needed. */
const LOOK_MS = 1000;

async function judgePart(
  { db, ai, tokensPerDay, log }: BacktestDeps,
  { organizationId, backtestId, part }: BacktestPart,
  draft: Draft,
  signal: AbortSignal,
): Promise<void> {
  const calibration = calibrationOf(db, organizationId, draft.current?.signalId);
  const waiting = await db.query<{ meetingId: number }>(selectWaiting, [organizationId, backtestId, part]);
  for (const { meetingId } of waiting) {
    signal.throwIfAborted();
    // In the meantime another job may have judged the meeting, or the backtest or the meeting may have been deleted;
    // the call would then be wasted.
    const waits = async () =>
      (await db.query(selectIsWaiting, [organizationId, backtestId, meetingId])).length > 0;
    if (!(await waits())) continue;
    await whileWanted(waits, log, async (wanted) => {
      const loaded = await loadConversation(db, organizationId, { meetingId });
      const metered = createMeter(db, organizationId, tokensPerDay);
      const context = { signal: AbortSignal.any([signal, wanted]), metered };
      const outcomes = loaded
        ? await judgeBoth(ai, loaded, draft, context, calibration)
        : nothingToJudge(draft);
      await db.query(storeOutcomes, [organizationId, backtestId, meetingId, ...valuesOf(outcomes)]);
    });
  }
}

/** Runs work that is aborted, without an error, as soon as its result is no longer needed. */
async function whileWanted(
  isWanted: () => Promise<boolean>,
  log: Log,
  work: (wanted: AbortSignal) => Promise<void>,
): Promise<void> {
  const unwanted = new AbortController();
  const look = async () => {
    if (!(await isWanted())) unwanted.abort(new Error('nobody waits for it any more'));
  };
  const endLooking = every(LOOK_MS, look, log);
  try {
    await work(unwanted.signal);
  } catch (error) {
    if (!unwanted.signal.aborted) throw error;
  } finally {
    await endLooking();
  }
}

const storeOutcomes: Statement = {
  name: 'store-backtest-outcomes',
  text: `update backtest_meetings set draft_state = $4, draft_reason = $5, draft_quotes = $6, current_state = $7,
           current_reason = $8, current_quotes = $9, input_tokens = $10, output_tokens = $11, draft_confidence = $12,
           draft_votes = $13, current_confidence = $14, current_votes = $15, judged_at = now()
         where organization_id = $1 and backtest_id = $2 and meeting_id = $3 and draft_state is null`,
};

function valuesOf({ draft, current, inputTokens, outputTokens }: Outcomes): unknown[] {
  const values = [draft, current].flatMap((outcome) =>
    outcome ? [outcome.state, outcome.reason, JSON.stringify(outcome.quotes)] : [null, null, null],
  );
  const certainty = [draft, current].flatMap((outcome) => [outcome?.confidence, outcome?.votes]);
  return [...values, inputTokens, outputTokens, ...certainty];
}

const advance: Statement = {
  name: 'advance-backtest',
  // Only the first job advances to the next part. Served by the primary keys.
  text: `with parts as materialized (
           select coalesce(max(part), 0) as last from backtest_meetings where organization_id = $1 and backtest_id = $2
         )
         update backtests set part = part + 1,
           state = case when part < parts.last then 'running' else 'done' end,
           finished_at = case when part < parts.last then null else clock.at end
         from parts, (select now() as at offset 0) as clock where organization_id = $1 and id = $2 and part = $3 and state = 'running'
         returning state`,
};

function moveOn({ db, queue }: BacktestDeps, { organizationId, backtestId, part }: BacktestPart) {
  return db.transaction(async (tx) => {
    const [moved] = await tx.query<{ state: string }>(advance, [organizationId, backtestId, part]);
    if (moved?.state !== 'running') return;
    await queue.enqueue(tx, runBacktestJob, organizationId, { backtestId, part: part + 1 });
  });
}

const failBacktestStatement: Statement = {
  name: 'fail-backtest',
  text: `update backtests set state = 'failed', note = $4, finished_at = now()
         where organization_id = $1 and id = $2 and part = $3 and state = 'running'`,
};

/** Records, in the transaction that gives its job up, that the rest will not be done; earlier results stay. */
export async function failBacktest(
  tx: Transaction,
  { organizationId, backtestId, part }: BacktestPart,
  reason: string,
): Promise<void> {
  await tx.query(failBacktestStatement, [organizationId, backtestId, part, reason]);
}
