import { listExecutions } from '../domain/signals/list-executions.ts';
import { pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { flag } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { signalIdParam } from './schemas/evidence.ts';
import {
  executionPage,
  executionWindow,
  includeExecutionId,
  PromptExecutionPage,
  promptExecutionPageExample,
} from './schemas/execution.ts';

export const listPromptExecutionsEndpoint = defineEndpoint({
  operationId: 'listPromptExecutions',
  address: 'api',
  method: 'GET',
  path: '/v1/signals/{promptId}/executions',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'List executions of a signal prompt',
  description:
    'Returns the executions of the signal in meetings and e-mails, by triggeredAt then id. If a conversation ' +
    'was evaluated several times, only the newest evaluation counts.',
  params: { promptId: signalIdParam },
  query: {
    ...executionWindow,
    ...pagingParams,
    includeCustomInstructions: flag({ description: 'Adds the answers to the follow-up prompts.' }),
    includeExecutionId,
  },
  answers: {
    200: {
      description: 'A page of executions.',
      schema: PromptExecutionPage,
      example: promptExecutionPageExample,
    },
    404: { description: 'The organization has no such signal.' },
  },
  async handle({ params, query, caller }, { db }) {
    const { total, executions, state } = await listExecutions(
      db.quick,
      caller.organizationId,
      {
        signalId: params.promptId,
        fromMs: query.executionFrom,
        toMs: query.executionTo,
        meetingsOnly: false,
      },
      {
        sourceId: 'string',
        followUpsAs: query.includeCustomInstructions ? 'customInstructions' : undefined,
        withExecutionId: query.includeExecutionId,
      },
      pageOf(query),
    );
    return { status: 200, pieces: executionPage(executions, pageCount(total, query.pageSize)), state };
  },
});
