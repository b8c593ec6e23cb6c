import { presentMeetingVersion } from '../domain/meetings/versions/read-versions.ts';
import { restoreVersion } from '../domain/meetings/versions/restore-version.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { versionParams } from './get-meeting-version.ts';
import { OVER_QUOTA } from './schemas/common.ts';
import { MeetingVersion, versionExample } from './schemas/version.ts';

export const restoreMeetingVersionEndpoint = defineEndpoint({
  operationId: 'restoreMeetingVersion',
  address: 'api',
  method: 'POST',
  path: '/v1/meetings/{id}/versions/{version}/restore',
  scope: 'ingest:write',
  tag: 'Meetings',
  summary: 'Restore a version of a meeting',
  description:
    'Makes the fields, the transcript and the recording of the version current again, as a new version. The ' +
    'version that it replaces is retained and can be restored in turn. CRM ids are those of the version; the ' +
    'remap history is unchanged. If the transcript differs, the findings of the replaced transcript are ' +
    'superseded, and a meeting that was processed is processed again. If the meeting already has this state, ' +
    'no version is created and the current one is returned.',
  params: versionParams,
  answers: {
    200: {
      description: 'The version that is current now.',
      schema: MeetingVersion,
      example: { ...versionExample, version: 3, cause: 'restore' },
    },
    404: { description: 'The organization has no such meeting, or the meeting has no such version.' },
    507: OVER_QUOTA,
  },
  async handle({ params, caller, requestId }, deps) {
    const actor = { ...caller, requestId };
    const current = await restoreVersion(deps, actor, params.id, params.version);
    return { status: 200, body: presentMeetingVersion(current) };
  },
});
