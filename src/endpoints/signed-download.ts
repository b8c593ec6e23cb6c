import { answerDownload } from '../blobs/answer-download.ts';
import { verifyDownload } from '../blobs/signed-downloads.ts';
import { clockMs } from '../db/clock.ts';
import { recordRead } from '../domain/audit/record-read.ts';
import type { Answer, EndpointRequest } from '../http/endpoint.ts';
import { longText, matching, required, shortText } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { Type } from '../lib/schema-types.ts';
import type { Deps } from './define-endpoint.ts';

/** An identifier in the path of a download URL. */
export const downloadId = (what: string) =>
  required(shortText({ description: `Identifier of the ${what}.` }));

/** The query of a download URL. */
export const downloadQuery = {
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
};

const Bytes = Type.Unsafe<string>({ type: 'string', format: 'binary' });

/** The responses to a download URL. @param what the thing that is downloaded, such as `recording` */
export const downloadAnswers = (what: string) => ({
  200: { description: `The ${what}.`, contentType: '*/*', schema: Bytes },
  206: { description: 'The part that Range requests.', contentType: '*/*', schema: Bytes },
  403: { description: 'The URL was altered or has expired.' },
  404: { description: `The ${what} no longer exists.` },
  416: { description: `Range begins beyond the end of the ${what}; Content-Range states its size.` },
});

/** The thing that a download URL is for, and the record of its download. */
type Downloaded = {
  what: string;
  organizationId: number;
  action: 'recording.download' | 'export.download';
  subject: string;
};

type Request = Pick<
  EndpointRequest<unknown, unknown, unknown>,
  'target' | 'method' | 'headers' | 'requestId' | 'vouch'
>;

/**
 * Answers a request for a download URL of the file store, which needs no key: the URL is signed and expires.
 * @throws Fault 403 if the URL was altered or has expired, 404 if there is nothing behind it any more
 */
export async function answerSignedDownload(
  { target, method, headers, requestId, vouch }: Request,
  deps: Deps,
  { what, organizationId, action, subject }: Downloaded,
): Promise<Answer> {
  const { db, files } = deps;
  if (!files) {
    throw new Fault('missing', `This service does not serve any ${what}; request a new download URL`);
  }
  const verdict = await verifyDownload(files.signer, target, await clockMs(db));
  if (!verdict.ok) {
    const why = verdict.reason === 'expired' ? 'has expired; request a new one' : 'is not valid';
    throw new Fault('forbidden', `The download URL ${why}`);
  }
  vouch();
  const asked = { method: method as 'GET' | 'HEAD', range: headers.range, ifRange: headers['if-range'] };
  const answer = await answerDownload(files.store, verdict.download, asked as never);
  if (!answer) throw new Fault('missing', `The ${what} no longer exists`);
  if (answer.status !== 416) {
    // The URL is signed and names the organization and the subject; its holder has presented no key.
    const actor = { organizationId, requestId };
    if (method === 'GET') await recordRead(deps, actor, action, subject, { range: headers.range });
    return answer;
  }
  const { 'content-length': _, ...rest } = answer.headers;
  return {
    status: 416,
    headers: rest,
    body: { error: `The Range starts after the end of the ${what}` },
  };
}
