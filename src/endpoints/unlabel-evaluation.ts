import { unlabelEvaluation } from '../domain/signals/labels/label-evaluation.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { evaluationIdParam, refuseToLabel } from './schemas/label.ts';

export const unlabelEvaluationEndpoint = defineEndpoint({
  operationId: 'unlabelEvaluation',
  address: 'api',
  method: 'DELETE',
  path: '/v1/evaluations/{id}/label',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'Take back a label',
  description:
    'Deletes the label that the API key has given an evaluation. An API key also needs the scope `admin`; a session of the ' +
    'console does not.',
  params: { id: evaluationIdParam },
  answers: {
    204: { description: 'The label is deleted.' },
    404: { description: 'The API key has not labelled such an evaluation.' },
  },
  async handle({ params, caller, requestId }, { db }) {
    refuseToLabel(caller);
    await unlabelEvaluation(db, { ...caller, requestId }, params.id);
    return { status: 204 };
  },
});
