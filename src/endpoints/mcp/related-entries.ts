import type { MeetingExcerpt } from '../../domain/ask/choose-excerpts.ts';
import { readForQuestion } from '../../domain/ask/read-for-question.ts';
import { type AskScope, countScope } from '../../domain/ask/scope.ts';
import type { MomentSearch } from '../../domain/moments/search-moments.ts';
import { compose } from './compose.ts';
import { DATA_NOTICE, entryLine, meetingLine } from './lines.ts';
import type { ToolCall, ToolResult } from './tool.ts';

/** The tokens of the entries among which the best are chosen, the same for all calls: More goes on in their order. */
const MAX_CHOSEN_TOKENS = 32_000;

/** The cursor of related entries: the number of those that were shown. No cursor of moments is that short. */
const PLACE = /^\d{1,4}$/;

/** Texts of questions are cut at 4,000 characters; a tool does not show an entry that may have been. */
const MAX_WHOLE_CHARACTERS = 3990;

type Related = { meeting: MeetingExcerpt; entry: MeetingExcerpt['entries'][number] };

/**
 * Finds the entries that are most about the words of a query although none has all of them, as questions are answered from:
 * rare words count most, and words of neighbours count as well.
 * @returns undefined if the search has filters that questions do not have
 */
export async function findRelated(call: ToolCall, search: MomentSearch): Promise<Related[] | undefined> {
  const { deps, caller } = call;
  const { accountId, meetingIds, fromMs, toMs, ...others } = search.filter;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  const scope: AskScope = { accountId, meetingIds, fromMs, toMs };
  const meetingsInScope = await countScope(deps.db, caller.organizationId, scope);
  const reading = { ...deps, ai: { maxExcerptTokens: MAX_CHOSEN_TOKENS } };
  const asked = { question: search.query, scope, meetingsInScope };
  const { excerpts } = await readForQuestion(reading, caller.organizationId, asked);
  const all = excerpts.flatMap((meeting) => meeting.entries.map((entry) => ({ meeting, entry })));
  return all
    .filter(({ entry }) => entry.text.length < MAX_WHOLE_CHARACTERS)
    .sort((a, b) => b.entry.relevance - a.entry.relevance);
}

/** Returns the number of entries that were shown before; undefined if the cursor is another one. */
export function relatedPlace(after: string | undefined): number | undefined {
  return after !== undefined && PLACE.test(after) ? Number(after) : undefined;
}

/**
 * Shows the best entries, those of a meeting together and in their order.
 * @param from the number of those that were shown before
 */
export function showRelated(call: ToolCall, related: readonly Related[], from = 0): ToolResult {
  const rest = related.slice(from);
  const inOrder = (count: number) =>
    rest
      .slice(0, count)
      .sort((a, b) => a.meeting.meetingId - b.meeting.meetingId || a.entry.place - b.entry.place);
  const title = 'No entry has all of these words. These have some, or are near others that do:';
  return compose(call, {
    size: rest.length,
    heads: [() => [title, DATA_NOTICE], () => [title]],
    lines: (count) =>
      inOrder(count).flatMap(({ meeting, entry }, index, shown) => {
        const { meetingId, startMs, title: name } = meeting;
        const line = entryLine(meetingId, entry.place, entry);
        const isSame = shown[index - 1]?.meeting === meeting;
        return isSame ? [line] : [meetingLine(meetingId, startMs, name), line];
      }),
    next: (count) => (count < rest.length ? { changes: { after: `${from + count}` } } : undefined),
    ids: (count) => ({
      moments: inOrder(count).map(({ meeting, entry }) => {
        return { meetingId: `${meeting.meetingId}`, entryIndex: entry.place };
      }),
    }),
  });
}
