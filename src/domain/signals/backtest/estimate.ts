import type { AiSettings } from '../../../ai/settings.ts';
import type { AiProvider, SignalQuestion, Tokens, Usage } from '../../../ai/types.ts';
import type { Queries } from '../../../db/database.ts';
import { loadConversation } from '../../conversations/load-conversation.ts';
import type { ChosenMeeting, ChosenMeetings } from './choose-meetings.ts';
import { asVersion, type Draft } from './draft.ts';
import { hasPhrases } from './judge-both.ts';

/** The expected usage of a backtest. */
export type Estimate = Usage & {
  meetingsInWindow: number;
  meetings: number;
  /** US dollars; omitted if no prices are configured. */
  costUsd?: number;
};

/** The number of transcripts that are read for an estimate; of the others only the length is used. */
export const MAX_SAMPLED = 20;

/**
 * Estimates the usage of judging the meetings, without a call. The tokens of a sample are scaled by the length of all
 * transcripts.
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
    .map(({ signalId, signalName, prompt, saidBy }): SignalQuestion => {
      return { signalId, name: signalName, prompt, saidBy };
    });
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
  // The transcripts are loaded one after the other, because each may have megabytes.
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

/** @returns US dollars; undefined if no prices are configured */
export function costOf(
  { inputTokens, outputTokens }: Tokens,
  prices: AiSettings['prices'],
): number | undefined {
  if (inputTokens === 0 && outputTokens === 0) return 0;
  if (!prices) return undefined;
  const dollars = (inputTokens * prices.input + outputTokens * prices.output) / TOKENS_OF_A_PRICE;
  return Number(dollars.toFixed(DECIMALS));
}
