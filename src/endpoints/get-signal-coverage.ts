import { readCoverage } from '../domain/signals/read-coverage.ts';
import { dateTime, required } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Coverage, coverageExample, signalIdParam } from './schemas/evidence.ts';

export const getSignalCoverageEndpoint = defineEndpoint({
  operationId: 'getSignalCoverage',
  address: 'api',
  method: 'GET',
  path: '/v1/signals/{promptId}/coverage',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'Get the coverage of a signal',
  description:
    'How many conversations of a window the signal fired in, did not fire in, failed at, has yet to judge, and ' +
    'was never to judge. The newest judgement of each conversation counts.',
  params: { promptId: signalIdParam },
  query: {
    from: required(
      dateTime({
        description: 'Meetings that started, and e-mails that were sent, from this time, inclusive.',
        example: '2026-01-01T00:00:00Z',
      }),
    ),
    to: dateTime({
      description: 'Until this time, inclusive. Not before `from`. Default: current time.',
      notBefore: 'from',
      example: '2026-02-01T00:00:00Z',
    }),
  },
  answers: {
    200: { description: 'The coverage.', schema: Coverage, example: coverageExample },
    404: { description: 'The organization has no such signal.' },
  },
  async handle({ params, query, caller }, { db }) {
    const window = { fromMs: query.from, toMs: query.to };
    return { status: 200, body: await readCoverage(db, caller.organizationId, params.promptId, window) };
  },
});
