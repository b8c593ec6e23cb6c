import type { Readable } from 'node:stream';
import { type ByteRange, parseRange } from './byte-range.ts';
import { attachmentNamed } from './content-disposition.ts';
import type { FileStore, OpenedFile } from './files.ts';
import type { Download } from './signed-downloads.ts';

export type DownloadRequest = {
  method: 'GET' | 'HEAD';
  /** The headers of these names, as they came. */
  range?: string | undefined;
  ifRange?: string | undefined;
};

export type DownloadAnswer = {
  status: 200 | 206 | 416;
  headers: Record<string, string>;
  /** Undefined for HEAD and 416. Destroy it where it is not read to its end. */
  stream: Readable | undefined;
};

/**
 * Answers a request whose URL verifyDownload found good.
 *
 * @returns undefined where the blob is gone: a 404
 */
export async function answerDownload(
  store: Pick<FileStore, 'openFile'>,
  download: Download,
  request: DownloadRequest,
): Promise<DownloadAnswer | undefined> {
  const file = await store.openFile(download.key);
  if (!file) return undefined;
  const headers = headersOf(file, download);
  const range = rangeOf(file, request, headers['last-modified']!);
  if (range === 'unsatisfiable') {
    await file.close();
    const { 'content-type': _, 'content-disposition': __, ...rest } = headers;
    const answer = { ...rest, 'content-length': '0', 'content-range': `bytes */${file.bytes}` };
    return { status: 416, headers: answer, stream: undefined };
  }
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${file.bytes}`;
  headers['content-length'] = String(range ? range.end - range.start + 1 : file.bytes);
  if (request.method === 'GET') return { status: range ? 206 : 200, headers, stream: file.stream(range) };
  await file.close();
  return { status: 200, headers, stream: undefined };
}

function headersOf(file: OpenedFile, download: Download): Record<string, string> {
  return {
    'content-type': download.contentType,
    'content-disposition': attachmentNamed(download.fileName),
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': new Date(file.modifiedMs).toUTCString(),
    // Recordings must not stay in shared caches, nor outlive their meeting in any cache.
    'cache-control': 'private, no-store',
    // A recording comes from anywhere: were it a web page, it must not run as a page of ours.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    // The URL is a secret for as long as it is valid.
    'referrer-policy': 'no-referrer',
  };
}

/** Range is defined for GET only, and If-Range asks for all of it where the blob is another by now. */
function rangeOf(
  file: OpenedFile,
  { method, range, ifRange }: DownloadRequest,
  lastModified: string,
): ByteRange | 'unsatisfiable' | undefined {
  if (method !== 'GET') return undefined;
  if (ifRange !== undefined && ifRange !== file.etag && ifRange !== lastModified) return undefined;
  return parseRange(range, file.bytes);
}
