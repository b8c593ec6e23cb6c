import { defineEndpoint } from './define-endpoint.ts';
import { answerSignedDownload, downloadAnswers, downloadId, downloadQuery } from './signed-download.ts';

export const downloadRecordingEndpoint = defineEndpoint({
  operationId: 'downloadRecording',
  address: 'api',
  method: 'GET',
  alsoHead: true,
  path: '/downloads/org/{organizationId}/meeting/{meetingId}/{recordingId}',
  scope: null,
  tag: 'Meetings',
  summary: 'Download a recording',
  description:
    'This is the target of a downloadUrl of the file store. It requires no key, because the URL is signed and ' +
    'expires. Requests with Range receive 206. With an S3 store, downloadUrl points there instead.',
  params: {
    organizationId: downloadId('organization'),
    meetingId: downloadId('meeting'),
    recordingId: downloadId('recording'),
  },
  query: downloadQuery,
  answers: downloadAnswers('recording'),
  handle: (request, deps) =>
    answerSignedDownload(request, deps, {
      what: 'recording',
      organizationId: Number(request.params.organizationId),
      action: 'recording.download',
      subject: `meeting ${request.params.meetingId}`,
    }),
});
