import { namesOfFindings } from '../../domain/summaries/names-of-findings.ts';
import { citedLine, oneLineOf } from './lines.ts';
import { citeQuote } from './match-lines.ts';

type Quote = { text: string; entryIndex?: number; speaker?: string; timestampSeconds?: number };
type Finding = { text: string; quotes: Quote[] };

/** A summary as the API shows it. */
export type ShownSummary = {
  provider: string;
  decisions: Finding[];
  nextSteps: (Finding & { owner?: string })[];
  openQuestions: Finding[];
  topics: (Finding & { start?: string })[];
};

/** Returns the lines of each finding of a summary: its text, and under it the quotes that prove it. */
export function findingLines(meetingId: number | string, summary: ShownSummary): string[] {
  const { one: name } = namesOfFindings(summary.provider);
  const { decisions, nextSteps, openQuestions, topics } = summary;
  return [
    ...decisions.map((one) => withQuotes(meetingId, name.decision, one)),
    ...nextSteps.map((one) => withQuotes(meetingId, name.nextStep, one, one.owner)),
    ...openQuestions.map((one) => withQuotes(meetingId, name.openQuestion, one)),
    ...topics.map((one) => withQuotes(meetingId, name.topic, one, one.start)),
  ];
}

/** @param detail the owner of a step or the time of a topic */
export function withQuotes(
  meetingId: number | string,
  kind: string,
  { text, quotes }: Finding,
  detail?: string,
): string {
  const quoted = quotes.map((quote) => citedLine(citeQuote({ meetingId }, quote), quote));
  return [
    `- ${kind}${detail === undefined ? '' : ` (${oneLineOf(detail)})`}: ${oneLineOf(text)}`,
    ...quoted,
  ].join('\n');
}
