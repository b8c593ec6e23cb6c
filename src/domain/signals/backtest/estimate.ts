import type { AiSettings } from '../../../ai/settings.ts';
import type { AiProvider, SignalQuestion, Tokens, Usage } from '../../../ai/types.ts';
import type { Queries } from '../../../db/database.ts';
import { loadConversation } from '../../conversations/load-conversation.ts';
import type { ChosenMeeting, ChosenMeetings } from './choose-meetings.ts';
import { asVersion, type Draft } from './draft.ts';
import { hasPhrases } from './judge-both.ts';

/** What a backtest is expected to take. */
export type Estimate = Usage & {
  meetingsInWindow: number;
  meetings: number;
  /** US dollars; left out if nobody said what tokens cost. */
  costUsd?: number;
};

/** Transcripts that are read for an estimate; the others are only measured. */
export const MAX_SAMPLED = 20;

/**
 * Tells what judging the meetings would take, without a call. Tokens are those of a sample, scaled by the length of
 * all transcripts.
 */
export async function estimateBacktest(
  { db, ai, prices }: { db: Queries; ai: AiProvider; prices: AiSettings['prices'] },
  organizationId: number,
  { meetingsInWindow, meetings }: ChosenMeetings,
  draft: Draft,
): Promise<Estimate> {
  const versions = draft.current ? [asVersion(draft), draft.current] : [asVersion(draft)];
  const questions = versions
    .filter((version) => !hasPhrases(version))
    .map(({ signalId, signalName, prompt }): SignalQuestion => ({ signalId, name: signalName, prompt }));
  const usage =
    questions.length === 0
      ? { calls: 0, inputTokens: 0, outputTokens: 0 }
      : await estimateUsage(db, ai, organizationId, meetings, questions);
  const costUsd = costOf(usage, prices);
  return {
    meetingsInWindow,
    meetings: meetings.length,
    ...{ calls: usage.calls, inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

async function estimateUsage(
  db: Queries,
  ai: AiProvider,
  organizationId: number,
  meetings: readonly ChosenMeeting[],
  questions: readonly SignalQuestion[],
): Promise<Usage> {
  const sampled = { meetings: 0, rawBytes: 0, calls: 0, inputTokens: 0, outputTokens: 0 };
  // One after the other: each may be megabytes.
  for (const { id, rawBytes } of evenlySpread(meetings, MAX_SAMPLED)) {
    const loaded = await loadConversation(db, organizationId, { meetingId: id });
    if (!loaded) continue;
    const usage = await ai.estimateJudging(loaded.conversation, questions);
    sampled.meetings++;
    sampled.rawBytes += rawBytes;
    sampled.calls += usage.calls;
    sampled.inputTokens += usage.inputTokens;
    sampled.outputTokens += usage.outputTokens;
  }
  if (sampled.meetings === 0) return { calls: 0, inputTokens: 0, outputTokens: 0 };
  const byMeeting = meetings.length / sampled.meetings;
  const byLength = meetings.reduce((sum, { rawBytes }) => sum + rawBytes, 0) / sampled.rawBytes;
  return {
    calls: Math.round(sampled.calls * byMeeting),
    inputTokens: Math.round(sampled.inputTokens * byLength),
    outputTokens: Math.round(sampled.outputTokens * byLength),
  };
}

function evenlySpread<Item>(items: readonly Item[], most: number): Item[] {
  const count = Math.min(items.length, most);
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]!);
}

const TOKENS_OF_A_PRICE = 1_000_000;

/** Prices may be fractions of a cent. */
const DECIMALS = 6;

/** @returns US dollars; undefined if tokens cost what nobody said */
export function costOf(
  { inputTokens, outputTokens }: Tokens,
  prices: AiSettings['prices'],
): number | undefined {
  if (inputTokens === 0 && outputTokens === 0) return 0;
  if (!prices) return undefined;
  const dollars = (inputTokens * prices.input + outputTokens * prices.output) / TOKENS_OF_A_PRICE;
  return Number(dollars.toFixed(DECIMALS));
}
