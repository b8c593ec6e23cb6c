import { recordRead } from '../domain/audit/record-read.ts';
import { readMeeting } from '../domain/meetings/read-meetings.ts';
import { downloadUrls } from '../domain/recordings/download-urls.ts';
import { recordingState } from '../domain/recordings/recording-state.ts';
import { boolean, flag, integer, required, withFallback } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';
import { MeetingWithRecording, meetingWithRecordingExample } from './schemas/meeting.ts';

export const getMeetingEndpoint = defineEndpoint({
  operationId: 'getMeeting',
  address: 'api',
  method: 'GET',
  path: '/v1/meetings/{id}',
  scope: 'meetings:read',
  tag: 'Meetings',
  summary: 'Get a meeting',
  description: 'Returns one meeting with its transcript and the state of its recording.',
  params: {
    id: required(
      integer({ description: 'Identifier of the meeting.', minimum: 1, maximum: MAX_ID, example: 1042 }),
    ),
  },
  query: {
    includeTranscript: withFallback(
      boolean({
        description: 'false: omits the transcript, and says in `hasTranscript` whether there is one.',
      }),
      true,
    ),
    includeDownloadUrl: flag({
      description: 'Adds a pre-signed downloadUrl, valid for 2 hours, if a recording is stored.',
    }),
  },
  answers: {
    200: { description: 'The meeting.', schema: MeetingWithRecording, example: meetingWithRecordingExample },
    404: { description: 'The organization has no such meeting.' },
  },
  async handle({ params, query, caller, requestId }, deps) {
    const { db, blobs } = deps;
    const { organizationId } = caller;
    const { includeTranscript, includeDownloadUrl } = query;
    const extrasOf = async () => {
      const recording = await recordingState(db, organizationId, params.id);
      const urls = includeDownloadUrl
        ? await downloadUrls(db, blobs, organizationId, [params.id])
        : new Map();
      return new Map([[params.id, { recording, ...urls.get(params.id) }]]);
    };
    const form = { withTranscript: includeTranscript };
    const pieces = await readMeeting(db.quick, organizationId, params.id, extrasOf, form);
    if (!pieces) throw new Fault('missing', 'There is no such meeting');
    const actor = { ...caller, requestId };
    if (includeTranscript || includeDownloadUrl) {
      const detail = { includeTranscript, includeDownloadUrl };
      await recordRead(deps, actor, 'meeting.read', `meeting ${params.id}`, detail);
    }
    return { status: 200, pieces };
  },
});
