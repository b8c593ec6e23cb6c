import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryDirectory } from './stores.ts';

/** Key id and secret of the server's only account. */
export const S3_KEY = 'S3RVER';
export const BUCKET = 'recordings';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;
type S3rver = { callback(): Respond; logger: { exceptions: { unhandle(): void } } };
type S3rverConstructor = new (options: Record<string, unknown>) => S3rver;

export type S3Server = {
  url: string;
  /** Ids of the multipart uploads that were begun and neither completed nor aborted. */
  openUploads(): Promise<string[]>;
  /** Every request so far, as `PUT /recordings/key?query`. */
  requests: string[];
  /** Answers a request itself where it returns true. */
  intercept?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
};

/**
 * An S3 server over real HTTP on a directory of its own: s3rver, with what it lacks. It has no AbortMultipartUpload
 * and no ListMultipartUploads, which are added here, on its files. And it computes other signatures than AWS where
 * a path ends in a slash (operations on the bucket) or a query has a `'` (`filename*`): there it is told not to
 * mind. All others have to be true.
 */
export async function s3Server(t: TestContext): Promise<S3Server> {
  const directory = await temporaryDirectory(t);
  const uploads = join(directory, BUCKET, '._S3rver_uploads');
  await mkdir(join(directory, BUCKET));
  const strict = startS3rver(directory, false);
  const lenient = startS3rver(directory, true);
  const aborted = new Set<string>();
  const result: S3Server = { url: '', requests: [], openUploads: () => readdir(uploads).catch(() => []) };
  const server = createServer(async (request, response) => {
    result.requests.push(`${request.method} ${request.url}`);
    if (result.intercept?.(request, response)) return;
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const uploadId = searchParams.get('uploadId');
    const isOnBucket = pathname === `/${BUCKET}/`;
    if (uploadId && aborted.has(uploadId)) {
      request.resume();
      response.writeHead(404, { 'content-type': 'application/xml' });
      response.end('<Error><Code>NoSuchUpload</Code></Error>');
    } else if (request.method === 'DELETE' && uploadId) {
      aborted.add(uploadId);
      await rm(join(uploads, uploadId), { recursive: true, force: true });
      response.writeHead(204).end();
    } else if (request.method === 'GET' && isOnBucket && searchParams.has('uploads')) {
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(await uploadsPage(uploads, searchParams.get('upload-id-marker') ?? ''));
    } else if (isOnBucket || request.url!.includes('%27')) lenient(request, response);
    else strict(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  result.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return result;
}

function startS3rver(directory: string, allowMismatchedSignatures: boolean): Respond {
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3rverConstructor;
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, allowMismatchedSignatures });
  // Its logger would take every uncaught error of this process for its own.
  s3rver.logger.exceptions.unhandle();
  return s3rver.callback();
}

/** One upload a page, so that paging is used. */
async function uploadsPage(directory: string, after: string): Promise<string> {
  const ids = (await readdir(directory).catch(() => [])).sort().filter((id) => id > after);
  const [id] = ids;
  if (!id) return '<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>';
  const key = await readFile(join(directory, id, 'key'), 'utf8');
  const initiated = (await stat(join(directory, id, 'key'))).mtime.toISOString();
  return `<ListMultipartUploadsResult><IsTruncated>${ids.length > 1}</IsTruncated>
    <NextKeyMarker>${key}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>
    <Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>
    </ListMultipartUploadsResult>`;
}
