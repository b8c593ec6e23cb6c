import { uploadRecording } from '../domain/meetings/upload-recording.ts';
import { RECORDING_TYPES } from '../domain/recordings/recording-types.ts';
import { integer, required } from '../http/params.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';

/** Less than the largest object that an S3 store takes in parts. The operator's limit is lower: 2 GiB by default. */
const MAX_UPLOAD_BYTES = 64 * 1024 ** 3;

export const uploadRecordingEndpoint = defineEndpoint({
  operationId: 'uploadRecording',
  address: 'receiver',
  method: 'PUT',
  path: '/v1/meetings/{id}/recording',
  scope: 'ingest:write',
  tag: 'Ingestion',
  summary: "Upload a meeting's recording",
  description:
    `The body is the unchanged recording: ${RECORDING_TYPES}. It replaces the recording that the meeting has, which the ` +
    'previous version of the meeting retains. The operator may set a lower limit than the bytes stated here; the ' +
    'default is 2 GiB.',
  params: {
    id: required(
      integer({ description: 'Identifier of the meeting.', minimum: 1, maximum: MAX_ID, example: 1042 }),
    ),
  },
  upload: { maxBytes: MAX_UPLOAD_BYTES, contentTypes: ['audio/*', 'video/*', 'application/octet-stream'] },
  answers: {
    200: {
      description: 'The recording is stored.',
      schema: Type.Object(
        {
          meetingId: Type.String({ description: 'The meeting.' }),
          bytes: Type.Integer({ minimum: 0, description: 'Size of the recording.' }),
          contentType: Type.String({ description: 'Its Content-Type.' }),
        },
        { title: 'UploadedRecording' },
      ),
      example: { meetingId: '1042', bytes: 15_734_112, contentType: 'audio/mpeg' },
    },
    404: { description: 'The organization has no such meeting.' },
    507: {
      description:
        'The disk of the recordings is full or below the free space that the operator reserves, or the ' +
        'organization has used up its storage quota; the message says which, and the Retry-After header says when ' +
        'to retry.',
    },
  },
  async handle({ params, caller, requestId, upload }, deps) {
    const { contentType, content } = upload!;
    const sent = { contentType, content: content(deps.maxRecordingBytes) };
    const stored = await uploadRecording(deps, { ...caller, requestId }, params.id, sent);
    deps.metrics.recordingsStored.inc({ source: 'upload' });
    deps.metrics.recordingBytesStored.inc({ source: 'upload' }, stored.bytes);
    return { status: 200, body: { meetingId: `${params.id}`, ...stored } };
  },
});
