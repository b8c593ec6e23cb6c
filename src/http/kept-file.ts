import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip as gzipCallback } from 'node:zlib';
import type { Answer } from './endpoint.ts';

const gzip = promisify(gzipCallback);

/** Content that is compressed once and kept: every response refers to the same bytes. */
export type KeptFile = { bytes: Buffer; gzipped?: Buffer; type: string; etag: string };

/** Media types that are not compressed by their own format. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|wasm)|image\/svg)/;

/** Prepares content for {@link answerKeptFile}. @param type its Content-Type */
export async function keepFile(content: Buffer | string, type: string): Promise<KeptFile> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const gzipped = COMPRESSIBLE.test(type)
    ? await gzip(bytes, { level: constants.Z_BEST_COMPRESSION })
    : bytes;
  // Weak: the same for both forms of the content.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { bytes, type, etag, ...(gzipped.length < bytes.length ? { gzipped } : {}) };
}

/** Makes the content on the first call and keeps it; calls that come meanwhile share it, and a failure is not kept. */
export function keepOnce(make: () => Promise<KeptFile>): () => Promise<KeptFile> {
  let kept: Promise<KeptFile> | undefined;
  return () => {
    if (!kept) {
      kept = make();
      kept.catch(() => {
        kept = undefined;
      });
    }
    return kept;
  };
}

/**
 * The content, or 304 where the client has it already.
 * @param asked the headers of the request
 * @param headers of the response, Cache-Control among them
 */
export function answerKeptFile(
  file: KeptFile,
  asked: IncomingHttpHeaders,
  headers: Record<string, string>,
): Answer {
  const common = { ...headers, Vary: 'Accept-Encoding', ETag: file.etag };
  if (matches(asked['if-none-match'], file.etag)) return { status: 304, headers: common };
  return { status: 200, headers: { ...common, 'Content-Type': file.type }, file };
}

/** The content for clients that are not to keep it. */
export function answerUncached(file: KeptFile): Answer {
  return { status: 200, headers: { Vary: 'Accept-Encoding', 'Content-Type': file.type }, file };
}

/** Returns true if If-None-Match names the tag, in the weak comparison of RFC 9110. */
function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((one) => {
    const tag = one.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, '');
  });
}
