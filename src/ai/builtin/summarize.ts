import type { SummaryDraft } from '../types.ts';
import type { ConversationIndex } from './conversation-index.ts';
import { findFindings } from './findings.ts';
import { collectPeople } from './people.ts';
import { readStatements } from './statements.ts';
import { findTopics } from './topics.ts';

/**
 * Extracts a summary from a conversation: sentences that sound like decisions, next steps and open questions (English
 * only), and its subjects by their words (any language). Nothing is rephrased. Yields between steps.
 */
export function* summarizeConversation(index: ConversationIndex): Generator<void, SummaryDraft> {
  const people = collectPeople(index.conversation);
  const statements = yield* readStatements(index.conversation.entries);
  const findings = yield* findFindings(index.tokenizer, statements, people);
  return { ...findings, topics: yield* findTopics(index, people) };
}
