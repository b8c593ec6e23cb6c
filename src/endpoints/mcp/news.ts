import type { Change } from '../../domain/changes/read-changes.ts';
import { readCrmNames } from '../../domain/crm/crm-records.ts';
import type { EntityType } from '../../domain/events/record-event.ts';
import { readMeetingHeads } from '../../domain/meetings/read-meeting-heads.ts';
import { readMatches } from '../../domain/signals/read-matches.ts';
import { citedLine, label } from './lines.ts';
import { citeQuote, conversationOf } from './match-lines.ts';
import { type MeetingHead, meetingLines } from './meeting-heads.ts';
import type { ToolCall } from './tool.ts';

/** A meeting or a match that is new or has changed. */
export type News = {
  /** Its last change of the page: a reader that was shown the news up to this one goes on behind it. */
  change: Change;
  kind: 'new meeting' | 'changed meeting' | 'deleted meeting' | 'match';
  /** The name of its account, or the id. */
  account: string | undefined;
  lines: string[];
};

/**
 * Reads what the changes are about. Several changes of a meeting are one, at the place of the last one; matches that are gone
 * again are left out.
 */
export async function readNews(
  call: ToolCall,
  types: readonly EntityType[],
  changes: readonly Change[],
): Promise<News[]> {
  const seen = changes.filter(({ type }) => types.includes(type));
  const all = Map.groupBy(seen, ({ type, id }) => `${type} ${id}`);
  const last = [...all.values()].map((ones) => ({ change: ones.at(-1)!, ones }));
  last.sort((a, b) => a.change.position - b.change.position);
  const meetings = await readMeetings(call, idsOf(last, 'meeting'));
  const matches = await readMatchNews(call, idsOf(last, 'execution'));
  return last.flatMap(({ change, ones }): News[] => {
    if (change.type === 'execution') {
      const match = matches.get(change.id);
      return match ? [{ change, kind: 'match', ...match }] : [];
    }
    const isNew = ones.some((one) => one.change === 'created');
    const meeting = meetings.get(change.id);
    if (meeting) {
      const fields = [...new Set(ones.flatMap((one) => one.fields))];
      const what = isNew || fields.length === 0 ? '' : `: ${fields.join(', ')}`;
      const kind = isNew ? 'new meeting' : 'changed meeting';
      return [
        { change, kind, account: meeting.account, lines: [`- ${kind}${what}: ${meeting.line.slice(2)}`] },
      ];
    }
    if (isNew) return [];
    const kind = 'deleted meeting';
    return [{ change, kind, account: undefined, lines: [`- ${kind}: meeting ${change.id}`] }];
  });
}

function idsOf(news: readonly { change: Change }[], type: EntityType): number[] {
  return news.filter(({ change }) => change.type === type).map(({ change }) => change.id);
}

async function readMeetings({ deps, caller }: ToolCall, ids: readonly number[]) {
  const { organizationId } = caller;
  const found = ids.length === 0 ? new Map() : await readMeetingHeads(deps.db, organizationId, ids);
  const heads = [...found.values()].map((json): MeetingHead => JSON.parse(json));
  const lines = await meetingLines(deps.db, organizationId, heads);
  const keys = heads.flatMap(({ crmAccountId: id }) =>
    id === undefined ? [] : [{ type: 'ACCOUNT', id } as const],
  );
  const nameOf = await readCrmNames(deps.db, organizationId, keys);
  return new Map(
    heads.map(({ id, crmAccountId }, index) => {
      const account = crmAccountId && (nameOf({ type: 'ACCOUNT', id: crmAccountId }) ?? crmAccountId);
      return [Number(id), { line: lines[index]!, account }];
    }),
  );
}

/** A match is shown with its first quote: list_signal_matches shows all of them. */
async function readMatchNews({ deps, caller }: ToolCall, ids: readonly number[]) {
  const matches = await readMatches(deps.db, caller.organizationId, ids);
  return new Map(
    matches.map((match) => {
      const quoted = match.quotes.slice(0, 1).map((quote) => citedLine(citeQuote(match, quote), quote));
      const line = `- match of ${label(match.signalName)} in ${conversationOf(match)}`;
      const account = match.accountName ?? match.accountId ?? undefined;
      return [match.executionId, { account, lines: [line, ...quoted] }];
    }),
  );
}
