import { readEvidence } from '../domain/signals/read-evidence.ts';
import { integer, required } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';
import { Evidence, evidenceExample, signalIdParam } from './schemas/evidence.ts';

export const getExecutionEvidenceEndpoint = defineEndpoint({
  operationId: 'getExecutionEvidence',
  address: 'api',
  method: 'GET',
  path: '/v1/signals/{promptId}/executions/{executionId}/evidence',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'Get the evidence of an execution',
  description:
    'Returns the quotes on which an execution is based, word for word, with their places in the conversation. ' +
    'The lists of executions return the executionId if includeExecutionId is true.',
  params: {
    promptId: signalIdParam,
    executionId: required(
      integer({ description: 'Identifier of the execution.', minimum: 1, maximum: MAX_ID, example: 90_210 }),
    ),
  },
  answers: {
    200: { description: 'The evidence.', schema: Evidence, example: evidenceExample },
    404: { description: 'The organization has no such execution of such a signal.' },
  },
  async handle({ params, caller }, { db }) {
    const body = await readEvidence(db, caller.organizationId, params.promptId, params.executionId);
    return { status: 200, body };
  },
});
