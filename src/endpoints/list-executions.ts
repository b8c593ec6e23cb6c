import { EXECUTION_SOURCES, listAllExecutions } from '../domain/signals/list-all-executions.ts';
import { MAX_SIGNALS } from '../domain/signals/manage-signals.ts';
import { pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { codeList, flag, integerList } from '../http/params.ts';
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
    'Returns the executions of all signals in meetings and e-mails, by triggeredAt then id. If a conversation ' +
    'was evaluated several times, only the newest evaluation counts. Deleted signals are omitted.',
  query: {
    ...executionWindow,
    ...pagingParams,
    signalIds: integerList({
      description:
        'Only executions of these signals, comma-separated. A signal that does not exist has none.',
      minimum: 1,
      maximum: MAX_ID,
      maxItems: MAX_SIGNALS,
      example: [17],
    }),
    sourceTypes: codeList({
      description: `Only executions in these kinds of conversations, comma-separated: ${EXECUTION_SOURCES.join(', ')}.`,
      codes: EXECUTION_SOURCES,
      example: 'meeting,email',
    }),
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
      { withFollowUps: query.includeFollowUpPrompts },
      pageOf(query),
    );
    return { status: 200, pieces: executionPage(executions, pageCount(total, query.pageSize)) };
  },
});
