import { formatCursor, MAX_CURSOR_CHARACTERS, parseCursor } from '../../domain/changes/cursor.ts';
import { findPlaceByTime } from '../../domain/changes/find-place-by-time.ts';
import { type ChangePage, readChanges } from '../../domain/changes/read-changes.ts';
import { TYPE_SCOPES } from '../../domain/changes/type-scopes.ts';
import { shortText } from '../../http/params.ts';
import { Fault } from '../../lib/faults.ts';
import { count } from '../../lib/text.ts';
import { formatDateTime } from '../../lib/time.ts';
import { windowStart } from './common-arguments.ts';
import { compose } from './compose.ts';
import { DATA_NOTICE, label } from './lines.ts';
import { type News, readNews } from './news.ts';
import { defineTool, type ToolCall } from './tool.ts';

const DAY_MS = 86_400_000;

/** The time back to which a call without `from` and `after` looks. */
const DEFAULT_DAYS = 7;

/** The changes that a call looks at and counts; More goes on behind them. */
const MAX_CHANGES = 200;

/** The accounts that are counted by name; the others are added up. */
const MAX_ACCOUNTS = 10;

const TYPES = ['meeting', 'execution'] as const;

export const whatsNewTool = defineTool({
  name: 'whats_new',
  scopes: ['meetings:read', 'signals:read'],
  description: 'New meetings and signal matches by account, since a time or an earlier call.',
  arguments: {
    from: windowStart(),
    after: {
      ...shortText({ description: 'from More or Later', maxLength: MAX_CURSOR_CHARACTERS }),
      excludes: 'from',
    },
  },
  async run({ from, after }, call) {
    const { organizationId, scopes } = call.caller;
    const sinceMs = after === undefined ? (from ?? Date.now() - DEFAULT_DAYS * DAY_MS) : undefined;
    const page = await readPage(call, after, sinceMs);
    const types = TYPES.filter((type) => scopes.has(TYPE_SCOPES[type]));
    const changes = page.changes.filter(({ at }) => sinceMs === undefined || at >= sinceMs);
    const news = await readNews(call, types, changes);
    const cursorAt = (shown: number) => {
      const last = news[shown - 1];
      const cursor = shown === news.length ? page.next : page.cursorAfter(last!.change);
      return formatCursor(organizationId, cursor);
    };
    const since = sinceMs === undefined ? '' : ` since ${formatDateTime(sinceMs)}`;
    const isOver = (shown: number) => shown === news.length && page.isUpToDate;
    // The counts do not depend on the room that there is for them.
    const [counts, ...details] = countsOf(news, since, page.isUpToDate);
    const head = (shown: number) => [
      `${counts}${shown < news.length ? ` These are the first ${shown}:` : ''}`,
    ];
    return compose(call, {
      size: news.length,
      heads: [(shown) => [...head(shown), ...details, ...(shown > 0 ? [DATA_NOTICE] : [])], head],
      lines: (shown) => [
        ...news.slice(0, shown).flatMap(({ lines }) => lines),
        ...(isOver(shown) ? [`Later: whats_new ${JSON.stringify({ after: cursorAt(shown) })}`] : []),
      ],
      next: (shown) =>
        isOver(shown) || (shown === 0 && news.length > 0)
          ? undefined
          : { changes: { from: null, after: cursorAt(shown) } },
      ids: (shown) => ({
        meetingIds: idsOf(news.slice(0, shown), 'meeting').map(String),
        executionIds: idsOf(news.slice(0, shown), 'execution'),
      }),
    });
  },
});

async function readPage(
  { deps, caller }: ToolCall,
  after: string | undefined,
  sinceMs: number | undefined,
): Promise<ChangePage> {
  const { organizationId, scopes } = caller;
  const types = TYPES.filter((type) => scopes.has(TYPE_SCOPES[type]));
  const limits = { types, limit: MAX_CHANGES };
  if (after === undefined) {
    const place = await findPlaceByTime(deps.db, organizationId, sinceMs!);
    return readChanges(deps.db, organizationId, place, limits);
  }
  const cursor = parseCursor(organizationId, after);
  if (!cursor || cursor.snapshot) throw new Fault('invalid', 'after must be that of a More or Later line');
  try {
    return await readChanges(deps.db, organizationId, cursor, limits);
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'gone') throw error;
    throw new Fault(
      'gone',
      'The changes that follow this cursor are no longer kept: give from instead of after',
    );
  }
}

/**
 * Counts what is new, in all and for each account.
 * @param isAll whether nothing else is new
 */
function countsOf(news: readonly News[], since: string, isAll: boolean): string[] {
  if (news.length === 0)
    return [isAll ? `Nothing is new${since}.` : `Nothing here is new${since}; more follows.`];
  const byAccount = Map.groupBy(
    news.filter(({ account }) => account !== undefined),
    ({ account }) => account!,
  );
  const accounts = [...byAccount].sort(([, a], [, b]) => b.length - a.length);
  const named = accounts.slice(0, MAX_ACCOUNTS).map(([name, ones]) => `${label(name)}: ${inWords(ones)}`);
  const others = accounts.slice(MAX_ACCOUNTS).length;
  return [
    `New${since}: ${isAll ? '' : 'at least '}${inWords(news)}.`,
    ...(named.length === 0
      ? []
      : [`By account: ${named.join('; ')}${others > 0 ? `; ${others} others` : ''}.`]),
  ];
}

const KINDS = ['new meeting', 'changed meeting', 'deleted meeting', 'match'] as const;

function inWords(news: readonly News[]): string {
  const counts = Map.groupBy(news, ({ kind }) => kind);
  return KINDS.flatMap((kind) => {
    const some = counts.get(kind)?.length ?? 0;
    return some === 0 ? [] : [count(some, kind, kind === 'match' ? 'matches' : `${kind}s`)];
  }).join(', ');
}

function idsOf(news: readonly News[], type: (typeof TYPES)[number]): number[] {
  return news.filter((one) => one.change.type === type).map(({ change }) => change.id);
}
