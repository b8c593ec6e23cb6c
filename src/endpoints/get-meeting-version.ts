import { recordRead } from '../domain/audit/record-read.ts';
import { readVersion } from '../domain/meetings/versions/read-versions.ts';
import { flag, integer, required } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';
import { MeetingWithRecording, meetingWithRecordingExample } from './schemas/meeting.ts';

export const versionParams = {
  id: required(
    integer({ description: 'Identifier of the meeting.', minimum: 1, maximum: MAX_ID, example: 1042 }),
  ),
  version: required(
    integer({ description: 'Number of the version.', minimum: 1, maximum: MAX_ID, example: 1 }),
  ),
};

export const getMeetingVersionEndpoint = defineEndpoint({
  operationId: 'getMeetingVersion',
  address: 'api',
  method: 'GET',
  path: '/v1/meetings/{id}/versions/{version}',
  scope: 'meetings:read',
  tag: 'Meetings',
  summary: 'Get a version of a meeting',
  description:
    'Returns the meeting as it was when the version was replaced, with its transcript and the state of its ' +
    'recording. The current version is the meeting as it is now.',
  params: versionParams,
  query: {
    includeDownloadUrl: flag({
      description:
        "Adds a pre-signed downloadUrl of the version's recording, valid for 2 hours, if one is stored.",
    }),
  },
  answers: {
    200: {
      description: 'The version of the meeting.',
      schema: MeetingWithRecording,
      example: meetingWithRecordingExample,
    },
    404: { description: 'The organization has no such meeting, or the meeting has no such version.' },
  },
  async handle({ params, query, caller, requestId }, deps) {
    const { id, version } = params;
    const pieces = await readVersion(deps, caller.organizationId, id, version, query);
    if (!pieces) throw new Fault('missing', 'There is no such version of a meeting');
    const detail = { version, includeDownloadUrl: query.includeDownloadUrl };
    await recordRead(deps, { ...caller, requestId }, 'meeting.read', `meeting ${id}`, detail);
    return { status: 200, pieces };
  },
});
