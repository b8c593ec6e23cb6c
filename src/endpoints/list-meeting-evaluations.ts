import { readEvaluations } from '../domain/signals/read-evaluations.ts';
import { integer, required } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';
import { MeetingEvaluations, meetingEvaluationsExample } from './schemas/evidence.ts';

export const listMeetingEvaluationsEndpoint = defineEndpoint({
  operationId: 'listMeetingEvaluations',
  address: 'api',
  method: 'GET',
  path: '/v1/meetings/{id}/evaluations',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'List the evaluations of a meeting',
  description:
    'Returns the newest evaluation of each signal (fired, not fired, failed or pending) and the state of ' +
    'processing. A signal that is not in the list was not eligible for the meeting.',
  params: {
    id: required(
      integer({ description: 'Identifier of the meeting.', minimum: 1, maximum: MAX_ID, example: 1042 }),
    ),
  },
  answers: {
    200: { description: 'The evaluations.', schema: MeetingEvaluations, example: meetingEvaluationsExample },
    404: { description: 'The organization has no such meeting.' },
  },
  async handle({ params, caller }, { db }) {
    return { status: 200, body: await readEvaluations(db, caller.organizationId, params.id) };
  },
});
