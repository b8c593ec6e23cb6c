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
  summary: 'List what signals said of a meeting',
  description:
    'The newest judgement of each signal, fired or not, failed or still to come, and where processing stands. ' +
    'A signal that is not in the list was never to judge the meeting.',
  params: {
    id: required(
      integer({ description: 'Identifier of the meeting.', minimum: 1, maximum: MAX_ID, example: 1042 }),
    ),
  },
  answers: {
    200: { description: 'The judgements.', schema: MeetingEvaluations, example: meetingEvaluationsExample },
    404: { description: 'The organization has no such meeting.' },
  },
  async handle({ params, caller }, { db }) {
    return { status: 200, body: await readEvaluations(db, caller.organizationId, params.id) };
  },
});
