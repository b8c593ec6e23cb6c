import { formatDateTime, formatOffset } from '../../lib/time.ts';
import type { VerifiedQuote } from '../signals/quotes.ts';
import { showQuote } from '../signals/show-quote.ts';
import { namesOfFindings } from './names-of-findings.ts';

/** A finding of a summary with its evidence: quotes of the meeting, verified. */
export type VerifiedFinding = { text: string; quotes: readonly VerifiedQuote[] };

/** A task, and the person responsible if the meeting names one. */
export type NextStep = VerifiedFinding & { owner?: string };

/** A subject of the meeting, and the place where it begins. */
export type Topic = VerifiedFinding & { startSeconds?: number; entryIndex?: number };

/** A meeting's summary: its findings, their provider and their time. */
export type StoredSummary = {
  /** Milliseconds since the epoch. */
  generatedAtMs: number;
  /** The names of the AI provider and of its model. */
  provider: string;
  model: string;
  decisions: readonly VerifiedFinding[];
  nextSteps: readonly NextStep[];
  openQuestions: readonly VerifiedFinding[];
  /** The topics, in the order of the meeting. */
  topics: readonly Topic[];
};

/** The text of a section without findings. */
const NONE = 'None identified';

/**
 * Renders the summary as the API shows it, except the meeting's id, as JSON text. Only this function renders it, when
 * the summary is made; reads splice the text: a JSON object with at least one field and no white space around it.
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

/** Renders the summary for reading, mailing or a CRM's text field: four lists with headings, one line per finding. */
function asText({ provider, decisions, nextSteps, openQuestions, topics }: StoredSummary): string {
  const { many } = namesOfFindings(provider);
  return [
    section(many.decision, decisions, ({ text }) => text),
    section(many.nextStep, nextSteps, ({ text, owner }) =>
      owner === undefined ? text : `${owner}: ${text}`,
    ),
    section(many.openQuestion, openQuestions, ({ text }) => text),
    section(many.topic, topics, ({ text, startSeconds }) =>
      startSeconds === undefined ? text : `${formatOffset(startSeconds)} ${text}`,
    ),
  ].join('\n\n');
}

function section<Item>(heading: string, items: readonly Item[], line: (item: Item) => string): string {
  const lines = items.map((item) => `- ${line(item).replaceAll(/\s+/g, ' ')}`);
  return [heading, ...(lines.length > 0 ? lines : [NONE])].join('\n');
}
