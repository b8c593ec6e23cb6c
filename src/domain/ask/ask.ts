import { joinExcerpts } from '../../ai/excerpts.ts';
import type { AiProvider, AskedQuestion, Finding, Side, TaskContext, Usage } from '../../ai/types.ts';
import type { Database } from '../../db/database.ts';
import { arrivals } from '../../lib/arrivals.ts';
import { Fault } from '../../lib/faults.ts';
import type { Log } from '../../lib/log.ts';
import { acquireOrRefuse, type Semaphore, type SemaphoreLimits } from '../../lib/semaphore.ts';
import { BudgetUsedUp, createMeter } from '../ai-usage/meter.ts';
import { aiUnavailable, providerFault } from '../ai-usage/provider-fault.ts';
import { existingMeetings } from '../conversations/meeting-exists.ts';
import { type Credential, watchCaller } from '../keys/watch-caller.ts';
import { createQuoteVerifier } from '../signals/quotes.ts';
import type { MeetingExcerpt } from './choose-excerpts.ts';
import { readForQuestion } from './read-for-question.ts';
import { type AskScope, countScope, hintOfEmptyScope, knownMeetings } from './scope.ts';

/** A question about what was said, and the meetings that it is about. */
export type Asked = Omit<AskScope, 'meetingIds'> & {
  question: string;
  meetingIds?: readonly string[] | undefined;
};

/** Words of a transcript that prove a sentence, with the meeting in which they were said. */
export type AskQuote = {
  meeting: Pick<MeetingExcerpt, 'meetingId' | 'title' | 'startMs'>;
  entryIndex: number;
  text: string;
  speaker?: string;
  /** The side of the speaker, if it is known. */
  side?: Side;
  timestampSeconds?: number;
};

export type AskSentence = { text: string; quotes: AskQuote[] };

export type AskCoverage = {
  meetingsInScope: number;
  meetingsRead: number;
  entriesRead: number;
  /** The number of the organization's meetings that cannot be searched yet. */
  unindexed: number;
};

/** The steps of an answer before it is complete. */
export type AskStep =
  | { kind: 'searching'; meetingsInScope: number }
  | { kind: 'answering'; coverage: AskCoverage; meetingIds: number[] }
  | { kind: 'sentence'; sentence: AskSentence };

export type Answered = {
  coverage: AskCoverage;
  /** Why there is no meeting in scope, if the question shows it. */
  hint: string | undefined;
  /** The number of sentences that the provider could not prove, or that quote a meeting that is gone. */
  dropped: number;
  provider: string;
  model: string;
  usage: Usage;
};

/** The asker waits: this is longer than a call of a fast model, and shorter than the timeouts of proxies. */
const ASK_SECONDS = 50;

/** The questions that a process answers at the same time; most of their time they wait for the provider. */
export const ASKS: SemaphoreLimits = { capacity: 16, maxAlone: 12, maxShared: 4, maxWaiting: 16 };

/** The time that a question waits for the others of its organization. */
const ASK_WAIT_MS = 5000;

/** `asks` bounds the questions that are answered at the same time, `searches` those that are searched for. */
export type AskDeps = { db: Database; ai: AiProvider; asks: Semaphore; searches: Semaphore };

type AskOptions = {
  /** The organization's budget of the day; undefined is none. */
  tokensPerDay: number | undefined;
  /** Is aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
  /** The key that asks, which must stay valid; undefined at the command line. */
  caller?: Credential;
  log: Log;
};

/**
 * Answers a question from what was said: the words of the question are searched for, the entries around them are read up to
 * a bound, and the provider answers from them in one call. Sentences without a quote that stands in a transcript are
 * dropped, as are those that quote a meeting that was deleted meanwhile. Nothing is stored except its usage of the budget.
 * @throws Fault 401 if the caller's key is revoked or expires or its session ends before the answer, 404 if the organization does not have one of the named meetings, 429 if the budget is used up, 503 if too
 *   many questions are asked at once or the provider does not answer
 */
