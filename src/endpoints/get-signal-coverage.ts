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
    'Returns, for the conversations of a window, in how many the signal fired, did not fire, failed, or is ' +
    'pending, and how many were not eligible. Only the newest evaluation of each conversation counts.',
  params: { promptId: signalIdParam },
  query: {
    from: required(
      dateTime({
        description: 'Only meetings that started, and e-mails that were sent, at or after this time.',
        example: '2026-01-01T00:00:00Z',
      }),
    ),
    to: dateTime({
      description: 'The end of the window, inclusive. It must not be before `from`. Default: current time.',
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
