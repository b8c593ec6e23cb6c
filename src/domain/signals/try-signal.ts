import type { AiProvider, SaidBy, TaskContext } from '../../ai/types.ts';
import type { Queries, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { acquireOrRefuse, type Semaphore } from '../../lib/semaphore.ts';
import { BudgetUsedUp, createMeter } from '../ai-usage/meter.ts';
import { aiUnavailable, providerFault } from '../ai-usage/provider-fault.ts';
import { type LoadedConversation, loadConversation } from '../conversations/load-conversation.ts';
import { meetingExists } from '../conversations/meeting-exists.ts';
import { asVersion, resolveDraft } from './backtest/draft.ts';
import { hasPhrases } from './backtest/judge-both.ts';
import { answerFollowUps, type FollowUpAnswer, type Judgement, judgePhrases, judgePrompts } from './judge.ts';
import { calibrationOf } from './labels/calibrate.ts';
import type { SignalVersion } from './load-signal-versions.ts';
import { type ShownCertainty, showCertainty } from './show-certainty.ts';
import { type ShownQuote, showQuote } from './show-quote.ts';
import type { ContextSource, FollowUpPrompt } from './signal-queries.ts';
import type { Calibration } from './votes.ts';

/** A change of a signal, or, without signalId, a new signal, which needs a prompt or phrases. */
export type TriedDraft = {
  signalId?: number;
  prompt?: string;
  phrases?: string[];
  saidBy?: SaidBy;
  followUpPrompts?: FollowUpPrompt[];
  contextSource?: ContextSource;
};

/** The draft's judgement of the meeting, as the API shows it, with tokens if a model was called. */
export type Tried = ShownCertainty & {
  fired: boolean;
  reason: string;
  quotes: ShownQuote[];
  followUps: FollowUpAnswer[];
  provider: string;
  model: string;
  inputTokens?: number;
  outputTokens?: number;
};

/**
 * A user waits for the response: this is longer than a call of a fast model, and shorter than the timeouts of proxies.
 */
export const TRY_SECONDS = 50;

/**
 * The most bytes of transcripts that a process judges by drafts at the same time: two of the largest and some ordinary
 * ones. They take about ten times as much memory.
 */
export const MAX_TRIED_BYTES = 12 * 1024 * 1024;

/** The size that a short transcript counts as, which bounds their number as well. */
const MIN_TRIED_BYTES = 64 * 1024;

/** The time that a try waits for the semaphore. */
const TRY_WAIT_MS = 5000;

const selectTranscriptLength: Statement = {
  name: 'select-transcript-length',
  // Served by the primary key.
  text: `select coalesce(sum(raw_length), 0)::float8 as bytes from meeting_transcript_pieces
         where organization_id = $1 and meeting_id = $2`,
};

/**
 * Judges one meeting by a draft immediately, as a run does. Nothing is stored except its usage of the budget.
 * @param options.tokensPerDay the organization's budget; undefined is none
 * @param options.signal is aborted when nobody waits for the response any more
 * @throws Fault 404 if the organization has no such signal or meeting, 409 if the meeting has nothing to judge, the
 *   draft judges no meetings or the budget is used up, 503 if too many are tried at once or the provider does not
 *   answer
 */
export async function trySignal(
  { db, ai, tries }: TryDeps,
  organizationId: number,
  { draft, meetingId }: { draft: TriedDraft; meetingId: number },
  options: TryOptions,
): Promise<Tried> {
  const version = await versionOf(db, organizationId, draft);
  const [length] = await db.query<{ bytes: number }>(selectTranscriptLength, [organizationId, meetingId]);
  const weight = Math.max(MIN_TRIED_BYTES, length!.bytes);
  const release = await acquireOrRefuse(tries, organizationId, weight, TRY_WAIT_MS);
  try {
    if (options.signal.aborted) throw callerLeft();
    const asked = { version, meetingId, signalId: draft.signalId };
    return await tryVersion({ db, ai }, organizationId, asked, options);
  } finally {
    release();
  }
}

/** `tries` bounds the bytes that are judged at the same time: see {@link MAX_TRIED_BYTES}. */
type TryDeps = { db: Queries; ai: AiProvider; tries: Semaphore };

type TryOptions = { tokensPerDay: number | undefined; signal: AbortSignal; timeoutMs?: number };

async function tryVersion(
  { db, ai }: Omit<TryDeps, 'tries'>,
  organizationId: number,
  {
    version,
    meetingId,
    signalId,
  }: { version: SignalVersion; meetingId: number; signalId: number | undefined },
  { tokensPerDay, signal, timeoutMs = TRY_SECONDS * 1000 }: TryOptions,
): Promise<Tried> {
  const loaded = await loadConversation(db, organizationId, { meetingId });
  if (!loaded) throw await nothingToJudge(db, organizationId, meetingId);
  const deadline = AbortSignal.timeout(timeoutMs);
  const context: TaskContext = {
    signal: AbortSignal.any([signal, deadline]),
    metered: createMeter(db, organizationId, tokensPerDay),
  };
  try {
    const calibration = calibrationOf(db, organizationId, signalId);
    return present(await judge(ai, loaded, version, context, calibration));
  } catch (error) {
    if (signal.aborted) throw callerLeft();
    if (deadline.aborted) {
      throw aiUnavailable(`The AI provider did not answer within ${timeoutMs / 1000} s; try again`);
    }
    throw asFault(error);
  }
}

function callerLeft(): Fault {
  return new Fault('invalid', 'The client closed the connection before the response');
}

/** Returns the draft in the form in which versions are judged; missing fields are taken from its signal. */
async function versionOf(db: Queries, organizationId: number, draft: TriedDraft): Promise<SignalVersion> {
  const { prompt = draft.signalId === undefined ? '' : undefined, ...rest } = draft;
  const resolved = await resolveDraft(db, organizationId, { ...rest, prompt });
  const { current } = resolved;
  const contextSource = draft.contextSource ?? current?.contextSource ?? 'MEETING';
  if (contextSource === 'EMAIL') {
    throw new Fault(
      'conflict',
      'A signal with contextSource EMAIL does not evaluate meetings; use MEETING or ALL',
    );
  }
  const followUpPrompts = draft.followUpPrompts ?? current?.followUpPrompts ?? [];
  return { ...asVersion(resolved), contextSource, followUpPrompts };
}

async function judge(
  ai: AiProvider,
  loaded: LoadedConversation,
  version: SignalVersion,
  context: TaskContext,
  calibration: Calibration,
): Promise<Judgement> {
  const judged = hasPhrases(version)
    ? { judgements: await judgePhrases(loaded, [version]) }
    : await judgePrompts(ai, loaded, [version], context, { followUps: true, calibration });
  if (judged.failure) throw judged.failure;
  const answered = await answerFollowUps(ai, loaded, judged.judgements, context);
  if (answered.failure) throw answered.failure;
  return answered.judgements[0]!;
}

async function nothingToJudge(db: Queries, organizationId: number, meetingId: number): Promise<Fault> {
  if (!(await meetingExists(db, organizationId, meetingId))) {
    return new Fault('missing', 'There is no such meeting');
  }
  return new Fault('conflict', 'The meeting has no transcript to evaluate');
}

/** Any other failure is an internal error. */
function asFault(error: unknown): unknown {
  return error instanceof BudgetUsedUp ? new Fault('conflict', error.message) : providerFault(error);
}

function present(judgement: Judgement): Tried {
  const { state, reason, quotes, followUps, provider, model, inputTokens, outputTokens } = judgement;
  const { confidence = null, votes = null } = judgement;
  return {
    fired: state === 'fired',
    reason,
    quotes: quotes.map(showQuote),
    followUps: followUps.map(({ name, prompt, response }) => ({ name, prompt, response })),
    provider,
    model,
    ...showCertainty({ confidence, votes }),
    ...(inputTokens + outputTokens === 0 ? {} : { inputTokens, outputTokens }),
  };
}
