import { EXECUTION_SOURCES, listAllExecutions } from '../domain/signals/list-all-executions.ts';
import { MAX_SIGNALS } from '../domain/signals/manage-signals.ts';
import { pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { codeList, flag, integerList, oneOf, withFallback } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';
import { ExecutionPage, executionPage, executionPageExample, executionWindow } from './schemas/execution.ts';

export const listExecutionsEndpoint = defineEndpoint({
  operationId: 'listExecutions',
  address: 'api',
  method: 'GET',
  path: '/v2/executions',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'List executions of all signals',
  description:
    'Returns the executions of all signals in meetings and e-mails, by default by triggeredAt then id. If a ' +
    'conversation was evaluated several times, only the newest evaluation counts. Deleted signals are omitted.',
  query: {
    ...executionWindow,
    ...pagingParams,
    signalIds: integerList({
      description: 'Only executions of these signals. A signal that does not exist has none.',
      minimum: 1,
      maximum: MAX_ID,
      maxItems: MAX_SIGNALS,
      example: [17],
    }),
    sourceTypes: codeList({
      description: `Only executions in these kinds of conversations: ${EXECUTION_SOURCES.join(', ')}.`,
      codes: EXECUTION_SOURCES,
      example: ['meeting', 'email'],
    }),
    sort: withFallback(
      oneOf({
        description:
          'What the executions are sorted by: `triggeredAt`, the time of the evaluation; `sourceTime`, the start of the ' +
          'meeting or the time of the e-mail; `signalName`, the present name of the signal, and of each the newest first.',
        values: ['triggeredAt', 'sourceTime', 'signalName'],
      }),
      'triggeredAt',
    ),
    order: withFallback(
      oneOf({
        description:
          'The direction of the order. Pages of `triggeredAt` with `asc` stay stable while signals fire.',
        values: ['asc', 'desc'],
      }),
      'asc',
    ),
    includeQuotes: flag({ description: 'Adds the quotes that prove each execution.' }),
    includeSourceTime: flag({ description: 'Adds the start of the meeting, or the time of the e-mail.' }),
    includeFollowUpPrompts: flag({ description: 'Adds the answers to the follow-up prompts.' }),
  },
  answers: {
    200: { description: 'A page of executions.', schema: ExecutionPage, example: executionPageExample },
  },
  async handle({ query, caller: { organizationId } }, { db }) {
    const { executionFrom: fromMs, executionTo: toMs, signalIds, sourceTypes } = query;
    const { total, executions } = await listAllExecutions(
      db,
      organizationId,
      { fromMs, toMs, signalIds, sourceTypes },
      {
        sort: query.sort as 'triggeredAt' | 'sourceTime' | 'signalName',
        isDescending: query.order === 'desc',
      },
      {
        withFollowUps: query.includeFollowUpPrompts,
        withQuotes: query.includeQuotes,
        withSourceTime: query.includeSourceTime,
      },
      pageOf(query),
    );
    return { status: 200, pieces: executionPage(executions, pageCount(total, query.pageSize)) };
  },
});
