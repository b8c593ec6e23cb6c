import { Readable } from 'node:stream';
import type { Answered, AskCoverage, AskSentence, AskStep } from '../domain/ask/ask.ts';
import type { Actor } from '../domain/audit/record-audit.ts';
import { recordRead } from '../domain/audit/record-read.ts';
import { answerFault } from '../http/faults.ts';
import type { Log } from '../lib/log.ts';
import { formatDateTime } from '../lib/time.ts';
import type { Deps } from './define-endpoint.ts';
import { meetingUrl } from './meeting-url.ts';

/** A question that is being answered. */
type Answering = { steps: AsyncGenerator<AskStep, Answered>; deps: Deps; actor: Actor; log: Log };

/** Returns the answer once it is complete. */
export async function answerWhole({ steps, deps, actor }: Answering): Promise<object> {
  const sentences: object[] = [];
  for (;;) {
    const step = await steps.next();
    if (step.done) return { sentences, ...presentEnd(step.value) };
    if (step.value.kind === 'answering') await recordAsk(deps, actor, step.value.meetingIds);
    if (step.value.kind === 'sentence') sentences.push(presentSentence(step.value.sentence, deps.publicUrl));
  }
}

/**
 * Sends the steps of an answer as server-sent events.
 * @throws if the question cannot be answered for a reason that is known before the search
 */
export async function streamAnswer(answering: Answering): Promise<Readable> {
  const first = await answering.steps.next();
  const stream = Readable.from(events(answering, first), { objectMode: false });
  // A client may leave before the stream begins.
  return stream.once('close', () => void answering.steps.return(undefined as never).catch(() => {}));
}

async function* events(
  { steps, deps, actor, log }: Answering,
  first: IteratorResult<AskStep, Answered>,
): AsyncGenerator<string> {
  try {
    for (let step = first; ; step = await steps.next()) {
      if (step.done) {
        yield event('done', presentEnd(step.value));
        return;
      }
      if (step.value.kind === 'answering') await recordAsk(deps, actor, step.value.meetingIds);
      yield eventOf(step.value, deps.publicUrl);
    }
  } catch (error) {
    const { status, message, shed } = answerFault(error, log);
    if (shed) deps.metrics.shedRequests.inc({ reason: shed });
    yield event('error', { status, error: message });
  }
}

function eventOf(step: AskStep, publicUrl: string): string {
  if (step.kind === 'sentence') return event('sentence', presentSentence(step.sentence, publicUrl));
  if (step.kind === 'searching') {
    return event('progress', { step: step.kind, meetingsInScope: step.meetingsInScope });
  }
  const { meetingsRead, entriesRead } = step.coverage;
  return event('progress', { step: step.kind, meetingsRead, entriesRead });
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

async function recordAsk(deps: Deps, actor: Actor, meetingIds: readonly number[]): Promise<void> {
  if (meetingIds.length === 0) return;
  await recordRead(deps, actor, 'meeting.ask', `${meetingIds.length} meetings`, { meetingIds });
}

/** Returns a sentence as the API shows it. */
export function presentSentence({ text, quotes }: AskSentence, publicUrl: string) {
  return {
    text,
    quotes: quotes.map(({ meeting: { meetingId, title, startMs }, ...quote }) => ({
      meetingId: `${meetingId}`,
      title,
      startTime: formatDateTime(startMs),
      entryIndex: quote.entryIndex,
      timestampSeconds: quote.timestampSeconds,
      speaker: quote.speaker,
      side: quote.side,
      text: quote.text,
      url: meetingUrl(publicUrl, meetingId, quote),
    })),
  };
}

/** Returns everything but the sentences as the API shows it. */
export function presentEnd({ coverage, hint, dropped, provider, model, usage }: Answered) {
  return {
    coverage: presentCoverage(coverage),
    hint,
    dropped,
    provider,
    model,
    tokens: usage.calls === 0 ? undefined : { input: usage.inputTokens, output: usage.outputTokens },
  };
}

function presentCoverage({ unindexed, ...coverage }: AskCoverage) {
  return { ...coverage, unindexedMeetings: unindexed || undefined };
}
