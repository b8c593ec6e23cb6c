import { listExecutions } from '../domain/signals/list-executions.ts';
import { pageCount, pageOf, pagingParams } from '../http/paging.ts';
import { flag } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { signalIdParam } from './schemas/evidence.ts';
import {
  DefinitionExecutionPage,
  definitionExecutionPageExample,
  executionPage,
  executionWindow,
  includeExecutionId,
} from './schemas/execution.ts';

export const listDefinitionExecutionsEndpoint = defineEndpoint({
  operationId: 'listDefinitionExecutions',
  address: 'api',
  method: 'GET',
  path: '/v2/signals/{definitionId}/executions',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'List executions of a signal definition',
  description:
    'Returns the executions of the signal in meetings only, by triggeredAt then id. If a meeting was evaluated ' +
    'several times, only the newest evaluation counts.',
  params: { definitionId: signalIdParam },
  query: {
    ...executionWindow,
    ...pagingParams,
    includeFollowUpPrompts: flag({ description: 'Adds the answers to the follow-up prompts.' }),
    includeExecutionId,
  },
  answers: {
    200: {
      description: 'A page of executions.',
      schema: DefinitionExecutionPage,
      example: definitionExecutionPageExample,
    },
    404: { description: 'The organization has no such signal.' },
  },
  async handle({ params, query, caller }, { db }) {
    const { total, executions, state } = await listExecutions(
      db.quick,
      caller.organizationId,
      {
        signalId: params.definitionId,
        fromMs: query.executionFrom,
        toMs: query.executionTo,
        meetingsOnly: true,
      },
      {
        sourceId: 'integer',
        followUpsAs: query.includeFollowUpPrompts ? 'followUpPrompts' : undefined,
        withExecutionId: query.includeExecutionId,
      },
      pageOf(query),
    );
    return { status: 200, pieces: executionPage(executions, pageCount(total, query.pageSize)), state };
  },
});
