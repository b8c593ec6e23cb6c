import { formatDateTime, formatOffset } from '../../lib/time.ts';
import type { VerifiedQuote } from '../signals/quotes.ts';
import { showQuote } from '../signals/show-quote.ts';

/** A finding of a summary with its proof: words of the meeting, verified. */
export type VerifiedFinding = { text: string; quotes: readonly VerifiedQuote[] };

/** What is to be done, and by whom, where the meeting tells. */
export type NextStep = VerifiedFinding & { owner?: string };

/** What was talked about, and where that begins. */
export type Topic = VerifiedFinding & { startSeconds?: number; entryIndex?: number };

/** A meeting's summary: what was found in it, by whom, when. */
export type StoredSummary = {
  /** Milliseconds since the epoch. */
  generatedAtMs: number;
  /** The AI provider's name, and its model's. */
  provider: string;
  model: string;
  decisions: readonly VerifiedFinding[];
  nextSteps: readonly NextStep[];
  openQuestions: readonly VerifiedFinding[];
  /** In the order of the meeting. */
  topics: readonly Topic[];
};

/** What stands where a part of the summary has nothing. */
const NONE = 'None identified';

/**
 * The summary as the API shows it, but for the meeting's id, as JSON text. It is rendered when it is made, by this one
 * function, and spliced when it is read: a JSON object with at least one field and no white space around it.
 */
export function renderSummary(summary: StoredSummary): string {
  const { generatedAtMs, provider, model, decisions, nextSteps, openQuestions, topics } = summary;
  return JSON.stringify({
    generatedAt: formatDateTime(generatedAtMs),
    provider,
    model,
    text: asText(summary),
    decisions: decisions.map(showFinding),
    nextSteps: nextSteps.map(({ owner, ...finding }) => ({ ...showFinding(finding), owner })),
    openQuestions: openQuestions.map(showFinding),
    topics: topics.map(({ startSeconds, entryIndex, ...finding }) => ({
      ...showFinding(finding),
      startSeconds,
      start: startSeconds === undefined ? undefined : formatOffset(startSeconds),
      entryIndex,
    })),
  });
}

function showFinding({ text, quotes }: VerifiedFinding) {
  return { text, quotes: quotes.map(showQuote) };
}

/** For reading, mailing or a CRM's text field: four headed lists, one line for each finding. */
function asText({ decisions, nextSteps, openQuestions, topics }: StoredSummary): string {
  return [
    section('Decisions', decisions, ({ text }) => text),
    section('Next steps', nextSteps, ({ text, owner }) => (owner === undefined ? text : `${owner}: ${text}`)),
    section('Open questions', openQuestions, ({ text }) => text),
    section('Topics', topics, ({ text, startSeconds }) =>
      startSeconds === undefined ? text : `${formatOffset(startSeconds)} ${text}`,
    ),
  ].join('\n\n');
}

function section<Item>(heading: string, items: readonly Item[], line: (item: Item) => string): string {
  const lines = items.map((item) => `- ${line(item).replaceAll(/\s+/g, ' ')}`);
  return [heading, ...(lines.length > 0 ? lines : [NONE])].join('\n');
}