export async function* ask(
  deps: AskDeps,
  organizationId: number,
  asked: Asked,
  { tokensPerDay, signal, caller, log }: AskOptions,
): AsyncGenerator<AskStep, Answered> {
  const { db, ai } = deps;
  const meetingIds = asked.meetingIds && (await knownMeetings(db, organizationId, asked.meetingIds));
  const scope: AskScope = { ...asked, meetingIds };
  const deadline = AbortSignal.timeout(ASK_SECONDS * 1000);
  const release = await acquireOrRefuse(deps.asks, organizationId, 1, ASK_WAIT_MS);
  const watch = caller && watchCaller(db.quick, caller, log);
  const context: TaskContext = {
    signal: AbortSignal.any([signal, deadline, ...(watch ? [watch.refused] : [])]),
    metered: createMeter(db, organizationId, tokensPerDay),
  };
  try {
    ai.check();
    const meetingsInScope = await countScope(db, organizationId, scope);
    const hint = meetingsInScope === 0 ? await hintOfEmptyScope(db, organizationId, scope) : undefined;
    yield { kind: 'searching', meetingsInScope };
    const { excerpts, weights, unindexed } = await readForQuestion(deps, organizationId, {
      ...{ question: asked.question, scope, meetingsInScope },
    });
    context.signal.throwIfAborted();
    const entriesRead = excerpts.reduce((sum, { entries }) => sum + entries.length, 0);
    const coverage = { meetingsInScope, meetingsRead: excerpts.length, entriesRead, unindexed };
    const readIds = excerpts.map(({ meetingId }) => meetingId);
    yield { kind: 'answering', coverage, meetingIds: readIds };
    const question = { text: asked.question, weights };
    let shown = 0;
    const answering = provenSentences(ai, excerpts, question, context);
    let step = await answering.next();
    for (; !step.done; step = await answering.next()) {
      await watch?.check();
      if (await quotesDeleted(db, organizationId, step.value)) continue;
      shown++;
      yield { kind: 'sentence', sentence: step.value };
    }
    await watch?.check();
    const { written, usage } = step.value;
    return { coverage, hint, dropped: written - shown, provider: ai.name, model: ai.model, usage };
  } catch (error) {
    if (watch?.refused.aborted) throw watch.refused.reason;
    if (signal.aborted) throw new Fault('invalid', 'The client closed the connection before the response');
    if (deadline.aborted) {
      throw aiUnavailable(`The AI provider did not answer within ${ASK_SECONDS} s; try again`);
    }
    if (error instanceof BudgetUsedUp) throw new Fault('too many', error.message, error.resumesInSeconds);
    throw providerFault(error);
  } finally {
    watch?.end();
    release();
  }
}

const NO_USAGE: Usage = { calls: 0, inputTokens: 0, outputTokens: 0 };

/** Yields the sentences of the answer that have a quote which proves them, each as soon as the provider has written it. */
async function* provenSentences(
  ai: AiProvider,
  excerpts: readonly MeetingExcerpt[],
  question: AskedQuestion,
  context: TaskContext,
): AsyncGenerator<AskSentence, { written: number; usage: Usage }> {
  if (excerpts.length === 0) return { written: 0, usage: NO_USAGE };
  const verifier = createQuoteVerifier(joinExcerpts(excerpts));
  const places = excerpts.flatMap((meeting) => meeting.entries.map(({ place }) => ({ meeting, place })));
  const written = new Set<string>();
  const prove = function* ({ text, quotes }: Finding): Generator<AskSentence> {
    if (written.has(text)) return;
    written.add(text);
    const verified = verifier.keepTrue(quotes).map(({ entryIndex, ...quote }): AskQuote => {
      const { meeting, place } = places[entryIndex!]!;
      return { ...quote, meeting, entryIndex: place };
    });
    if (verified.length > 0) yield { text, quotes: verified };
  };
  const answering = arrivals((noteSentence: (sentence: Finding) => void) =>
    ai.answer(excerpts, question, { ...context, noteSentence }),
  );
  let step = await answering.next();
  for (; !step.done; step = await answering.next()) yield* prove(step.value);
  for (const sentence of step.value.sentences) yield* prove(sentence);
  return { written: written.size, usage: step.value.usage };
}

/** Returns whether a sentence quotes a meeting that was deleted while the provider answered. */
async function quotesDeleted(
  db: Database,
  organizationId: number,
  { quotes }: AskSentence,
): Promise<boolean> {
  const quoted = [...new Set(quotes.map(({ meeting }) => meeting.meetingId))];
  const existing = await existingMeetings(db.quick, organizationId, quoted);
  return quoted.some((meetingId) => !existing.has(meetingId));
}
