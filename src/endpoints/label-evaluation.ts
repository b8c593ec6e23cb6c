import { findEvaluation } from '../domain/signals/labels/find-evaluation.ts';
import { labelEvaluation } from '../domain/signals/labels/label-evaluation.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ADMIN_BODY_BYTES } from './schemas/common.ts';
import {
  evaluationIdParam,
  Label,
  LabelBody,
  labelBodyExample,
  labelExample,
  presentLabel,
  refuseToLabel,
} from './schemas/label.ts';

export const labelEvaluationEndpoint = defineEndpoint({
  operationId: 'labelEvaluation',
  address: 'api',
  method: 'PUT',
  path: '/v1/evaluations/{id}/label',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'Label an evaluation as right or wrong',
  description:
    'Says whether an evaluation was right. Each API key has one label for each evaluation, which this replaces. The label holds ' +
    'for other versions of the signal and other runs as well, as far as they are about the same moment of the conversation, and ' +
    'is deleted with the conversation. An API key also needs the scope `admin`; a session of the console does not.',
  params: { id: evaluationIdParam },
  body: { schema: LabelBody, example: labelBodyExample, maxBytes: MAX_ADMIN_BODY_BYTES },
  answers: {
    200: { description: 'The label.', schema: Label, example: labelExample },
    404: { description: 'The organization has no such evaluation.' },
    409: {
      description:
        'The evaluation failed, the words of its conversation have been replaced, or its backtest is of a draft without a signal.',
    },
  },
  async handle({ params, body, caller, requestId }, { db }) {
    refuseToLabel(caller);
    const evaluation = await findEvaluation(db, caller.organizationId, params.id);
    const label = await labelEvaluation(db, { ...caller, requestId }, evaluation, body);
    return { status: 200, body: presentLabel(evaluation.id, evaluation.signalId, label) };
  },
});
