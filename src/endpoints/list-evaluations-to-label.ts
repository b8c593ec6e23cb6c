import { LABELLED_STATES, listToLabel, MAX_TO_LABEL } from '../domain/signals/labels/list-to-label.ts';
import { flag, integer, oneOf, withFallback } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { versionParam } from './get-signal-quality.ts';
import { signalIdParam } from './schemas/evidence.ts';
import { EvaluationsToLabel, evaluationsToLabelExample } from './schemas/label.ts';

const DEFAULT_LIMIT = 20;

/** The number of evaluations to return. */
export const toLabelLimit = withFallback(
  integer({ description: 'Evaluations to return.', minimum: 1, maximum: MAX_TO_LABEL, example: 20 }),
  DEFAULT_LIMIT,
);

export const listEvaluationsToLabelEndpoint = defineEndpoint({
  operationId: 'listEvaluationsToLabel',
  address: 'api',
  method: 'GET',
  path: '/v1/signals/{promptId}/evaluations/to-label',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'List evaluations to label',
  description:
    'Returns evaluations of a version of the signal that have no label yet: those that fired and those that did not in turns, each ' +
    'in an order that is random and always the same. Labelling them in this order makes the estimates of the quality unbiased.',
  params: { promptId: signalIdParam },
  query: {
    version: versionParam,
    state: oneOf({ description: 'Only evaluations with this result.', values: LABELLED_STATES }),
    again: flag({
      description:
        'Evaluations that other API keys have labelled and this one has not, for a second label, instead of those without one.',
    }),
    limit: toLabelLimit,
  },
  answers: {
    200: {
      description: 'The evaluations.',
      schema: EvaluationsToLabel,
      example: evaluationsToLabelExample,
    },
    404: { description: 'The organization has no such signal, or the signal has no such version.' },
  },
  async handle({ params, query, caller }, { db }) {
    const body = await listToLabel(db.patient, caller, { signalId: params.promptId, ...query });
    return { status: 200, body };
  },
});
