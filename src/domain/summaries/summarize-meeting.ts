import type { AiProvider, Conversation, Finding, TaskContext, Tokens } from '../../ai/types.ts';
import type { Statement, Transaction } from '../../db/database.ts';
import { runYielding } from '../../lib/event-loop.ts';
import { toStorableText } from '../../lib/text.ts';
import { toPostgresTime } from '../../lib/time.ts';
import type { LoadedConversation } from '../conversations/load-conversation.ts';
import { recordMeetingUpdate } from '../events/record-event.ts';
import type { Drafted } from '../signals/judge.ts';
import { createQuoteVerifier } from '../signals/quotes.ts';
import { renderSummary, type StoredSummary, type VerifiedFinding } from './render-summary.ts';

export type Summarized = { summary: Omit<StoredSummary, 'generatedAtMs'>; tokens: Tokens };

/**
 * Summarizes a meeting. Findings that the provider cannot prove with words of the meeting are dropped.
 * @param drafted the findings, if they were asked for with something else
 */
export async function summarizeMeeting(
  ai: AiProvider,
  { conversation }: LoadedConversation,
  context: TaskContext,
  drafted?: Drafted,
): Promise<Summarized> {
  const { draft, tokens } = drafted ?? (await askForDraft(ai, conversation, context));
  const verifier = createQuoteVerifier(conversation);
  await runYielding(verifier.prepare());
  const prove = ({ text, quotes: claimed }: Finding): VerifiedFinding[] => {
    const quotes = verifier.keepTrue(claimed);
    return quotes.length > 0 ? [{ text: toStorableText(text), quotes }] : [];
  };
  const summary = {
    provider: ai.name,
    model: ai.model,
    decisions: draft.decisions.flatMap(prove),
    nextSteps: draft.nextSteps.flatMap((finding) =>
      prove(finding).map((step) =>
        finding.owner === undefined ? step : { ...step, owner: toStorableText(finding.owner) },
      ),
    ),
    openQuestions: draft.openQuestions.flatMap(prove),
    topics: draft.topics.flatMap(prove).map((topic) => {
      const [{ entryIndex, timestampSeconds } = {}] = topic.quotes;
      return { ...topic, entryIndex, startSeconds: timestampSeconds };
    }),
  };
  return { summary, tokens };
}

async function askForDraft(
  ai: AiProvider,
  conversation: Conversation,
  context: TaskContext,
): Promise<Drafted> {
  const { draft, usage } = await ai.summarize(conversation, context);
  return { draft, tokens: usage };
}

const upsertSummary: Statement = {
  name: 'upsert-meeting-summary',
  text: `insert into meeting_summaries (organization_id, meeting_id, body, input_hash, input_tokens, output_tokens,
           generated_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (organization_id, meeting_id) do update set (body, input_hash, input_tokens, output_tokens,
           generated_at) = (excluded.body, excluded.input_hash, excluded.input_tokens, excluded.output_tokens,
           excluded.generated_at)`,
};

/** Stores a meeting's summary, replacing its earlier one. */
export async function storeSummary(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
  { summary, tokens }: Summarized,
  { inputHash, generatedAtMs }: { inputHash: Buffer; generatedAtMs: number },
): Promise<void> {
  const body = renderSummary({ ...summary, generatedAtMs });
  const { inputTokens, outputTokens } = tokens;
  const values = [body, inputHash, inputTokens, outputTokens, toPostgresTime(generatedAtMs)];
  await tx.query(upsertSummary, [organizationId, meetingId, ...values]);
  await recordMeetingUpdate(tx, organizationId, meetingId, ['summary']);
}
