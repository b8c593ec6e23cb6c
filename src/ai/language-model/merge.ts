import type { ClaimedQuote, Finding, SummaryDraft, Verdict } from '../types.ts';
import { MAX_MERGED_FINDINGS_PER_KIND, MAX_MERGED_QUOTES } from './limits.ts';

/**
 * Merges the verdicts on the chunks of a conversation into one. It fired if any of them fired, has the reason of the first
 * that did, and the quotes of all. It is as certain as the most certain one that fired, or else as the least certain one.
 * @param verdicts in the order of the chunks, at least one
 */
export function mergeVerdicts(verdicts: readonly Verdict[]): Verdict {
  const decisive = verdicts.find(({ fired }) => fired) ?? verdicts[0]!;
  return {
    fired: decisive.fired,
    reason: decisive.reason,
    quotes: unique(
      verdicts.flatMap(({ quotes }) => quotes),
      quoteKey,
    ).slice(0, MAX_MERGED_QUOTES),
    ...confidenceOf(verdicts, decisive.fired),
    ...(decisive.responses ? { responses: decisive.responses } : {}),
  };
}

function confidenceOf(verdicts: readonly Verdict[], fired: boolean): { confidence?: number } {
  const deciding = verdicts.filter((verdict) => verdict.fired === fired);
  const told = deciding.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]));
  if (told.length === 0) return {};
  return { confidence: fired ? Math.max(...told) : Math.min(...told) };
}

/** Merges the drafts on the chunks of a conversation; a finding of two chunks in their overlap is kept once. */
export function mergeDrafts(drafts: readonly SummaryDraft[]): SummaryDraft {
  return {
    decisions: mergeFindings(drafts.map(({ decisions }) => decisions)),
    nextSteps: mergeFindings(drafts.map(({ nextSteps }) => nextSteps)),
    openQuestions: mergeFindings(drafts.map(({ openQuestions }) => openQuestions)),
    topics: mergeFindings(drafts.map(({ topics }) => topics)).sort((a, b) => placeOf(a) - placeOf(b)),
  };
}

function mergeFindings<Kind extends Finding>(findings: readonly Kind[][]): Kind[] {
  return unique(findings.flat(), ({ text }) => text.toLowerCase()).slice(0, MAX_MERGED_FINDINGS_PER_KIND);
}

/** Sorting is stable. Findings without a place, or with a place in the title only, come first. */
function placeOf({ quotes }: Finding): number {
  return quotes[0]?.entryIndex ?? -1;
}

function quoteKey({ entryIndex, text }: ClaimedQuote): string {
  return `${entryIndex} ${text}`;
}

function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const firstByKey = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!firstByKey.has(key)) firstByKey.set(key, item);
  }
  return [...firstByKey.values()];
}
