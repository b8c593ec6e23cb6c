import { deleteMeeting } from '../domain/meetings/delete-meeting.ts';
import { integer, required } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';

export const deleteMeetingEndpoint = defineEndpoint({
  operationId: 'deleteMeeting',
  address: 'api',
  method: 'DELETE',
  path: '/v1/meetings/{id}',
  scope: 'admin',
  tag: 'Meetings',
  summary: 'Delete a meeting',
  description:
    'Permanently deletes the meeting, all its versions with their transcripts and recordings, its remaps and ' +
    'its background work. This cannot be undone.',
  params: {
    id: required(
      integer({ description: 'Identifier of the meeting.', minimum: 1, maximum: MAX_ID, example: 1042 }),
    ),
  },
  answers: {
    204: { description: 'The meeting is deleted.' },
    404: { description: 'The organization has no such meeting.' },
  },
  async handle({ params, caller, requestId }, deps) {
    await deleteMeeting(deps, { ...caller, requestId }, params.id);
    return { status: 204 };
  },
});
