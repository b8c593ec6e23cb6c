import { InvalidAnswer, RequestRefused } from '../../ai/errors.ts';
import type { AiProvider, TaskContext } from '../../ai/types.ts';
import type { Database } from '../../db/database.ts';
import { type Attempt, NoMoreTries, RetryLater } from '../../queue/define-job.ts';
import { createMeter } from '../ai-usage/meter.ts';
import { waitFor } from '../ai-usage/waiting.ts';
import { type LoadedConversation, loadConversation } from '../conversations/load-conversation.ts';
import type { Source } from '../conversations/source.ts';
import { type Aspect, isOpen, isSuperseded, noteOnRun, type RunRow, selectRun } from '../runs/run-queries.ts';
import { answerFollowUps, type Drafted, judgePhrases, judgePrompts } from '../signals/judge.ts';
import { calibrationOf } from '../signals/labels/calibrate.ts';
import { loadSignalVersions } from '../signals/load-signal-versions.ts';
import { summarizeMeeting } from '../summaries/summarize-meeting.ts';
import { giveWay, recordJudgements, recordSummary } from './settle-run.ts';

/** The dependencies of processing. `tokensPerDay` is each organization's budget; undefined is none. */
export type ProcessingDeps = { db: Database; ai: AiProvider; tokensPerDay: number | undefined };

/** The run that is processed, and the attempt. */
type Run = {
  organizationId: number;
  runId: number;
  attempt: Attempt;
  /** Is told how long a conversation waited for a part, from its arrival until the part was done. */
  noteLag?(aspect: Aspect, seconds: number): void;
};

/**
 * Processes the open parts of a run. Repeated or concurrent processing of a run has a single effect: see settle-run.ts.
 * @throws RetryLater if the provider or the budget makes it wait; NoMoreTries if another attempt would not help
 */
export async function processRun(deps: ProcessingDeps, run: Run): Promise<void> {
  const { organizationId, runId } = run;
  const [row] = await deps.db.query<RunRow>(selectRun, [organizationId, runId]);
  // A run is deleted with its conversation.
  if (!row) return;
  const open = (['signals', 'summary'] as const).filter((aspect) => isOpen(row, aspect));
  const wanted = open.filter((aspect) => !isSuperseded(row, aspect));
  if (wanted.length < open.length) await giveWay(deps.db, [organizationId, runId]);
  if (wanted.length === 0) return;
  // A run that has waited before checks the provider first, so that of thousands of waiting runs none is loaded while
  // the provider is unavailable.
  if (row.note !== null) await translated(deps, run, async () => deps.ai.check());
  const loaded = await loadConversation(deps.db, organizationId, sourceOf(row));
  const context: TaskContext = {
    signal: run.attempt.signal,
    metered: createMeter(deps.db, organizationId, deps.tokensPerDay),
  };
  const failures: unknown[] = [];
  const shared: Shared = { wantsSummary: wanted.includes('summary') };
  for (const aspect of wanted) {
    try {
      await translated(deps, run, async () => {
        const lagSeconds = await PARTS[aspect](deps, run, { row, loaded, shared }, context);
        if (lagSeconds !== undefined) run.noteLag?.(aspect, lagSeconds);
      });
    } catch (error) {
      failures.push(error);
      // The other part would have to wait for the same reason, unless it needs no further call.
      if (error instanceof RetryLater && !shared.drafted) break;
    }
  }
  if (failures.length > 0) throw failures.find((error) => error instanceof RetryLater) ?? failures[0];
}

function sourceOf({ meetingId, emailId }: RunRow): Source {
  return meetingId === null ? { emailId: emailId! } : { meetingId };
}

/** What the parts of a run share: the call that judges also summarizes. */
type Shared = { wantsSummary: boolean; drafted?: Drafted };

type Given = { row: RunRow; loaded: LoadedConversation | undefined; shared: Shared };

/** Does a part of a run. @returns the seconds since the conversation arrived, if it was done for that reason */
type Part = (
  deps: ProcessingDeps,
  run: Run,
  given: Given,
  context: TaskContext,
) => Promise<number | undefined>;

const processSignals: Part = async ({ db, ai }, { organizationId, runId }, given, context) => {
  const { row, loaded, shared } = given;
  const id: [number, number] = [organizationId, runId];
  if (!loaded) return recordJudgements(db, id, undefined, [], { isComplete: true });
  const asked = await loadSignalVersions(db, organizationId, row.signalIds, row.signalVersions);
  const signals = asked.filter(({ enabled, deleted }) => enabled && !deleted);
  const byPhrases = await judgePhrases(
    loaded,
    signals.filter(({ phrases }) => phrases.length > 0),
  );
  const needsModel = ({ state, signal }: (typeof byPhrases)[number]) =>
    state === 'fired' && signal.followUpPrompts.length > 0;
  const prompts = signals.filter(({ phrases }) => phrases.length === 0);
  const waiting = byPhrases.filter(needsModel);
  if (prompts.length > 0 || waiting.length > 0) {
    const settled = byPhrases.filter((judgement) => !needsModel(judgement));
    // Judgements that need no model do not wait for one.
    if (settled.length > 0) await recordJudgements(db, id, loaded, settled, { isComplete: false });
  }
  const calibration = calibrationOf(db, organizationId);
  const wishes = { followUps: true, summary: shared.wantsSummary, calibration };
  const judged = await judgePrompts(ai, loaded, prompts, context, wishes);
  if (judged.drafted) shared.drafted = judged.drafted;
  const answered = await answerFollowUps(ai, loaded, [...waiting, ...judged.judgements], context);
  const all = [...byPhrases.filter((judgement) => !needsModel(judgement)), ...answered.judgements];
  const failure = judged.failure ?? answered.failure;
  const lagSeconds = await recordJudgements(db, id, loaded, all, { isComplete: failure === undefined });
  if (failure) throw failure;
  return lagSeconds;
};

const processSummary: Part = async ({ db, ai }, { organizationId, runId }, { loaded, shared }, context) => {
  const id: [number, number] = [organizationId, runId];
  const summarized = loaded && (await summarizeMeeting(ai, loaded, context, shared.drafted));
  return recordSummary(db, id, loaded, summarized);
};

const PARTS: Record<Aspect, Part> = { signals: processSignals, summary: processSummary };

/** Tells the queue when to retry, and stores the reason of the wait for people who look at the run. */
async function translated(deps: ProcessingDeps, run: Run, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const wait = waitFor(error, run.attempt.number);
    if (!wait && (error instanceof InvalidAnswer || error instanceof RequestRefused)) {
      throw new NoMoreTries(error.message, { cause: error });
    }
    if (!wait) throw error;
    await deps.db.query(noteOnRun, [run.organizationId, run.runId, wait.message]);
    throw wait;
  }
}
