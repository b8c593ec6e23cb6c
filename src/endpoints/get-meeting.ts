import { readMeeting } from '../domain/meetings/read-meetings.ts';
import { flag, integer, required } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';
import { Meeting, meetingExample } from './schemas/meeting.ts';

export const getMeetingEndpoint = defineEndpoint({
  operationId: 'getMeeting',
  address: 'api',
  method: 'GET',
  path: '/v1/meetings/{id}',
  scope: 'meetings:read',
  tag: 'Meetings',
  summary: 'Get a meeting',
  description: 'One meeting with its transcript.',
  params: {
    id: required(
      integer({ description: 'Identifier of the meeting.', minimum: 1, maximum: MAX_ID, example: 1042 }),
    ),
  },
  query: {
    includeDownloadUrl: flag({
      description: 'Adds a pre-signed downloadUrl, valid for 2 hours, where a recording is stored.',
    }),
  },
  answers: {
    200: { description: 'The meeting.', schema: Meeting, example: meetingExample },
    404: { description: 'The organization has no such meeting.' },
  },
  async handle({ params, caller }, { db }) {
    const pieces = await readMeeting(db, caller.organizationId, params.id);
    if (!pieces) throw new Fault('missing', 'There is no such meeting');
    return { status: 200, pieces };
  },
});
