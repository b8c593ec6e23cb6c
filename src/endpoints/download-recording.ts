import Type from 'typebox';
import { answerDownload } from '../blobs/answer-download.ts';
import { verifyDownload } from '../blobs/signed-downloads.ts';
import { clockMs } from '../db/clock.ts';
import { recordRead } from '../domain/audit/record-read.ts';
import { longText, matching, required, shortText } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';

const idOf = (what: string) => required(shortText({ description: `Identifier of the ${what}.` }));

const Bytes = Type.Unsafe<string>({ type: 'string', format: 'binary' });

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
    organizationId: idOf('organization'),
    meetingId: idOf('meeting'),
    recordingId: idOf('recording'),
  },
  query: {
    expires: required(
      matching({
        description: 'When the URL expires, in milliseconds since 1970.',
        pattern: /^\d{1,16}$/,
        takes: '1 to 16 digits',
      }),
    ),
    name: required(longText({ description: 'File name of the download.' })),
    type: required(longText({ description: 'Its Content-Type.' })),
    kid: required(
      matching({
        description: 'The key that signed the URL.',
        pattern: /^[A-Za-z0-9_-]{1,64}$/,
        takes: '1 to 64 letters and digits',
      }),
    ),
    signature: required(
      matching({
        description: 'Signature over all of the above.',
        pattern: /^[0-9a-f]{64}$/,
        takes: '64 hexadecimal digits',
      }),
    ),
  },
  answers: {
    200: { description: 'The recording.', contentType: '*/*', schema: Bytes },
    206: { description: 'The part that Range requests.', contentType: '*/*', schema: Bytes },
    403: { description: 'The URL was altered or has expired.' },
    404: { description: 'The recording no longer exists.' },
    416: { description: 'Range begins beyond the end of the recording; Content-Range states its size.' },
  },
  async handle({ params, target, method, headers, requestId, vouch }, deps) {
    const { db, files } = deps;
    if (!files)
      throw new Fault(
        'missing',
        'This service does not serve recordings; use the downloadUrl of the meeting',
      );
    const verdict = await verifyDownload(files.signer, target, await clockMs(db));
    if (!verdict.ok) {
      const why = verdict.reason === 'expired' ? 'has expired; request a new one' : 'is not valid';
      throw new Fault('forbidden', `The download URL ${why}`);
    }
    vouch();
    const asked = { method: method as 'GET' | 'HEAD', range: headers.range, ifRange: headers['if-range'] };
    const answer = await answerDownload(files.store, verdict.download, asked as never);
    if (!answer) throw new Fault('missing', 'The recording no longer exists');
    if (answer.status !== 416) {
      // The URL is signed and names the organization and the meeting; its holder has presented no key.
      const actor = { organizationId: Number(params.organizationId), requestId };
      const detail = { range: headers.range };
      if (method === 'GET') {
        await recordRead(deps, actor, 'recording.download', `meeting ${params.meetingId}`, detail);
      }
      return answer;
    }
    const { 'content-length': _, ...rest } = answer.headers;
    return {
      status: 416,
      headers: rest,
      body: { error: 'The Range starts after the end of the recording' },
    };
  },
});
