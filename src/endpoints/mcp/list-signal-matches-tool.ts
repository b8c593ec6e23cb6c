import { listMatches, type Match, type MatchPlace } from '../../domain/signals/read-matches.ts';
import { DEFAULT_PAGE_SIZE } from '../../http/paging.ts';
import { matching, shortText, withFallback } from '../../http/params.ts';
import { pageSize, windowEnd, windowStart } from './common-arguments.ts';
import { compose } from './compose.ts';
import { accountArgument, accountFilter } from './find-account.ts';
import { findSignals } from './find-signals.ts';
import { DATA_NOTICE } from './lines.ts';
import { matchLines } from './match-lines.ts';
import { defineTool } from './tool.ts';

const MAX_SIGNALS_LENGTH = 4000;

export const listSignalMatchesTool = defineTool({
  name: 'list_signal_matches',
  scopes: ['signals:read'],
  description: 'Signal matches with quotes, latest evaluation first.',
  arguments: {
    signalIds: shortText({ description: 'ids or names', maxLength: MAX_SIGNALS_LENGTH }),
    from: windowStart('of conversations'),
    to: windowEnd('from'),
    executionFrom: windowStart(),
    executionTo: windowEnd('executionFrom'),
    salesforceAccountId: accountArgument,
    pageSize: withFallback(pageSize, DEFAULT_PAGE_SIZE),
    after: matching({
      description: '',
      pattern: /^\d{1,15}\.\d{1,15}$/,
      takes: 'that of a More line',
    }),
  },
  aliases: {
    signal: 'signalIds',
    signalId: 'signalIds',
    signalName: 'signalIds',
  },
  async run(args, call) {
    const filter = {
      fromMs: args.executionFrom,
      toMs: args.executionTo,
      conversationFromMs: args.from,
      conversationToMs: args.to,
      signalIds: args.signalIds === undefined ? undefined : await findSignals(call, args.signalIds),
      accountId: await accountFilter(call, args.salesforceAccountId),
    };
    // One more tells whether others follow.
    const page = {
      limit: args.pageSize + 1,
      after: args.after === undefined ? undefined : placeOf(args.after),
    };
    const found = await listMatches(call.deps.db, call.caller.organizationId, filter, page);
    const matches = found.slice(0, args.pageSize);
    const lines = matches.map(matchLines);
    const title = matches.length === 0 ? 'There are no matches.' : 'Matches, latest evaluation first:';
    return compose(call, {
      size: lines.length,
      heads: [() => [title, ...(matches.length > 0 ? [DATA_NOTICE] : [])], () => [title]],
      lines: (count) => lines.slice(0, count),
      next(count) {
        const last = matches[count - 1];
        return count < found.length && last ? { changes: { after: formatPlace(last) } } : undefined;
      },
      ids: (count) => ({ executions: matches.slice(0, count).map(idsOf) }),
    });
  },
});

function idsOf({ executionId, signalId, meetingId, emailId }: Match) {
  return {
    executionId,
    signalId,
    ...(meetingId === null ? { emailId: `${emailId}` } : { meetingId: `${meetingId}` }),
  };
}

function formatPlace({ triggeredAtMs, executionId }: MatchPlace): string {
  return `${triggeredAtMs}.${executionId}`;
}

function placeOf(cursor: string): MatchPlace {
  const [triggeredAtMs, executionId] = cursor.split('.').map(Number);
  return { triggeredAtMs: triggeredAtMs!, executionId: executionId! };
}
