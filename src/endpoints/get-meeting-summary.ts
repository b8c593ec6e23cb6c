import { readSummary } from '../domain/summaries/read-summary.ts';
import { integer, required } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';
import { MeetingSummary, meetingSummaryExample } from './schemas/summary.ts';

export const getMeetingSummaryEndpoint = defineEndpoint({
  operationId: 'getMeetingSummary',
  address: 'api',
  method: 'GET',
  path: '/v1/meetings/{id}/summary',
  scope: 'meetings:read',
  tag: 'Meetings',
  summary: 'Get the summary of a meeting',
  description:
    'Returns the decisions, the next steps and their owners, the open questions, and the topics with their ' +
    'times, each with quotes.',
  params: {
    id: required(
      integer({ description: 'Identifier of the meeting.', minimum: 1, maximum: MAX_ID, example: 1042 }),
    ),
  },
  answers: {
    200: { description: 'The summary.', schema: MeetingSummary, example: meetingSummaryExample },
    404: { description: 'The organization has no such meeting, or no summary of it.' },
  },
  async handle({ params, caller }, { db }) {
    return { status: 200, pieces: [await readSummary(db.quick, caller.organizationId, params.id)] };
  },
});
