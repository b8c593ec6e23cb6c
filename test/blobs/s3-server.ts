import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createS3Bucket, type S3Answer, xml } from './s3-bucket.ts';
import { createSignatureCheck, S3Error, type S3Request } from './s3-signatures.ts';

/** Key id and secret of the server's only account. */
export const S3_KEY = 'PARLEYTEST';
export const BUCKET = 'recordings';

export type S3Server = {
  url: string;
  /** Ids of the multipart uploads that were begun and neither completed nor aborted. */
  openUploads(): string[];
  /** Every request so far, as `PUT /recordings/key?query`. */
  requests: string[];
  /** Answers a request itself if it returns true. */
  intercept?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
};

/**
 * An S3 server over real HTTP, with one bucket in memory. It checks the signature of every request; `npm run torture`
 * runs the store against real S3 programs besides.
 */
export async function s3Server(t: TestContext): Promise<S3Server> {
  const bucket = createS3Bucket(BUCKET);
  const checkSignature = createSignatureCheck({ accessKeyId: S3_KEY, secretAccessKey: S3_KEY });
  const result: S3Server = { url: '', requests: [], openUploads: bucket.openUploads };
  const answer = async (incoming: IncomingMessage): Promise<S3Answer> => {
    try {
      const request = await readRequest(incoming);
      await checkSignature(request);
      const [, name, key = ''] = /^\/([^/]+)(?:\/(.*))?$/.exec(decodeURIComponent(request.path)) ?? [];
      if (name !== BUCKET) throw new S3Error(404, 'NoSuchBucket');
      return bucket.answer(key, request);
    } catch (error) {
      const { status, code, message } =
        error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error));
      return xml('Error', { Code: code, Message: message }, status);
    }
  };
  const server = createServer(async (request, response) => {
    result.requests.push(`${request.method} ${request.url}`);
    if (result.intercept?.(request, response)) return;
    const { status, headers, body } = await answer(request);
    response.writeHead(status, headers).end(body);
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

async function readRequest(incoming: IncomingMessage): Promise<S3Request> {
  const [path, query = ''] = incoming.url!.split('?') as [string, string?];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return {
    method: incoming.method!,
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: incoming.headers as Record<string, string>,
    body: Buffer.concat(chunks),
  };
}
